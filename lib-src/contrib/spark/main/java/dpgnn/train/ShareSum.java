package dpgnn.train;

import java.io.Serializable;

/** The exact sum of a share of a batch, without noise: as private as the data. */
final class ShareSum implements Serializable {
    private static final long serialVersionUID = 1;

    final long[] totals;
    final double loss;

    ShareSum(long[] totals, double loss) {
        this.totals = totals;
        this.loss = loss;
    }

    ShareSum plus(ShareSum other) {
        long[] both = totals.clone();
        for (int i = 0; i < both.length; i++) both[i] += other.totals[i];
        return new ShareSum(both, loss + other.loss);
    }
}
