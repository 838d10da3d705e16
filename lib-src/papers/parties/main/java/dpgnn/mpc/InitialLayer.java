package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** h0 = X W0 and the training of W0, as one holder sees it. */
sealed interface InitialLayer permits SharedInitial, PlainInitial, IndividualInitial {
    /** What happens once, before the first epoch of a run. */
    void prepare(int firstEpoch);

    /** The initial embeddings, n x d. */
    Matrix forward(int epoch);

    /** Takes this holder's derivative by h0 and moves W0. */
    void backward(int epoch, Matrix gradient);

    /** Remembers W0 as it is now. */
    void keepBest();

    void save(DataOutput out) throws IOException;

    void load(DataInput in) throws IOException;

    /** A holder's part of W0: independent parts whose sum has the variance that Glorot and Bengio ask for. */
    static Matrix start(PpgnnSizes sizes, PpgnnSettings settings, RandomStream stream) {
        double scale = 1 / Math.sqrt(sizes.widths().size());
        return Matrix.glorot(sizes.width(), settings.width(), stream).map(x -> scale * x);
    }
}
