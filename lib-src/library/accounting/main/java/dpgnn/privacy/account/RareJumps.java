package dpgnn.privacy.account;

import dpgnn.privacy.step.LossCells;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A pair that is played many times and has a rare large loss, such as the one step in ten thousand that samples the unit. One
 * lattice cannot hold losses of such different sizes, and no tilt lifts a tail that is nearly a power of the loss out of the
 * rounding of a transform. So the large losses are taken out.
 *
 * <p><b>Guarantee.</b> Outcomes without a large loss, or with one at any of T places, are bounded by {@link Composition}; two or
 * more have a probability of at most p² T (T-1) / 2. Several tilts give several bounds, and the best is taken.
 *
 * <p>Proof: docs/proofs.md, lemma 39.
 */
final class RareJumps implements ProfileBound {
    /** What two jumps may add to delta, as a part of the tolerance. */
    private static final double TWICE = 0.1;

    /** Parts of the tilt under which the composition is looked at. */
    private static final double[] TILTS = {0, 0.1, 0.4, 1};

    private final boolean upper;
    private final double times;
    private final double twice;
    private final double near;
    private final double[] loss;
    private final double[] mass;
    private final List<Composition> all = new ArrayList<>();
    private final List<Composition> butOne = new ArrayList<>();
    private boolean composed = true; // else nothing is said, which a bound may always do

    /** The mean size of a loss: what most steps change, however large the rare ones are. */
    static double typical(List<LossCells> parts) {
        double sum = 0;
        for (LossCells cells : parts)
            for (int i = 0; i < cells.size(); i++) {
                double loss = cells.merged(i);
                if (!Double.isInfinite(loss)) sum += cells.massA(i) * Math.abs(loss);
            }
        return sum;
    }

    private record Cell(LossCells cells, int at) {}

    /**
     * @param near about where epsilon lies
     * @param excess how far it may be off
     */
    RareJumps(List<LossCells> parts, long times, double delta, double near, double excess, boolean upper) {
        this.upper = upper;
        this.times = times;
        this.near = near;
        List<Cell> order = new ArrayList<>();
        for (LossCells cells : parts) for (int i = 0; i < cells.size(); i++) order.add(new Cell(cells, i));
        order.sort(Comparator.comparingDouble(c -> -c.cells.low(c.at)));
        double most = Math.sqrt(2 * TWICE * (excess / near) * delta) / times, p = 0;
        int jumps = 0;
        for (; jumps < order.size(); jumps++) {
            Cell c = order.get(jumps);
            double next = p + c.cells.massA(c.at) + LossCells.ROUNDING * c.cells.movedA(c.at);
            if (!(next <= most && c.cells.low(c.at) > 0)) break;
            p = next;
        }
        twice = upper ? p * p * times * (times - 1.0) / 2 * (1 + 1e-9) : 0;
        loss = new double[2 * jumps];
        mass = new double[2 * jumps];
        for (int i = 0; i < jumps; i++) put(i, order.get(i));
        LossCells rest = new LossCells();
        for (int i = order.size() - 1; i >= jumps; i--) {
            LossCells from = order.get(i).cells;
            int at = order.get(i).at;
            rest.add(
                    from.massA(at),
                    from.massB(at),
                    from.difference(at),
                    from.low(at),
                    from.high(at),
                    from.movedA(at),
                    from.movedB(at));
        }
        compose(rest, times, delta, near, excess, false, all);
        compose(rest, times - 1, delta, near, excess, true, butOne);
    }

    private void put(int i, Cell cell) {
        LossCells cells = cell.cells;
        double low = cells.low(cell.at), high = cells.high(cell.at);
        double roundA = LossCells.ROUNDING * cells.movedA(cell.at), roundB = LossCells.ROUNDING * cells.movedB(cell.at);
        if (!upper) {
            double a = cells.massA(cell.at) - roundA, b = cells.massB(cell.at) + roundB;
            if (!(a > 0) || low == Double.POSITIVE_INFINITY) return;
            double l = LossCells.merged(a, b, cells.difference(cell.at) + roundA + roundB, low, high);
            loss[2 * i] = l - LossLattice.blur(l) * (1 + Math.abs(l));
            mass[2 * i] = a;
            return;
        }
        double a = cells.massA(cell.at) + roundA;
        double less = Math.min(cells.massB(cell.at), roundB);
        loss[2 * i] = high;
        loss[2 * i + 1] = low;
        double up = high == Double.POSITIVE_INFINITY || high <= low
                ? a
                : LossLattice.excess(a, cells.massB(cell.at) - less, cells.difference(cell.at) - less - roundA, low)
                        / -Math.expm1(low - high);
        mass[2 * i] = Math.max(0, Math.min(a, up + LossLattice.blur(low) * a));
        mass[2 * i + 1] = a - mass[2 * i];
    }

    private void compose(
            LossCells rest,
            long n,
            double delta,
            double near,
            double excess,
            boolean everywhere,
            List<Composition> into) {
        if (n == 0) return;
        long[] count = {n};
        List<LossCells> parts = List.of(rest);
        SaddlePoint saddle = SaddlePoint.forDelta(List.of(parts), count, delta);
        if (!(composed &= saddle.isComposable())) return;
        double step = saddle.stepFor(excess / (upper ? 4 : 16), upper);
        for (double share : TILTS) {
            // all steps in S matter near epsilon only, which the full tilt is for
            if (!everywhere && share < 0.4) continue;
            SaddlePoint tilted = saddle.tilted(share * saddle.tilt);
            for (double h = step; ; ) {
                try {
                    // a large negative loss is as good as one that only outweighs epsilon
                    double floor = Math.max(tilted.floor(0), -2 * near);
                    if (upper) into.add(Composition.upper(List.of(LossLattice.upper(parts, h, floor)), count, tilted));
                    else
                        for (boolean centred : new boolean[] {false, true})
                            into.add(Composition.lower(
                                    List.of(LossLattice.lower(parts, h, floor, centred)), count, tilted));
                    break;
                } catch (Composition.TooFine fine) {
                    h = fine.coarser(h);
                }
            }
        }
    }

    @Override
    public double delta(double epsilon) {
        if (!composed) return upper ? 1 : 0;
        double sum = 0;
        for (int i = 0; i < mass.length; i++) if (mass[i] > 0) sum += mass[i] * best(butOne, epsilon - loss[i]);
        double total = best(all, epsilon) + times * sum * (1 + (upper ? 1e-9 : -1e-9)) + twice;
        return Math.min(1, total);
    }

    private double best(List<Composition> of, double epsilon) {
        if (epsilon == Double.NEGATIVE_INFINITY) return 1;
        double best = upper ? 1 : 0;
        for (Composition c : of) best = upper ? Math.min(best, c.delta(epsilon)) : Math.max(best, c.delta(epsilon));
        // no step at all
        if (of.isEmpty()) return Math.max(0, -Math.expm1(epsilon));
        return best;
    }

    /** The safe end of a bracket of the least epsilon at which delta is reached; nothing, or less, beyond where it was sought. */
    @Override
    public double epsilon(double delta) {
        if (delta(near) > delta) return upper ? Double.POSITIVE_INFINITY : near;
        return delta(0) <= delta ? 0 : crossing(delta, 0, near, 1e-9, upper);
    }
}
