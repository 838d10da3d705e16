package dpgnn.mpc.secureml;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.ring.Share;
import dpgnn.mpc.ring.Triples;
import dpgnn.mpc.ring.Truncation;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.random.RandomStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A holder's part: it computes on its own share of every matrix. */
final class SecureHolder extends SecureEngine<RingMatrix, SecureHolder.Factor> {
    /** A masked left factor, of which everybody knows E. */
    interface Factor {
        RingMatrix e();

        /** This holder's share of the product with what was opened as G. */
        RingMatrix product(RingMatrix g, Triples.Half half, boolean transposed, boolean first);
    }

    /** A factor that only all holders together know, and this holder's share of its mask. */
    private record SharedFactor(RingMatrix e, RingMatrix u) implements Factor {
        @Override
        public RingMatrix product(RingMatrix g, Triples.Half half, boolean transposed, boolean first) {
            return transposed ? Triples.transposeProduct(e, u, g, half, first) : Triples.product(e, u, g, half, first);
        }
    }

    /**
     * A factor that one holder has, with all of its mask.
     *
     * @param own the factor there, zeros at the others
     */
    private record OwnedFactor(RingMatrix e, SparseMatrix own) implements Factor {
        /** A B = A G + (E + U) V: the owner multiplies its sparse A in the clear, all multiply E by their share of V. */
        @Override
        public RingMatrix product(RingMatrix g, Triples.Half half, boolean transposed, boolean first) {
            RingMatrix product = transposed ? e.transposeTimes(half.v()) : e.times(half.v());
            SparseMatrix clear = transposed ? own.transpose() : own;
            return product.add(half.z()).add(RingMatrix.product(clear, SCALE, g));
        }
    }

    private final Endpoint endpoint;
    private final List<String> holders;
    private final int self;
    private final boolean first;
    private final RandomStream stream;
    private int epoch;

    SecureHolder(Endpoint endpoint, RandomStream stream) {
        this.endpoint = endpoint;
        this.stream = stream;
        holders = endpoint.roster().holders();
        self = holders.indexOf(endpoint.self());
        first = endpoint.first();
    }

    @Override
    void epoch(int now) {
        epoch = now;
    }

    private RingMatrix dealt(int rows, int columns) {
        return endpoint.receive(endpoint.roster().dealer(), MessageKind.DEALT, epoch, rows, columns, 0);
    }

    private RingMatrix open(RingMatrix masked) {
        return endpoint.open(MessageKind.MASKED_FACTOR, epoch, masked, SCALE);
    }

    @Override
    RingMatrix transpose(RingMatrix a) {
        return a.transpose();
    }

    @Override
    RingMatrix sum(int rows, int columns, Function<String, Matrix> part) {
        return RingMatrix.encode(part.apply(endpoint.self()), SCALE);
    }

    @Override
    RingMatrix share(int owner, int rows, int columns, Supplier<RingMatrix> secret) {
        if (owner != self)
            return endpoint.receive(holders.get(owner), MessageKind.SECRET_SHARE, epoch, rows, columns, SCALE);
        List<RingMatrix> shares = Share.split(secret.get(), holders.size(), stream);
        int next = 1;
        for (String peer : endpoint.otherHolders())
            endpoint.send(peer, MessageKind.SECRET_SHARE, epoch, shares.get(next++), SCALE);
        return shares.get(0);
    }

    @Override
    Factor fix(RingMatrix a) {
        RingMatrix u = dealt(a.rows(), a.columns());
        return new SharedFactor(open(a.minus(u)), u);
    }

    /** All of the mask goes to the owner, and E from it to the others. */
    @Override
    Factor fix(int owner, int rows, int columns, Supplier<SparseMatrix> secret) {
        if (owner != self) {
            RingMatrix e = endpoint.receive(holders.get(owner), MessageKind.MASKED_FACTOR, epoch, rows, columns, SCALE);
            return new OwnedFactor(e, SparseMatrix.of(columns, new int[rows + 1], new int[0], new double[0]));
        }
        SparseMatrix own = secret.get();
        RingMatrix e = RingMatrix.encode(own, SCALE).subtract(dealt(rows, columns));
        for (String peer : endpoint.otherHolders()) endpoint.send(peer, MessageKind.MASKED_FACTOR, epoch, e, SCALE);
        return new OwnedFactor(e, own);
    }

    @Override
    RingMatrix times(Factor a, RingMatrix b, boolean transposed) {
        int inner = transposed ? a.e().rows() : a.e().columns();
        int outer = transposed ? a.e().columns() : a.e().rows();
        Triples.Half half = new Triples.Half(dealt(inner, b.columns()), dealt(outer, b.columns()));
        RingMatrix g = open(b.minus(half.v()));
        return truncate(a.product(g, half, transposed, first), SCALE);
    }

    @Override
    RingMatrix hadamard(RingMatrix a, RingMatrix b) {
        int columns = a.columns();
        RingMatrix u = dealt(a.rows(), columns);
        RingMatrix v = dealt(a.rows(), columns);
        RingMatrix z = dealt(a.rows(), columns);
        RingMatrix both = open(beside(a.minus(u), b.minus(v)));
        RingMatrix e = both.slice(0, columns);
        RingMatrix g = both.slice(columns, 2 * columns);
        return z.add(e.hadamard(first ? v.plus(g) : v)).add(u.hadamard(g));
    }

    @Override
    RingMatrix truncate(RingMatrix a, int shift) {
        if (holders.size() == 2) return Truncation.local(a, shift, self, 2);
        int rows = a.rows();
        int columns = a.columns();
        var mask = new Truncation.Mask(dealt(rows, columns), dealt(rows, columns), dealt(rows, columns));
        RingMatrix opened = endpoint.open(MessageKind.MASKED_VALUE, epoch, Truncation.mask(a, mask, first), 2 * SCALE);
        return Truncation.finish(opened, mask, shift, first);
    }

    @Override
    RingMatrix add(RingMatrix a, long factor, RingMatrix b) {
        return a.copy().add(factor, b);
    }

    @Override
    RingMatrix scaled(RingMatrix a, long factor) {
        return RingMatrix.of(a.rows(), a.columns()).add(factor, a);
    }

    @Override
    RingMatrix plus(RingMatrix a, long constant) {
        return first ? a.copy().add(constant) : a;
    }

    @Override
    RingMatrix beside(RingMatrix a, RingMatrix b) {
        RingMatrix both = RingMatrix.of(a.rows(), a.columns() + b.columns());
        both.put(0, a);
        both.put(a.columns(), b);
        return both;
    }

    @Override
    RingMatrix slice(RingMatrix a, int from, int to) {
        return a.slice(from, to);
    }

    @Override
    Optional<Matrix> reveal(RingMatrix a) {
        if (!first) {
            endpoint.send(endpoint.roster().labelHolder(), MessageKind.LOGIT_SHARE, epoch, a, SCALE);
            return Optional.empty();
        }
        RingMatrix sum = a.copy();
        for (String peer : endpoint.otherHolders())
            sum.add(endpoint.receive(peer, MessageKind.LOGIT_SHARE, epoch, a.rows(), a.columns(), SCALE));
        return Optional.of(sum.decode(SCALE));
    }

    @Override
    void show(RingMatrix a, Consumer<RingMatrix> to) {
        to.accept(a);
    }
}
