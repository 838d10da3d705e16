package dpgnn.mpc.secureml;

import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.ProtocolException;
import java.util.HashMap;
import java.util.Map;

/**
 * An instrument of experiments, not part of any protocol: it adds up the holders' shares of pre-activations, which only a process
 * that runs all of them can, and stops the run where a Taylor series has left its range and would explode.
 */
final class RangeGuard {
    private final double bound;
    private final int parties;
    private final Map<String, RingMatrix> sums = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private double largest;

    RangeGuard(double bound, int parties) {
        this.bound = bound;
        this.parties = parties;
    }

    synchronized void see(String where, RingMatrix share) {
        sums.merge(where, share.copy(), RingMatrix::plus);
        if (counts.merge(where, 1, Integer::sum) < parties) return;
        double now = sums.remove(where).decode(SecureEngine.SCALE).largest();
        counts.remove(where);
        largest = Math.max(largest, now);
        if (now > bound)
            throw new ProtocolException(
                    Fault.REFUSED,
                    "the input of " + where + " reached " + now + ", beyond the range of " + bound
                            + " where its series holds; use a smaller learning rate");
    }

    double largest() {
        return largest;
    }
}
