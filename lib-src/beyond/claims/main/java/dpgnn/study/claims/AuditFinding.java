package dpgnn.study.claims;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.Coupling;
import dpgnn.audit.NoiseLimit;
import dpgnn.audit.NoiseVariance;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The findings of an audit of a method.
 *
 * @param coupling the worst change that a neighbour made, over the change that the method's authors assume; NaN where two
 *     worlds have no common coins
 * @param proved the same over the change that is proved to be the largest; NaN also where nothing is proved
 * @param least the epsilon that is exceeded, with the stated confidence
 * @param signs what contradicts the method
 * @param words what was tried
 */
record AuditFinding(double coupling, double proved, double least, double confidence, Set<Sign> signs, String words) {
    /** The ways in which an audit can contradict. */
    public enum Sign {
        /** A neighbour moved a sum further than the method's authors count with. */
        CHANGE,
        /** A neighbour moved a sum further than is proved to be possible. */
        PROOF,
        /** The noise that is stated does not explain what was seen. */
        NOISE,
        /** An attack exceeds the epsilon that is claimed. */
        EPSILON;

        /** Its name among the figures of a run: 1 where it was seen, else 0. */
        String metric() {
            return "sign of " + name().toLowerCase(Locale.ROOT);
        }
    }

    /** Rounding of floats is no sign. */
    static final double ROUNDING = 1 + 1e-5;

    public AuditFinding {
        signs = Set.copyOf(signs);
    }

    /**
     * What was seen beside what was asked for.
     *
     * @param mostNoise what explains the observations at most; infinite where none were made
     * @param stated the noise that is said to be there, in the same units
     */
    record Seen(double coupling, double proved, double mostNoise, double stated, double least) {
        /** No noise was looked at. */
        static Seen of(double coupling, double proved, double least) {
            return new Seen(coupling, proved, Double.POSITIVE_INFINITY, 0, least);
        }

        /** Canaries that were looked at by themselves; their steps stand for so many. */
        static Seen canaries(
                double coupling, double proved, CanaryObservations of, long steps, double delta, double sure) {
            // Two bounds, and where the noise itself is known, its variance and its shape.
            double each = 1 - (1 - sure) / (of.noise().length > 0 ? 4 : 2), from = of.multiplier() / 4;
            NoiseLimit limit = of.noiseLimit(each);
            double most = limit.multiplier();
            double least = Math.max(
                    limit.epsilon(steps, delta, from), of.direct(delta, each).epsilon());
            NoiseVariance variance = of.variance(each).orElse(null);
            if (variance != null) most = variance.isGaussian() ? Math.min(most, variance.multiplier()) : 0;
            if (variance != null && variance.isGaussian())
                least = Math.max(least, limit.with(variance.multiplier()).epsilon(steps, delta, from));
            return new Seen(coupling, proved, most, of.multiplier(), least);
        }
    }

    static AuditFinding of(Seen seen, double claimed, double confidence, String words) {
        Set<Sign> signs = new TreeSet<>();
        if (seen.coupling > ROUNDING) signs.add(Sign.CHANGE);
        if (seen.proved > ROUNDING) signs.add(Sign.PROOF);
        if (seen.mostNoise < seen.stated) signs.add(Sign.NOISE);
        if (seen.least > claimed) signs.add(Sign.EPSILON);
        return new AuditFinding(seen.coupling, seen.proved, seen.least, confidence, signs, words);
    }

    /** The largest change over what is claimed: a report's own ratio is over what its event allows. */
    static double overClaim(Coupling.Report report, double claimedShift) {
        return report.findings().stream()
                .mapToDouble(f -> f.change() == 0 || f.ratio() == 0
                        ? 0
                        : Double.isInfinite(f.ratio())
                                ? f.ratio()
                                : Math.max(f.ratio(), f.change() / Math.min(f.claimed(), claimedShift)))
                .max()
                .orElse(0);
    }

    /** Whether anything contradicts what its authors claim. */
    public boolean caught() {
        return !signs.isEmpty();
    }

    /** What this audit of a faulty method shows that an audit of the method as it is did not. */
    Set<Sign> beyond(AuditFinding sound) {
        Set<Sign> more = new TreeSet<>(signs);
        more.removeAll(sound.signs);
        return more;
    }

    /** As figures of a run. */
    Map<String, Double> metrics() {
        Map<String, Double> all = new TreeMap<>();
        if (!Double.isNaN(coupling)) all.put("change over claimed", coupling);
        if (!Double.isNaN(proved)) all.put("change over proved", proved);
        all.put("epsilon at least", least);
        all.put("confidence", confidence);
        for (Sign sign : Sign.values()) all.put(sign.metric(), signs.contains(sign) ? 1.0 : 0.0);
        return all;
    }
}
