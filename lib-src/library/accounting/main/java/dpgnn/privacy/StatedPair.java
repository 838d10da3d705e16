package dpgnn.privacy;

import dpgnn.base.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A pair of distributions of which somebody states that it dominates a mechanism of their own. The library proves what follows
 * from the pair; that it dominates is the user's obligation, in words that ledgers, guarantees and certificates print. No
 * verdict of what ran says more than {@link Verdict#GIVEN}.
 *
 * <p>It is data and no function, so that a ledger can hold it and a run can be resumed from it.
 *
 * <p>Proof: docs/proofs.md, lemma 56.
 *
 * @param statement what the user holds to be proved, and why: a sentence at least
 * @param with for each outcome its probability, at least this, where the unit is there
 * @param without for the same outcomes, where it is not
 * @param beyond the most that the outcomes miss, in either world; it counts as if it told the worlds apart
 */
public record StatedPair(String statement, List<Double> with, List<Double> without, double beyond) implements Event {
    private static final int MOST = 10_000, SHORTEST = 20;

    /** More than what probabilities that are rounded to doubles miss of one. */
    private static final double ROUNDING = 1e-12;

    /** What the ratio of two computed masses may be off by. */
    private static final double BLUR = 1e-9;

    public StatedPair {
        Check.that(
                Check.given("statement", statement).strip().length() >= SHORTEST,
                "statement",
                "a sentence that says why the pair dominates, of " + SHORTEST + " letters at least",
                '"' + statement + '"');
        with = Check.all("with", with);
        without = Check.all("without", without);
        Check.that(
                with.size() == without.size() && !with.isEmpty() && with.size() <= MOST,
                "with and without",
                "equally many and 1 to " + MOST,
                with.size() + " and " + without.size());
        Check.closed("beyond", beyond, 0, 1);
        for (int i = 0; i < with.size(); i++) {
            Check.closed("with " + i, with.get(i), 0, 1);
            Check.closed("without " + i, without.get(i), 0, 1);
        }
        whole("with", with, beyond);
        whole("without", without, beyond);
    }

    private static void whole(String name, List<Double> probabilities, double beyond) {
        double sum = probabilities.stream().mapToDouble(p -> p).sum();
        Check.that(
                sum <= 1 + ROUNDING && sum + beyond >= 1 - ROUNDING,
                "the sum of " + name,
                "1, less at most the " + beyond + " that lies beyond",
                sum);
    }

    /** Two finite distributions on the same outcomes. */
    public static StatedPair of(String statement, double[] with, double[] without) {
        return within(statement, with, without, 0);
    }

    /** Lower bounds of the probabilities of outcomes, and the most that these miss together in either world. */
    public static StatedPair within(String statement, double[] with, double[] without, double beyond) {
        return new StatedPair(
                statement,
                Arrays.stream(Check.given("with", with)).boxed().toList(),
                Arrays.stream(Check.given("without", without)).boxed().toList(),
                beyond);
    }

    /**
     * From a discretised privacy loss ln(with / without): cell i holds the outcomes whose losses are from the i-th border to the next
     * one. Each cell counts as two outcomes at its borders that keep its masses.
     *
     * @param losses the borders of the cells, finite and rising: one more than cells
     * @param with for each cell its probability, at least this, where the unit is there
     * @param without the same where it is not; the ratio must lie between the borders
     */
    public static StatedPair ofCells(
            String statement, double[] losses, double[] with, double[] without, double beyond) {
        Check.given("statement", statement);
        Check.given("without", without);
        int n = Check.given("with", with).length;
        Check.that(
                Check.given("losses", losses).length == n + 1 && Check.given("without", without).length == n && n > 0,
                "losses, with and without",
                "one more border than cells, and at least one cell",
                losses.length + ", " + n + " and " + without.length);
        List<Double> a = new ArrayList<>(), b = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            double low = losses[i], high = losses[i + 1];
            boolean rising = Double.isFinite(low) && Double.isFinite(high) && high > low;
            Check.that(rising, "border " + (i + 1), "finite and above " + low, high);
            boolean within = with[i] >= Math.exp(low) * without[i] * (1 - BLUR)
                    && with[i] <= Math.exp(high) * without[i] * (1 + BLUR);
            Check.that(
                    within,
                    "the ratio of cell " + i,
                    "between e^" + low + " and e^" + high,
                    with[i] + " / " + without[i]);
            double up = (with[i] - Math.exp(low) * without[i]) / -Math.expm1(low - high);
            up = Math.max(0, Math.min(with[i], up));
            a.addAll(List.of(with[i] - up, up));
            b.addAll(List.of((with[i] - up) * Math.exp(-low), up * Math.exp(-high)));
        }
        return new StatedPair(statement, a, b, beyond);
    }

    /**
     * How likely the worlds are told apart for certain, by what comes in the world with the unit (reversed: without it) and never in
     * the other one; 1 where no outcome is shared.
     */
    public double certain(boolean reversed) {
        List<Double> here = reversed ? without : with, there = reversed ? with : without;
        double apart = beyond;
        boolean shared = false;
        for (int i = 0; i < here.size(); i++) {
            if (there.get(i) == 0) apart += here.get(i);
            else shared |= here.get(i) > 0;
        }
        // a sum of doubles that comes to 1 says nothing of what is shared
        return shared && beyond < 1 ? Math.min(Math.nextDown(1.0), apart) : 1;
    }

    /** What users state of the pairs in an event, each once. */
    public static List<String> statements(Event event) {
        return said(Check.given("event", event)).distinct().toList();
    }

    private static Stream<String> said(Event event) {
        return event.parts().flatMap(part -> {
            if (part instanceof BestOf best) return best.trainings().stream().flatMap(StatedPair::said);
            return part instanceof StatedPair pair ? Stream.of(pair.statement()) : Stream.empty();
        });
    }
}
