package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;

/** Which entries of h0 a holder leaves out of one epoch's training; the others grow to make up for them. */
record InitialDropout(double[] factors) {
    /**
     * @param nodes the rows that are computed, of {@code all}
     */
    static InitialDropout of(
            PpgnnSettings settings, int[] nodes, int all, RandomStream dropout, String holder, int epoch) {
        double share = settings.initialDropout();
        if (share == 0) return new InitialDropout(null);
        int d = settings.width();
        double[] every = new double[Matrix.size(all, d)];
        RandomStream stream = dropout.fork("h0 " + holder + " " + epoch);
        for (int i = 0; i < every.length; i++) every[i] = stream.nextDouble() < share ? 0 : 1 / (1 - share);
        if (nodes == null) return new InitialDropout(every);
        return new InitialDropout(Matrix.of(all, d, every).pick(nodes).values());
    }

    boolean leavesOut() {
        return factors != null;
    }

    Matrix apply(Matrix m) {
        if (factors == null) return m;
        Matrix left = m.copy();
        for (int i = 0; i < factors.length; i++) left.values()[i] *= factors[i];
        return left;
    }
}
