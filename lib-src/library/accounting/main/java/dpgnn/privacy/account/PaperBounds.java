package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.step.Amplification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Computes what the papers claim, by their own formulas as printed. Every answer is CLAIMED and states what the claim rests
 * on. What can be proved for a run comes from its event and an accountant.
 */
public final class PaperBounds {
    /** The orders of the random-walk paper's accountant. */
    private static final double[] WALK_ORDERS =
            IntStream.rangeClosed(2, 256).mapToDouble(i -> i).toArray();
    /** The orders of the degree-bounding baseline's public code. */
    private static final double[] NDP_ORDERS =
            IntStream.rangeClosed(11, 99).mapToDouble(i -> i / 10.0).toArray();

    private PaperBounds() {}

    // Text classification (Igamberdiev and Habernal 2022)

    /** Tables 3 and 4: integer moments 1..32 at the lot's ratio (1: the whole graph is one lot), noise over the clip norm. */
    public static Guarantee textClassification(double noise, long steps, double ratio, double delta) {
        Event step = new Event.PoissonSampled(ratio, noise, Relation.ADD_REMOVE);
        return claim(
                MomentsAccountant.standard().epsilon(new Event.Repeated(step, steps), delta),
                delta,
                Unit.NODE,
                Relation.ADD_REMOVE,
                "the moments accountant of Igamberdiev and Habernal",
                "The clip norm is taken as the sensitivity: right when the other world releases a zero gradient, that is no graph"
                        + " at all, not when a document is replaced or removed; there it is twice the clip norm.",
                "The released code did not clip at all.");
    }

    /** The printed epsilon 0.50 of Table 4 (lot 60000, noise 100) needs 85 epochs; 100 epochs, as in the other rows, give this. */
    public static Guarantee textClassificationTable4(int lot, double noise, int epochs) {
        double ratio = lot / 60000.0;
        return textClassification(noise, Math.round(epochs / ratio), ratio, 1e-5);
    }

    /**
     * One row of what is claimed and what can be proved for clipped whole-graph gradients.
     *
     * @param published moments accountant, sensitivity C: the paper's
     * @param exact exact composition, sensitivity C
     * @param momentsReplaced moments accountant, sensitivity 2C: sound for any change of the graph
     * @param exactReplaced exact composition, sensitivity 2C: the least that is sound
     */
    public record WholeGraph(double published, double exact, double momentsReplaced, double exactReplaced) {}

    public static WholeGraph wholeGraph(double noise, long steps, double delta) {
        return new WholeGraph(
                textClassification(noise, steps, 1, delta).epsilon(),
                GaussianDp.of(noise, steps).epsilon(delta),
                textClassification(noise / 2, steps, 1, delta).epsilon(),
                GaussianDp.of(noise / 2, steps).epsilon(delta));
    }

    // Random walks (Ayle et al. 2023)

    /** The least number of subgraphs that any graph can give: ceil(n / (1 + R L)). */
    public static long leastSubgraphs(long trainingNodes, int length, int restarts) {
        Check.atLeast("trainingNodes", trainingNodes, 1);
        if (length < 0 || restarts < 1)
            throw new IllegalArgumentException(
                    "length must be at least 0 and restarts at least 1, were " + length + " and " + restarts);
        long size = 1 + (long) restarts * length;
        return (trainingNodes + size - 1) / size;
    }

    /** Theorem 9 of Wang, Balle and Kasiviswanathan, or no amplification where that is less; multiplier over twice the clip. */
    public static Guarantee randomWalk(
            long trainingNodes, int length, int restarts, long batch, double multiplier, long steps, double delta) {
        Event step = walkStep(trainingNodes, length, restarts, batch, multiplier);
        return claim(
                walkAccountant().epsilon(new Event.Repeated(step, steps), delta),
                delta,
                Unit.FEATURE,
                Relation.REPLACE,
                "the Rényi accounting of Ayle et al.",
                "The sampling rate is taken over the least possible number of subgraphs, "
                        + leastSubgraphs(trainingNodes, length, restarts) + ".",
                "The gradient norm that the clip was set from, the standardisation of features and the choice of parameters on"
                        + " validation data are taken as public.");
    }

    /** The most steps for this budget. The paper's code tests after the step, and so overshoots by one. */
    public static long randomWalkSteps(
            long trainingNodes, int length, int restarts, long batch, double multiplier, double epsilon, double delta) {
        Event step = walkStep(trainingNodes, length, restarts, batch, multiplier);
        RdpAccountant accountant = walkAccountant();
        return most(t -> accountant.epsilon(new Event.Repeated(step, t), delta), epsilon);
    }

    private static RdpAccountant walkAccountant() {
        return RdpAccountant.of(WALK_ORDERS).withAmplification(Amplification.GENERAL);
    }

    private static Event walkStep(long trainingNodes, int length, int restarts, long batch, double multiplier) {
        long least = leastSubgraphs(trainingNodes, length, restarts);
        if (batch > least)
            throw new IllegalArgumentException("batch must be at most the least number of subgraphs " + least
                    + ", or the published rate exceeds 1; was " + batch);
        return new Event.WithoutReplacement(least, batch, multiplier);
    }

    /** The largest t with value(t) at most the budget, for a value that grows; 0 when not even one. */
    private static long most(LongToDoubleFunction value, double budget) {
        Check.atLeast("epsilon", budget, 0);
        long low = 0;
        long high = 1;
        while (high < 1L << 50 && value.applyAsDouble(high) <= budget) {
            low = high;
            high *= 2;
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (value.applyAsDouble(middle) <= budget) low = middle;
            else high = middle;
        }
        return low;
    }

    // Bounded degree (Daigavane et al. 2021): NDP, and FDP of the random-walk paper

    /** Noise over 2 C times the affected terms; the baseline's orders 1.1 to 9.9. */
    public static Guarantee boundedDegree(
            long nodes, long affected, long batch, double multiplier, long steps, double delta, Unit unit) {
        // more terms than there are cannot be affected; the multiplier stays that of the bound
        long possible = Math.min(nodes, affected);
        Event step = new Event.Hypergeometric(nodes, possible, batch, multiplier * affected / possible);
        return claim(
                RdpAccountant.of(NDP_ORDERS).epsilon(new Event.Repeated(step, steps), delta),
                delta,
                unit,
                Relation.REPLACE,
                "the Rényi accounting of Daigavane et al.",
                "No node affects more than " + affected + " terms; the degree bounding holds that for every graph.",
                "Clip norms set from the gradients of training nodes are taken as public.");
    }

    // HeterPoisson (Xiang, Wang and Wang 2024)

    /**
     * Theorem 2 by the Rényi accounting that the paper prints, with probabilities min(1, M/D). Refused where the bound is
     * vacuous, which is wherever a node may have many out-neighbours.
     *
     * @param sigma standard deviation with gradients clipped to 1/2
     */
    public static Guarantee heterPoisson(
            double rate, double peripherals, int maxOutDegree, double sigma, long steps, double delta) {
        Event step = new Event.HeterPoisson(rate, peripherals, maxOutDegree, 2 * sigma, true, Event.Proof.PUBLISHED);
        return claim(
                RdpAccountant.standard().epsilon(new Event.Repeated(step, steps), delta),
                delta,
                Unit.NODE,
                Relation.PARTICIPATION,
                "theorem 2 of Xiang, Wang and Wang",
                "The proof takes the gradients of the other stars as independent of which nodes are centres, which they are not."
                        + " No counter-example is known.",
                "No node has more than " + maxOutDegree + " out-neighbours.");
    }

    // DPGGAN (Yang et al. 2021)

    /**
     * Theorem 1 as the experiments use it.
     *
     * @param steps (sigma eps / (2 q))² / ln(1/delta) rounded, from sigma = 2 q sqrt(T ln(1/delta)) / eps
     * @param limit 2 ln(1/(q sigma)) q² T, below which epsilon must lie
     * @param batch q N nodes
     * @param moments what the moments accountant gives for these steps
     */
    public record Generation(Guarantee guarantee, long steps, double limit, double batch, double moments) {
        /** Whether the theorem's own condition on epsilon holds. */
        public boolean conditionHolds() {
            return guarantee.epsilon() < limit;
        }
    }

    public static Generation generation(double epsilon, double delta, double rate, double sigma, int nodes) {
        if (!(epsilon > 0)) throw new IllegalArgumentException("epsilon must be positive, was " + epsilon);
        Check.atLeast("nodes", nodes, 1);
        Check.open("delta", delta, 0, 1);
        Event step = new Event.PoissonSampled(rate, sigma, Relation.ADD_REMOVE);
        long steps = Math.round(Math.pow(sigma * epsilon / (2 * rate), 2) / -Math.log(delta));
        double limit = 2 * Math.log(1 / (rate * sigma)) * rate * rate * steps;
        double moments = MomentsAccountant.standard().epsilon(new Event.Repeated(step, steps), delta);
        List<String> notes = new ArrayList<>();
        notes.add(
                "Clipping the gradient of every node does not bound what one edge changes: it changes the codes of all nodes"
                        + " within two hops, and with them every node's loss.");
        notes.add("Encoder and discriminator are trained without noise, so that no sampling amplifies.");
        if (epsilon >= limit)
            notes.add(String.format(
                    Locale.ROOT, "The theorem's own condition fails: epsilon %s is not below %.4g.", epsilon, limit));
        if (rate * nodes < 1)
            notes.add(
                    String.format(Locale.ROOT, "A batch would have %.3g nodes, which is less than one.", rate * nodes));
        if (moments > epsilon)
            notes.add(String.format(Locale.ROOT, "The moments accountant gives %.4g for these steps.", moments));
        Guarantee guarantee = claim(
                epsilon,
                delta,
                Unit.EDGE,
                Relation.ADD_REMOVE,
                "theorem 1 of Yang et al.",
                notes.toArray(String[]::new));
        return new Generation(guarantee, steps, limit, rate * nodes, moments);
    }

    // GAP (Sajadmanesh et al. 2023), as a baseline of the HeterPoisson paper

    private static Guarantee claim(
            double epsilon, double delta, Unit unit, Relation relation, String by, String... assumptions) {
        return Guarantee.of(unit, relation).by(by, epsilon, delta, Verdict.CLAIMED, List.of(assumptions));
    }
}
