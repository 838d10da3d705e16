package dpgnn.mpc.secureml;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.ring.Triples;
import dpgnn.mpc.ring.Truncation;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The dealer's part: it knows the shapes of all matrices, and deals the masks that the holders multiply with. */
final class SecureDealer extends SecureEngine<SecureDealer.Outline, SecureDealer.Factor> {
    /** All that the dealer knows of a matrix. */
    record Outline(int rows, int columns) {}

    /**
     * A left factor.
     *
     * @param mask none where costs are counted only
     * @param sparse whether one holder has it, and multiplies it in the clear
     */
    record Factor(int rows, int columns, Optional<Triples.Left> mask, boolean sparse) {}

    private final int holders;
    private final Optional<Endpoint> endpoint;
    private final Optional<RandomStream> stream;
    private int epoch;
    private long multiplications;

    private SecureDealer(int holders, Optional<Endpoint> endpoint, Optional<RandomStream> stream) {
        this.holders = holders;
        this.endpoint = endpoint;
        this.stream = stream;
    }

    SecureDealer(Endpoint endpoint, RandomStream stream) {
        this(endpoint.roster().holders().size(), Optional.of(endpoint), Optional.of(stream));
    }

    /** One that counts what the holders multiply, and draws and deals nothing. */
    static SecureDealer counting(int holders) {
        return new SecureDealer(holders, Optional.empty(), Optional.empty());
    }

    /** Ring multiplications of one holder so far. */
    long multiplications() {
        return multiplications;
    }

    @Override
    void epoch(int now) {
        epoch = now;
    }

    private void deal(List<RingMatrix> shares) {
        List<String> to = endpoint.orElseThrow().roster().holders();
        for (int p = 0; p < holders; p++) endpoint.get().send(to.get(p), MessageKind.DEALT, epoch, shares.get(p), 0);
    }

    private Optional<Triples.Left> mask(int rows, int columns) {
        return stream.map(coins -> Triples.left(rows, columns, holders, coins));
    }

    @Override
    Outline transpose(Outline a) {
        return new Outline(a.columns(), a.rows());
    }

    @Override
    Outline sum(int rows, int columns, Function<String, Matrix> part) {
        return new Outline(rows, columns);
    }

    @Override
    Outline share(int owner, int rows, int columns, Supplier<RingMatrix> secret) {
        return new Outline(rows, columns);
    }

    @Override
    Factor fix(Outline a) {
        Factor factor = new Factor(a.rows(), a.columns(), mask(a.rows(), a.columns()), false);
        factor.mask().ifPresent(left -> {
            List<RingMatrix> shares = new ArrayList<>();
            for (int p = 0; p < holders; p++) shares.add(left.share(p));
            deal(shares);
        });
        return factor;
    }

    @Override
    Factor fix(int owner, int rows, int columns, Supplier<SparseMatrix> secret) {
        Factor factor = new Factor(rows, columns, mask(rows, columns), true);
        factor.mask().ifPresent(left -> {
            RingMatrix u = left.share(0).copy();
            for (int p = 1; p < holders; p++) u.add(left.share(p));
            Endpoint to = endpoint.orElseThrow();
            to.send(to.roster().holders().get(owner), MessageKind.DEALT, epoch, u, 0);
        });
        return factor;
    }

    /** Deals V and U V. */
    @Override
    Outline times(Factor a, Outline b, boolean transposed) {
        multiplications += (long) a.rows() * a.columns() * b.columns() * (a.sparse() ? 1 : 2);
        a.mask().ifPresent(left -> {
            RandomStream coins = stream.orElseThrow();
            Triples.Right right =
                    transposed ? left.rightOfTranspose(b.columns(), coins) : left.right(b.columns(), coins);
            List<Triples.Half> halves = new ArrayList<>();
            for (int p = 0; p < holders; p++) halves.add(right.take(p));
            deal(halves.stream().map(Triples.Half::v).toList());
            deal(halves.stream().map(Triples.Half::z).toList());
        });
        return truncate(new Outline(transposed ? a.columns() : a.rows(), b.columns()), SCALE);
    }

    @Override
    Outline hadamard(Outline a, Outline b) {
        multiplications += 3L * a.rows() * a.columns();
        stream.ifPresent(coins -> {
            List<RingMatrix[]> triples = Triples.hadamard(a.rows(), a.columns(), holders, coins);
            for (int i = 0; i < 3; i++) {
                int part = i;
                deal(triples.stream().map(t -> t[part]).toList());
            }
        });
        return a;
    }

    @Override
    Outline truncate(Outline a, int shift) {
        if (holders == 2) return a;
        stream.ifPresent(coins -> {
            List<Truncation.Mask> masks = Truncation.deal(a.rows(), a.columns(), shift, holders, coins);
            deal(masks.stream().map(Truncation.Mask::r).toList());
            deal(masks.stream().map(Truncation.Mask::shifted).toList());
            deal(masks.stream().map(Truncation.Mask::top).toList());
        });
        return a;
    }

    @Override
    Outline add(Outline a, long factor, Outline b) {
        return a;
    }

    @Override
    Outline scaled(Outline a, long factor) {
        return a;
    }

    @Override
    Outline plus(Outline a, long constant) {
        return a;
    }

    @Override
    Outline beside(Outline a, Outline b) {
        return new Outline(a.rows(), a.columns() + b.columns());
    }

    @Override
    Outline slice(Outline a, int from, int to) {
        return new Outline(a.rows(), to - from);
    }

    @Override
    Optional<Matrix> reveal(Outline a) {
        return Optional.empty();
    }

    @Override
    void show(Outline a, Consumer<RingMatrix> to) {
        // It has no share.
    }
}
