package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * Arithmetic on shares for {@link SecureMlGnn}. Holders and dealer run the same script: where a holder multiplies, the dealer deals,
 * and where there is no mesh at all the cost is counted and nothing else happens.
 */
final class SecureEngine {
    static final int SCALE = Ring.SCALE;

    /** A matrix that only all holders together know; nobody's share at the dealer. */
    record Shared(int rows, int columns, RingMatrix share) {
        Shared transpose() {
            return new Shared(columns, rows, share == null ? null : share.transpose());
        }
    }

    /** A left factor that never changes: its mask is opened once. */
    record Fixed(int rows, int columns, Triples.Left left, RingMatrix e, RingMatrix u, SparseMatrix own) {}

    private final Mesh mesh;
    private final int parties;
    private final boolean dealer;
    private final boolean first;
    private final Stream stream;
    private int epoch;
    private long multiplications;

    SecureEngine(Mesh mesh, int parties, Stream stream) {
        this.mesh = mesh;
        this.parties = parties;
        this.stream = stream;
        dealer = mesh != null && mesh.plays(Role.DEALER);
        first = mesh != null && mesh.first();
    }

    void epoch(int now) {
        epoch = now;
    }

    /** Ring multiplications of one party so far. */
    long multiplications() {
        return multiplications;
    }

    boolean computes() {
        return mesh != null && !dealer;
    }

    private void deal(List<RingMatrix> shares) {
        for (int p = 0; p < parties; p++)
            mesh.send(mesh.roster().holders().get(p), Matter.DEALT, epoch, shares.get(p), 0);
    }

    private RingMatrix dealt(int rows, int columns) {
        return mesh.receive(mesh.roster().dealer(), Matter.DEALT, epoch, rows, columns, 0);
    }

    private Shared result(int rows, int columns, RingMatrix share) {
        return new Shared(rows, columns, share);
    }

    /** Deals V and U V for a left factor, or takes this party's half. */
    private Triples.Half half(Fixed a, boolean transposed, int columns) {
        int inner = transposed ? a.rows() : a.columns();
        int outer = transposed ? a.columns() : a.rows();
        multiplications += (long) inner * outer * columns * (a.own() == null ? 2 : 1);
        if (dealer) {
            Triples.Right right = transposed
                    ? a.left().rightOfTranspose(columns, stream)
                    : a.left().right(columns, stream);
            List<Triples.Half> halves = new ArrayList<>();
            for (int p = 0; p < parties; p++) halves.add(right.take(p));
            deal(halves.stream().map(Triples.Half::v).toList());
            deal(halves.stream().map(Triples.Half::z).toList());
            return null;
        }
        return computes() ? new Triples.Half(dealt(inner, columns), dealt(outer, columns)) : null;
    }

    /** Opens E of a shared left factor; every holder then has E and a share of U. */
    Fixed fix(Shared a) {
        if (dealer) {
            Triples.Left left = Triples.left(a.rows(), a.columns(), parties, stream);
            List<RingMatrix> shares = new ArrayList<>();
            for (int p = 0; p < parties; p++) shares.add(left.share(p));
            deal(shares);
            return new Fixed(a.rows(), a.columns(), left, null, null, null);
        }
        if (!computes()) return new Fixed(a.rows(), a.columns(), null, null, null, null);
        RingMatrix u = dealt(a.rows(), a.columns());
        RingMatrix e = mesh.open(Matter.MASKED_FACTOR, epoch, a.share().minus(u), SCALE);
        return new Fixed(a.rows(), a.columns(), null, e, u, null);
    }

    /** Masks a sparse factor that one holder has: all of U goes to it, and E from it to the others. */
    Fixed fix(String owner, SparseMatrix own, int rows, int columns) {
        if (dealer) {
            Triples.Left left = Triples.left(rows, columns, parties, stream);
            RingMatrix u = left.share(0).copy();
            for (int p = 1; p < parties; p++) u.add(left.share(p));
            mesh.send(owner, Matter.DEALT, epoch, u, 0);
            return new Fixed(
                    rows, columns, left, null, null, SparseMatrix.of(1, new int[2], new int[0], new double[0]));
        }
        SparseMatrix nothing = SparseMatrix.of(columns, new int[rows + 1], new int[0], new double[0]);
        if (!computes()) return new Fixed(rows, columns, null, null, null, nothing);
        if (!mesh.self().equals(owner))
            return new Fixed(
                    rows,
                    columns,
                    null,
                    mesh.receive(owner, Matter.MASKED_FACTOR, epoch, rows, columns, SCALE),
                    null,
                    nothing);
        RingMatrix e = RingMatrix.encode(own, SCALE).subtract(dealt(rows, columns));
        for (String peer : mesh.otherHolders()) mesh.send(peer, Matter.MASKED_FACTOR, epoch, e, SCALE);
        return new Fixed(rows, columns, null, e, null, own);
    }

    /** Fixed times shared, at the scale of either. */
    Shared times(Fixed a, Shared b, boolean transposed) {
        int rows = transposed ? a.columns() : a.rows();
        Triples.Half half = half(a, transposed, b.columns());
        RingMatrix product = null;
        if (computes()) {
            RingMatrix g = mesh.open(Matter.MASKED_FACTOR, epoch, b.share().minus(half.v()), SCALE);
            if (a.own() == null)
                product = transposed
                        ? Triples.transposeProduct(a.e(), a.u(), g, half, first)
                        : Triples.product(a.e(), a.u(), g, half, first);
            else
                // A B = A G + (E + U) V: the owner multiplies its sparse A in the clear, all multiply E by their share
                // of V.
                product = (transposed ? a.e().transposeTimes(half.v()) : a.e().times(half.v()))
                        .add(half.z())
                        .add(
                                transposed
                                        ? RingMatrix.product(a.own().transpose(), SCALE, g)
                                        : RingMatrix.product(a.own(), SCALE, g));
        }
        return truncate(result(rows, b.columns(), product), SCALE);
    }

    /** Shared times shared, with a mask for the left factor that serves this once. */
    Shared times(Shared a, Shared b) {
        return times(fix(a), b, false);
    }

    /** Entry by entry, at twice the scale. */
    Shared hadamard(Shared a, Shared b) {
        multiplications += 3L * a.rows() * a.columns();
        if (dealer) {
            List<RingMatrix[]> triples = Triples.hadamard(a.rows(), a.columns(), parties, stream);
            for (int i = 0; i < 3; i++) {
                int part = i;
                deal(triples.stream().map(t -> t[part]).toList());
            }
        }
        if (!computes()) return result(a.rows(), a.columns(), null);
        RingMatrix u = dealt(a.rows(), a.columns());
        RingMatrix v = dealt(a.rows(), a.columns());
        RingMatrix z = dealt(a.rows(), a.columns());
        RingMatrix both = RingMatrix.of(a.rows(), 2 * a.columns());
        both.put(0, a.share().minus(u));
        both.put(a.columns(), b.share().minus(v));
        both = mesh.open(Matter.MASKED_FACTOR, epoch, both, SCALE);
        RingMatrix e = both.slice(0, a.columns());
        RingMatrix g = both.slice(a.columns(), 2 * a.columns());
        z.add(e.hadamard(first ? v.plus(g) : v)).add(u.hadamard(g));
        return result(a.rows(), a.columns(), z);
    }

    /** SecureML's own rule between two, dealt masks among more. */
    Shared truncate(Shared a, int shift) {
        if (parties == 2) {
            RingMatrix share = computes()
                    ? Truncation.local(a.share(), shift, mesh.roster().holders().indexOf(mesh.self()), 2)
                    : null;
            return result(a.rows(), a.columns(), share);
        }
        if (dealer) {
            List<Truncation.Mask> masks = Truncation.deal(a.rows(), a.columns(), shift, parties, stream);
            deal(masks.stream().map(Truncation.Mask::r).toList());
            deal(masks.stream().map(Truncation.Mask::shifted).toList());
            deal(masks.stream().map(Truncation.Mask::top).toList());
        }
        if (!computes()) return a;
        var mask = new Truncation.Mask(
                dealt(a.rows(), a.columns()), dealt(a.rows(), a.columns()), dealt(a.rows(), a.columns()));
        RingMatrix opened = mesh.open(Matter.MASKED_VALUE, epoch, Truncation.mask(a.share(), mask, first), 2 * SCALE);
        return result(a.rows(), a.columns(), Truncation.finish(opened, mask, shift, first));
    }

    /** a + factor * b, at no cost. */
    Shared add(Shared a, long factor, Shared b) {
        return result(a.rows(), a.columns(), computes() ? a.share().copy().add(factor, b.share()) : null);
    }

    Shared scaled(Shared a, long factor) {
        RingMatrix zero = computes() ? RingMatrix.of(a.rows(), a.columns()) : null;
        return add(result(a.rows(), a.columns(), zero), factor, a);
    }

    /** A public number in every entry: one holder adds it. */
    Shared plus(Shared a, long constant) {
        return result(
                a.rows(),
                a.columns(),
                !computes() ? null : first ? a.share().copy().add(constant) : a.share());
    }

    Shared beside(Shared a, Shared b) {
        if (!computes()) return result(a.rows(), a.columns() + b.columns(), null);
        RingMatrix both = RingMatrix.of(a.rows(), a.columns() + b.columns());
        both.put(0, a.share());
        both.put(a.columns(), b.share());
        return result(both.rows(), both.columns(), both);
    }

    Shared slice(Shared a, int from, int to) {
        return result(a.rows(), to - from, computes() ? a.share().slice(from, to) : null);
    }

    /** Everybody's shares to the label holder; what it gives is null at all others. */
    Matrix reveal(Shared a) {
        if (!computes()) return null;
        if (!first) {
            mesh.send(mesh.roster().labelHolder(), Matter.LOGIT_SHARE, epoch, a.share(), SCALE);
            return null;
        }
        RingMatrix sum = a.share().copy();
        for (String peer : mesh.otherHolders())
            sum.add(mesh.receive(peer, Matter.LOGIT_SHARE, epoch, a.rows(), a.columns(), SCALE));
        return sum.decode(SCALE);
    }

    /** One holder's secret, shared among all. */
    Shared share(String owner, RingMatrix secret, int rows, int columns) {
        if (!computes()) return result(rows, columns, null);
        if (!mesh.self().equals(owner))
            return result(rows, columns, mesh.receive(owner, Matter.SECRET_SHARE, epoch, rows, columns, SCALE));
        List<RingMatrix> shares = Share.split(secret, parties, stream);
        int next = 1;
        for (String peer : mesh.otherHolders()) mesh.send(peer, Matter.SECRET_SHARE, epoch, shares.get(next++), SCALE);
        return result(rows, columns, shares.get(0));
    }
}
