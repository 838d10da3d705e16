package dpgnn.report.figure;

/**
 * Places the nodes of a graph after Fruchterman and Reingold (1991): all nodes push each other away, edges pull, and the
 * allowed movement cools down. It starts from a sunflower spiral and uses no randomness: the same graph gives the same
 * picture.
 */
final class ForceLayout {
    /** All pairs are looked at in each round: the work of one round of the largest graph that is drawn. */
    static final int NODES = 5000;

    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

    private ForceLayout() {}

    static double[][] places(int nodes, int[] from, int[] to) {
        double[] x = new double[nodes], y = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            double r = Math.sqrt((i + 0.5) / nodes);
            x[i] = r * StrictMath.cos(i * GOLDEN_ANGLE);
            y[i] = r * StrictMath.sin(i * GOLDEN_ANGLE);
        }
        double k = 1.6 / Math.sqrt(nodes), kk = k * k;
        int rounds = Math.max(40, Math.min(300, (int) (2e8 / ((double) nodes * nodes))));
        double[] fx = new double[nodes], fy = new double[nodes];
        for (int round = 0; round < rounds; round++) {
            double left = 1 - round / (double) rounds, heat = 0.2 * left * Math.sqrt(left) + 1e-4;
            // A pull to the middle keeps components that no edge joins on the same sheet.
            for (int i = 0; i < nodes; i++) {
                fx[i] = -x[i];
                fy[i] = -y[i];
            }
            repel(x, y, fx, fy, kk);
            for (int e = 0; e < from.length; e++) {
                int a = from[e], b = to[e];
                double dx = x[a] - x[b], dy = y[a] - y[b], d = Math.sqrt(dx * dx + dy * dy), pull = d / k;
                fx[a] -= dx * pull;
                fy[a] -= dy * pull;
                fx[b] += dx * pull;
                fy[b] += dy * pull;
            }
            for (int i = 0; i < nodes; i++) {
                double length = Math.sqrt(fx[i] * fx[i] + fy[i] * fy[i]);
                if (length == 0) continue;
                double step = Math.min(length, heat) / length;
                x[i] += fx[i] * step;
                y[i] += fy[i] * step;
            }
        }
        return new double[][] {x, y};
    }

    private static void repel(double[] x, double[] y, double[] fx, double[] fy, double kk) {
        for (int i = 0; i < x.length; i++) {
            double xi = x[i], yi = y[i], sumX = 0, sumY = 0;
            for (int j = 0; j < i; j++) {
                double dx = xi - x[j], dy = yi - y[j];
                double push = kk / (dx * dx + dy * dy + 1e-9);
                sumX += dx * push;
                sumY += dy * push;
                fx[j] -= dx * push;
                fy[j] -= dy * push;
            }
            fx[i] += sumX;
            fy[i] += sumY;
        }
    }
}
