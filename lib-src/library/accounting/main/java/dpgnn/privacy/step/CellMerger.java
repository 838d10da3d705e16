package dpgnn.privacy.step;

import java.util.Arrays;
import java.util.List;

/**
 * Joins neighbouring cells of those mixtures of a family that matter less at a place. All are cut at the same places, as finely
 * as the heaviest one asks for; a cell's width costs its mass times the width squared, so the best widths go with the inverse third
 * root of the densities. A joined cell has the sums of the masses and the interval of all losses, which is as true as its parts.
 *
 * <p>Proof: docs/proofs.md, lemma 36.
 */
final class CellMerger {
    /** How many times as wide as the heaviest mixture's a cell may become. */
    private static final double WIDEST = 32;

    /** How many cells are joined at most: densities are looked at again then. */
    private static final int MOST = 16;

    private static final int A = 0, B = 1, DIFFERENCE = 2, MOVED_A = 3, MOVED_B = 4, FIELDS = 5;

    private final List<LossCells> cells;
    private final Resolution resolution;
    private final double[] open;
    private final double[] low;
    private final double[] high;
    private final double[] factor;
    private final int[] joined;
    private final double[] span;
    /** Logarithm of every mixture's tilted mass per unit of the line, where it last ended a cell. */
    private final double[] density;

    private final boolean[] ended;
    private double wanted, length, longest;

    CellMerger(List<LossCells> cells, Resolution resolution) {
        int n = cells.size();
        this.cells = cells;
        this.resolution = resolution;
        open = new double[FIELDS * n];
        low = new double[n];
        high = new double[n];
        factor = new double[n];
        joined = new int[n];
        span = new double[n];
        density = new double[n];
        ended = new boolean[n];
        Arrays.fill(low, Double.NaN);
        Arrays.fill(density, Double.NEGATIVE_INFINITY);
    }

    /** Takes the next cell of a mixture. */
    void add(int s, double a, double b, double difference, double from, double to, double movedA, double movedB) {
        int at = FIELDS * s;
        if (Double.isNaN(low[s])) low[s] = from;
        low[s] = Math.min(low[s], from);
        high[s] = joined[s] == 0 ? to : Math.max(high[s], to);
        open[at + A] += a;
        open[at + B] += b;
        open[at + DIFFERENCE] += difference;
        open[at + MOVED_A] += movedA;
        open[at + MOVED_B] += movedB;
        span[s] += length;
        ended[s] = ++joined[s] == MOST || span[s] > longest - length || !(to - low[s] < factor[s] * wanted);
        if (ended[s]) end(s);
    }

    /**
     * Before the cells of a place are added.
     *
     * @param width of losses, which the heaviest mixture's cell should not exceed by much
     * @param part of the line that these cells take up
     * @param most of it that any cell may take up
     */
    void wanted(double width, double part, double most) {
        wanted = cells.size() == 1 || Double.isInfinite(resolution.step()) ? 0 : width;
        length = part;
        longest = most;
    }

    /** After them: how much wider those mixtures that just ended a cell may make the next. */
    void weigh(double[] masses, double[] scales, double[] losses) {
        if (wanted == 0) return;
        double peak = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < ended.length; s++) {
            if (ended[s]) density[s] = log(masses, scales, s, losses[s]) - Math.log(length);
            peak = Math.max(peak, density[s]);
        }
        for (int s = 0; s < ended.length; s++)
            if (ended[s]) factor[s] = Math.min(WIDEST, Math.exp((peak - density[s]) / 3));
    }

    /** @param masses of every mixture, and after the last of what all are compared with */
    private double log(double[] masses, double[] scales, int s, double loss) {
        double mass = scales[s] * masses[resolution.reversed() ? cells.size() : s];
        double tilt = resolution.reversed() ? -resolution.tilt() : resolution.tilt();
        return Math.log(Math.max(1e-300, mass)) + (Double.isInfinite(loss) ? 0 : tilt * loss);
    }

    /** Ends all cells. */
    void close() {
        for (int s = 0; s < ended.length; s++) if (!Double.isNaN(low[s])) end(s);
    }

    private void end(int s) {
        int at = FIELDS * s;
        cells.get(s)
                .add(
                        open[at + A],
                        open[at + B],
                        open[at + DIFFERENCE],
                        low[s],
                        high[s],
                        open[at + MOVED_A],
                        open[at + MOVED_B]);
        Arrays.fill(open, at, at + FIELDS, 0);
        low[s] = Double.NaN;
        joined[s] = 0;
        span[s] = 0;
    }
}
