package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * An epoch of home stars by random allocation: the worlds are the ends of a chain in which one star after the other leaves the sums
 * of world 0, and one after the other comes to those of world 1. Each link is an epoch of random allocation. What a test of a
 * certain size finds at most is a curve of each link; that of the chain is one curve inserted into the next, so that losses of the
 * same place add up. Each shared part is rounded up, and no other mass falls.
 *
 * <p>Proof: docs/proofs.md, lemma 78.
 */
final class AllocatedStarsLoss implements LossModel {
    private static final double UNIT = 1.2e-16;

    /** More than what a loss is off by, so that it does not matter in which order pieces of nearly the same loss come. */
    private static final double BLUR = 1e-13;

    private final Event.AllocatedStars event;
    private final RandomAllocationLoss link;
    private LossCells cells;

    AllocatedStarsLoss(Event.AllocatedStars event) {
        this.event = event;
        link = new RandomAllocationLoss(new Event.RandomAllocation(event.batches(), event.scale()));
    }

    @Override
    public List<LossCells> cells(Resolution resolution, Degrees degrees) {
        if (cells == null) cells = chained();
        return List.of(cells);
    }

    /** Of a node that has no home. */
    @Override
    public List<LossCells> attained(Resolution resolution, Degrees degrees) {
        return link.attained(resolution, degrees);
    }

    private LossCells chained() {
        LossCells pair = link.cells(null, null).get(0);
        Curve come = Curve.of(pair), leave = Curve.of(pair.reversed()), all = come;
        for (int home = 0; home < event.homes(); home++) all = leave.then(all.then(come));
        LossCells cells = new LossCells();
        for (int i = all.size() - 1; i >= 0; i--) {
            Piece p = all.pieces[i];
            double loss = (p.low + p.high) / 2;
            double difference = p.without == 0 ? -p.with : p.with == 0 ? p.without : -p.without * Math.expm1(loss);
            cells.add(p.with, p.without, difference, p.low, p.high);
        }
        return cells;
    }

    /** Outcomes of one loss: their masses with the unit and without it. */
    private record Piece(double with, double without, double low, double high) {
        Piece times(double factor) {
            return new Piece(factor * with, factor * without, low, high);
        }
    }

    /** Pieces from the largest loss on, of which both masses have the same sum, up to a part of each mass. */
    private record Curve(Piece[] pieces, double sum, double part) {
        static Curve of(LossCells cells) {
            List<Piece> pieces = new ArrayList<>();
            for (int i = cells.size() - 1; i >= 0; i--)
                pieces.add(new Piece(cells.massA(i), cells.massB(i), cells.low(i), cells.high(i)));
            return of(pieces);
        }

        /** Where one mass lacks something, pieces that have more of it are raised. */
        static Curve of(List<Piece> given) {
            Piece[] p = given.stream().filter(q -> q.with > 0 || q.without > 0).toArray(Piece[]::new);
            double with = sums(p, true)[p.length], without = sums(p, false)[p.length], apart = 0;
            for (Piece q : p) apart += Math.max(0, with < without ? q.with - q.without : q.without - q.with);
            double factor = 1 + Math.abs(with - without) / apart;
            for (int i = 0; i < p.length; i++)
                if (with < without ? p[i].with > p[i].without : p[i].without > p[i].with) p[i] = p[i].times(factor);
            return new Curve(p, Math.max(with, without), 32 * UNIT * (1 + 1 / apart));
        }

        int size() {
            return pieces.length;
        }

        /** Sums from the first piece on, by Neumaier's rule. */
        private static double[] sums(Piece[] of, boolean with) {
            double[] sums = new double[of.length + 1];
            double sum = 0, rest = 0;
            for (int i = 0; i < of.length; i++) {
                double next = with ? of[i].with : of[i].without, more = sum + next;
                rest += sum >= next ? sum - more + next : next - more + sum;
                sum = more;
                sums[i + 1] = sum + rest;
            }
            return sums;
        }

        /** A pair whose world with the unit is that without it of another pair. */
        Curve then(Curve next) {
            Curve first = raised(next.sum), second = next.raised(sum);
            Places a = Places.of(first.pieces, true), b = Places.of(second.pieces, false);
            double off = first.part + second.part;
            List<Piece> chain = new ArrayList<>();
            for (Piece p : first.pieces)
                if (p.with == 0) chain.add(new Piece(0, p.without, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY));
            for (int i = 0, from = 0; i < first.size(); i++) {
                Piece p = first.pieces[i];
                if (p.with == 0) continue;
                while (from < second.size()
                        && !(a.shared(i, from, b, p.with, p.with, off) > 0)
                        && b.isBefore(from, i, a)) from++;
                for (int j = from; j < second.size(); j++) {
                    Piece q = second.pieces[j];
                    double length = a.shared(i, j, b, p.with, q.without, off);
                    if (length > 0) chain.add(joined(length / q.without * q.with, length / p.with * p.without, p, q));
                    else if (q.without > 0 && a.isBefore(i, j, b)) break;
                }
            }
            for (Piece q : second.pieces)
                if (q.without == 0) chain.add(new Piece(q.with, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
            chain.sort(Collections.reverseOrder((x, y) -> Double.compare(x.low + x.high, y.low + y.high)));
            return of(chain);
        }

        private static Piece joined(double with, double without, Piece p, Piece q) {
            if (with == 0 || without == 0) {
                double loss = with == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
                return new Piece(with, without, loss, loss);
            }
            double low = p.low + q.low, high = p.high + q.high, around = BLUR * (1 + Math.abs(p.low) + Math.abs(q.low));
            return new Piece(with, without, low - around, high + around);
        }

        private Curve raised(double to) {
            if (to <= sum) return this;
            double factor = to / sum;
            return new Curve(
                    Arrays.stream(pieces).map(p -> p.times(factor)).toArray(Piece[]::new), to, part + 8 * UNIT);
        }
    }

    /** Where pieces begin, from the first one on and from the last one on: the nearer end is the more precise. */
    private record Places(double[] before, double[] after) {
        static Places of(Piece[] pieces, boolean with) {
            Piece[] back = pieces.clone();
            Collections.reverse(Arrays.asList(back));
            double[] sums = Curve.sums(back, with), after = new double[sums.length];
            for (int i = 0; i < sums.length; i++) after[i] = sums[sums.length - 1 - i];
            return new Places(Curve.sums(pieces, with), after);
        }

        /** How far one place lies behind another one, at least or at most by what both may be off. */
        private double behind(int place, int than, Places other, double off) {
            boolean near = before[place] <= after[place];
            double x = near ? before[place] : after[place], y = near ? other.before[than] : other.after[than];
            return (near ? x - y : y - x) + off * Math.max(x, y);
        }

        boolean isBefore(int piece, int next, Places other) {
            return behind(piece + 1, next, other, 0) <= 0;
        }

        /** The most that two pieces may have in common. */
        double shared(int i, int j, Places other, double most, double orMost, double off) {
            double length = Math.min(behind(i + 1, j, other, off), other.behind(j + 1, i, this, off));
            return length > 0 ? Math.min(length, Math.min(most, orMost)) * (1 + 8 * UNIT) : 0;
        }
    }
}
