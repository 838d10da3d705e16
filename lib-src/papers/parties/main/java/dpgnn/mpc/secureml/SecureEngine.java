package dpgnn.mpc.secureml;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.ring.Ring;
import dpgnn.mpc.ring.RingMatrix;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Arithmetic on shares for {@link SecureMlScript}. Holders and dealer run the same script: where a {@link SecureHolder} multiplies,
 * the {@link SecureDealer} deals.
 *
 * @param <S> what a party has of a matrix that only all holders together know
 * @param <F> the same of a left factor that never changes, whose mask is opened once
 */
abstract class SecureEngine<S, F> {
    static final int SCALE = Ring.SCALE;

    /** The epoch that messages belong to from now on. */
    abstract void epoch(int now);

    abstract S transpose(S a);

    /** The sum of what each holder gives, by its name, without a message. */
    abstract S sum(int rows, int columns, Function<String, Matrix> part);

    /** One holder's secret, shared among all; only that holder is asked for it. */
    abstract S share(int owner, int rows, int columns, Supplier<RingMatrix> secret);

    /** Masks a shared left factor. */
    abstract F fix(S a);

    /** Masks a sparse left factor that one holder has, who alone is asked for it. */
    abstract F fix(int owner, int rows, int columns, Supplier<SparseMatrix> secret);

    /** Fixed times shared, at the scale of either. */
    abstract S times(F a, S b, boolean transposed);

    /** Shared times shared, with a mask for the left factor that serves this once. */
    final S times(S a, S b) {
        return times(fix(a), b, false);
    }

    /** Entry by entry, at twice the scale. */
    abstract S hadamard(S a, S b);

    /** SecureML's own rule between two, dealt masks among more. */
    abstract S truncate(S a, int shift);

    /** a + factor * b, at no cost. */
    abstract S add(S a, long factor, S b);

    abstract S scaled(S a, long factor);

    /** A public number in every entry: one holder adds it. */
    abstract S plus(S a, long constant);

    abstract S beside(S a, S b);

    abstract S slice(S a, int from, int to);

    /** Everybody's shares to the label holder, who alone gets the matrix. */
    abstract Optional<Matrix> reveal(S a);

    /** Shows this party's own share, where it has one. */
    abstract void show(S a, Consumer<RingMatrix> to);
}
