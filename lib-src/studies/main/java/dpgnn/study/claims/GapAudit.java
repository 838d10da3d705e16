package dpgnn.study.claims;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.ShiftPair;
import dpgnn.baseline.Gap;
import dpgnn.baseline.GapHops;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.stream.IntStream;

/**
 * Hostile nodes in the hops of {@link Gap}, and canaries in their noisy sums: many copies of a {@link GapBlock} in one graph, half
 * of them in either world. What its two trainings add to epsilon is not looked at, so that the lower bound is one for the hops
 * alone.
 *
 * @param multiplier of the noise, over the sensitivity that the method counts with
 */
record GapAudit(Gap gap, double multiplier, Fault fault) {
    /** What is planted. */
    enum Fault {
        NONE,
        /** Noise for one edge, whatever the degree. */
        ONE_EDGE,
        /** Degrees are not bounded at all. */
        UNBOUNDED
    }

    /** D of the blocks; the noise is relative to what D makes possible, so that a small one serves as well. */
    private static final int DEGREE = 2;

    private static final int WIDTH = 4;
    private static final int HUBS = 3;

    AuditFinding run(TrainingView view, ClaimedMethod.AuditSize size, double claimed, boolean proved, double delta) {
        Gap small = gap.with(Gap::degree, DEGREE);
        boolean sampled = gap.bound() == Gap.Bound.SAMPLED;
        GapBlock block = sampled
                ? GapBlock.received(small)
                : gap.noise() == Gap.Noise.PUBLISHED
                        ? GapBlock.leaving(DEGREE)
                        : GapBlock.replaced(DEGREE, gap.loops());
        double stated = fault == Fault.ONE_EDGE ? 1 : small.sensitivity();
        double[] noiseless = {seen(small, block, 0), seen(small, block, 1)};
        double shift = (noiseless[1] - noiseless[0]) / stated;
        // A larger shift than 1 is no part of the claim, and shows as noise that is too small.
        double counted = sampled ? 1 : Math.min(1, (noiseless[1] - noiseless[0]) / small.sensitivity());
        ShiftPair shifts = ShiftPair.of(new Event.Gaussian(multiplier / counted), multiplier, 1);
        double[][][] worlds = new double[2][][];
        for (int world = 0; world < 2; world++)
            worlds[world] = observe(small, block, world, noiseless[0], size.canaries() / 2, size.seed());
        CanaryObservations seen = new CanaryObservations(shifts, multiplier, worlds[0], worlds[1]);
        // Two worlds that sample edges have no common coins: only the hostile graph, which moves sums whatever they
        // are, says something.
        double change = sampled ? Math.abs(shift) : Math.max(Math.abs(shift), hubs(view, size.seed()));
        return AuditFinding.ofCanaries(
                change,
                proved ? change : Double.NaN,
                seen,
                gap.hops(),
                delta,
                claimed,
                size.confidence(),
                (sampled ? "" : HUBS + " hubs and ") + "a hostile graph of D = " + DEGREE + "; " + size.canaries()
                        + " canaries in " + gap.hops() + " hops, the hops alone");
    }

    private Gap bounded(Gap stated) {
        return fault == Fault.UNBOUNDED ? stated.with(Gap::degree, 1 << 20) : stated;
    }

    /** One block without noise. */
    private double seen(Gap small, GapBlock block, int world) {
        Graph graph = Graph.directed(block.nodes(), block.edges()[world][0], block.edges()[world][1]);
        float[] sums = GapHops.of(bounded(small), graph, graph::outDegree, Streams.seed(0).stream("edges"))
                .sums(block.rows()[world], 1);
        return along(block, sums, 0);
    }

    private static double along(GapBlock block, float[] sums, int from) {
        double sum = 0;
        for (int v = 0; v < block.nodes(); v++) sum += block.along()[v] * sums[from + v];
        return sum;
    }

    private double[][] observe(Gap small, GapBlock block, int world, double base, int copies, long seed) {
        int n = block.nodes();
        int[][] edges = block.edges()[world];
        int[][] all = new int[2][copies * edges[0].length];
        float[] rows = new float[copies * n];
        for (int c = 0; c < copies; c++) {
            for (int e = 0; e < edges[0].length; e++)
                for (int end = 0; end < 2; end++) all[end][c * edges[0].length + e] = c * n + edges[end][e];
            System.arraycopy(block.rows()[world], 0, rows, c * n, n);
        }
        Graph graph = Graph.directed(copies * n, all[0], all[1]);
        RandomStream coins = Streams.seed(seed).stream("world " + world);
        double[][] seen = new double[copies][gap.hops()];
        for (int hop = 0; hop < gap.hops(); hop++) {
            float[] noisy = noisy(small, graph, rows, coins.fork(hop));
            for (int c = 0; c < copies; c++) seen[c][hop] = (along(block, noisy, c * n) - base) / small.sensitivity();
        }
        return seen;
    }

    private float[] noisy(Gap small, Graph graph, float[] rows, RandomStream coins) {
        GapHops hops = GapHops.of(small, graph, graph::outDegree, coins.fork("edges"));
        double share = fault == Fault.ONE_EDGE ? 1 / small.sensitivity() : 1;
        if (fault != Fault.UNBOUNDED) return hops.noisy(rows, 1, share * multiplier, coins.fork("noise"));
        float[] sums = GapHops.of(bounded(small), graph, graph::outDegree, coins.fork("edges"))
                .sums(rows, 1);
        Graph empty = Graph.directed(graph.nodes(), new int[0], new int[0]);
        float[] noise = GapHops.of(small, empty, v -> 0, coins.fork("edges"))
                .noisy(new float[rows.length], 1, multiplier, coins.fork("noise"));
        for (int i = 0; i < sums.length; i++) sums[i] += noise[i];
        return sums;
    }

    /** The largest change of others' sums that the nodes of the largest degrees make by leaving, over what is counted with. */
    private double hubs(TrainingView view, long seed) {
        Graph graph = view.graph();
        RandomStream coins = Streams.seed(seed).stream("hubs");
        float[] rows = new float[graph.nodes() * WIDTH];
        for (int v = 0; v < graph.nodes(); v++) {
            double squares = 0;
            for (int c = 0; c < WIDTH; c++) {
                rows[v * WIDTH + c] = (float) coins.nextGaussian();
                squares += rows[v * WIDTH + c] * rows[v * WIDTH + c];
            }
            for (int c = 0; c < WIDTH; c++) rows[v * WIDTH + c] /= (float) Math.sqrt(squares);
        }
        double stated = fault == Fault.ONE_EDGE ? 1 : gap.sensitivity();
        float[] with = GapHops.of(bounded(gap), graph, graph::outDegree, coins.fork("edges"))
                .sums(rows, WIDTH);
        int[] hubs = IntStream.range(0, graph.nodes())
                .boxed()
                .sorted((a, b) -> Integer.compare(graph.outDegree(b), graph.outDegree(a)))
                .limit(HUBS)
                .mapToInt(Integer::intValue)
                .toArray();
        double worst = 0;
        for (int z : hubs) {
            float[] without = GapHops.of(bounded(gap), graph.withoutNode(z), graph::outDegree, coins.fork("edges"))
                    .sums(rows, WIDTH);
            double squares = 0;
            for (int i = 0; i < with.length; i++)
                if (i / WIDTH != z) squares += ((double) with[i] - without[i]) * ((double) with[i] - without[i]);
            worst = Math.max(worst, Math.sqrt(squares) / stated);
        }
        return worst;
    }
}
