package dpgnn.mpc.ring;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Additive secret sharing modulo 2^64 among any number of parties.
 *
 * <p><b>Guarantee.</b> Any shares but one are jointly uniform whatever the secret is, so parties that pool all but one of them
 * learn nothing from these shares. It needs a secure {@link RandomStream}; a seeded one is for tests, and protects nothing.
 */
public final class Share {
    private Share() {}

    /** Shares of a secret: all uniform but the first, which makes the sum right. */
    public static List<RingMatrix> split(RingMatrix secret, int parties, RandomStream stream) {
        Check.atLeast("parties", parties, 1);
        List<RingMatrix> shares = new ArrayList<>();
        RingMatrix rest = secret.copy();
        shares.add(rest);
        for (int p = 1; p < parties; p++) {
            RingMatrix share = RingMatrix.uniform(secret.rows(), secret.columns(), stream);
            rest.subtract(share);
            shares.add(share);
        }
        return shares;
    }

    /** The secret, from all of its shares. */
    public static RingMatrix reconstruct(List<RingMatrix> shares) {
        if (shares.isEmpty()) throw new IllegalArgumentException("a secret needs at least one share, had none");
        RingMatrix sum = shares.get(0).copy();
        for (RingMatrix share : shares.subList(1, shares.size())) sum.add(share);
        return sum;
    }
}
