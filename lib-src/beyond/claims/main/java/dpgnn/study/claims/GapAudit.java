package dpgnn.study.claims;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.ShiftPair;
import dpgnn.baseline.Gap;
import dpgnn.baseline.GapHops;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.claims.AuditFinding.Seen;
import dpgnn.study.nodes.NodeRun;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * An audit of the hops of {@link Gap}: hostile nodes and edges in a graph, and canaries in noisy sums: many copies of a {@link GapBlock}
 * in one graph, half of them in either world. What trainings add to epsilon is not looked at, so that the lower bound is one for the
 * hops alone.
 *
 * @param fault what is planted
 */
public record GapAudit(Gap gap, Fault fault) {
    /** What is planted. */
    enum Fault {
        NONE,
        /** Noise for one edge, whatever the degree. */
        ONE_EDGE,
        /** Degrees are not bounded. */
        UNBOUNDED,
        /** Half of the noise. */
        HALF
    }

    /** D of the blocks; the noise is relative to what D makes possible, so that a small one serves as well. */
    private static final int DEGREE = 2;

    private static final int WIDTH = 4, HUBS = 3;

    /** Of hops as they are. */
    public GapAudit(Gap gap) {
        this(gap, Fault.NONE);
    }

    private static boolean ofAnEdge(Gap gap) {
        return gap.noise().unit() == Unit.EDGE;
    }

    private GapBlock block(Gap small) {
        if (ofAnEdge(gap)) return GapBlock.joined();
        if (gap.bound() == Gap.Bound.SAMPLED) return GapBlock.received(small);
        return gap.noise() == Gap.Noise.PUBLISHED ? GapBlock.leaving(DEGREE) : GapBlock.replaced(DEGREE, gap.loops());
    }

    /** What {@link #run} finds, as figures of a run: "epsilon at least", "change over claimed", and a 1 for each sign that was seen. */
    public Map<String, Double> figures(
            TrainingView view,
            double multiplier,
            List<Guarantee> guarantees,
            int canaries,
            double confidence,
            long seed) {
        return run(view, multiplier, guarantees, canaries, confidence, seed).metrics();
    }

    /**
     * Looks for what contradicts these guarantees.
     *
     * @param multiplier of the noise, over the sensitivity that the method counts with
     * @param guarantees what is claimed, and what is proved
     */
    AuditFinding run(
            TrainingView view,
            double multiplier,
            List<Guarantee> guarantees,
            int canaries,
            double confidence,
            long seed) {
        Hops hops = new Hops(gap, gap.with(Gap::degree, DEGREE), multiplier, fault);
        boolean sampled = gap.bound() == Gap.Bound.SAMPLED;
        GapBlock block = block(hops.small);
        double base = hops.seen(block, 0), moved = hops.seen(block, 1) - base;
        double shift = Math.abs(moved / (fault == Fault.ONE_EDGE ? 1 : hops.small.sensitivity()));
        // Two worlds that sample edges have no common coins: only the hostile graph, which moves sums whatever they
        // are, says something.
        double change = sampled ? shift : Math.max(shift, hops.hubs(view, seed));
        // What is proved where an edge counts once knows the change as it is. Elsewhere a change of more than 1 is not
        // covered, and shows as noise that is too small.
        double proof = gap.noise() == Gap.Noise.ARC ? Gap.Noise.EDGE.sensitivity(1) : 1;
        double counted = sampled ? 1 : Math.min(proof, moved / hops.small.sensitivity());
        ShiftPair shifts = ShiftPair.of(new Event.Gaussian(multiplier / counted), multiplier, 1);
        double delta = guarantees.get(0).delta();
        boolean proved = Double.isFinite(NodeRun.proved(guarantees));
        var seen = new CanaryObservations(
                shifts,
                multiplier,
                hops.observe(block, 0, base, canaries / 2, seed),
                hops.observe(block, 1, base, canaries / 2, seed));
        String where = ofAnEdge(gap)
                ? "edges of " + HUBS + " hubs and one between two nodes"
                : (sampled ? "" : HUBS + " hubs and ") + "a hostile graph of D = " + DEGREE;
        return AuditFinding.of(
                Seen.canaries(change, proved ? change / proof : Double.NaN, seen, gap.hops(), delta, confidence),
                NodeRun.claimed(guarantees),
                confidence,
                where + "; " + canaries + " canaries in " + gap.hops() + " hops, the hops alone");
    }

    /**
     * Hops with a fault or without.
     *
     * @param small the same with the degree of a block
     * @param multiplier of the noise, over the sensitivity that the method counts with
     */
    private record Hops(Gap gap, Gap small, double multiplier, Fault fault) {
        private GapHops of(Gap stated, Graph graph, Graph degrees, RandomStream coins) {
            Gap bounded = fault == Fault.UNBOUNDED ? stated.with(Gap::degree, 1 << 20) : stated;
            return GapHops.of(bounded, graph, degrees::outDegree, coins);
        }

        /** One block without noise. */
        double seen(GapBlock block, int world) {
            Graph graph = block.graph(world, 1);
            RandomStream coins = Streams.seed(0).stream("edges");
            return along(block, of(small, graph, graph, coins).sums(block.rows()[world], 1), 0);
        }

        private static double along(GapBlock block, float[] sums, int from) {
            double sum = 0;
            for (int v = 0; v < block.nodes(); v++) sum += block.along()[v] * sums[from + v];
            return sum;
        }

        double[][] observe(GapBlock block, int world, double base, int copies, long seed) {
            int n = block.nodes();
            Graph graph = block.graph(world, copies);
            float[] rows = new float[copies * n];
            for (int c = 0; c < copies; c++) System.arraycopy(block.rows()[world], 0, rows, c * n, n);
            RandomStream coins = Streams.seed(seed).stream("world " + world);
            double[][] seen = new double[copies][gap.hops()];
            for (int hop = 0; hop < gap.hops(); hop++) {
                float[] noisy = noisy(graph, rows, coins.fork(hop));
                for (int c = 0; c < copies; c++)
                    seen[c][hop] = (along(block, noisy, c * n) - base) / small.sensitivity();
            }
            return seen;
        }

        private float[] noisy(Graph graph, float[] rows, RandomStream coins) {
            double share = fault == Fault.ONE_EDGE ? 1 / small.sensitivity() : fault == Fault.HALF ? 0.5 : 1;
            if (fault != Fault.UNBOUNDED)
                return GapHops.of(small, graph, graph::outDegree, coins.fork("edges"))
                        .noisy(rows, 1, share * multiplier, coins.fork("noise"));
            float[] sums = of(small, graph, graph, coins.fork("edges")).sums(rows, 1);
            Graph empty = Graph.directed(graph.nodes(), new int[0], new int[0]);
            float[] noise = GapHops.of(small, empty, v -> 0, coins.fork("edges"))
                    .noisy(new float[rows.length], 1, multiplier, coins.fork("noise"));
            for (int i = 0; i < sums.length; i++) sums[i] += noise[i];
            return sums;
        }

        /**
         * The largest change of others' sums that the nodes of the largest degrees make by leaving, or of all sums that an edge of
         * theirs makes, over what is counted with.
         */
        double hubs(TrainingView view, long seed) {
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
            float[] with = of(gap, graph, graph, coins.fork("edges")).sums(rows, WIDTH);
            int[] hubs = IntStream.range(0, graph.nodes())
                    .filter(z -> !ofAnEdge(gap) || graph.inDegree(z) > 0)
                    .boxed()
                    .sorted((a, b) -> Integer.compare(graph.outDegree(b), graph.outDegree(a)))
                    .limit(HUBS)
                    .mapToInt(Integer::intValue)
                    .toArray();
            double worst = 0;
            for (int z : hubs) {
                Graph less = ofAnEdge(gap) ? graph.withoutEdge(graph.inNeighbour(z, 0), z) : graph.withoutNode(z);
                float[] without = of(gap, less, graph, coins.fork("edges")).sums(rows, WIDTH);
                double squares = 0;
                for (int i = 0; i < with.length; i++)
                    if (ofAnEdge(gap) || i / WIDTH != z)
                        squares += ((double) with[i] - without[i]) * ((double) with[i] - without[i]);
                worst = Math.max(worst, Math.sqrt(squares) / (fault == Fault.ONE_EDGE ? 1 : gap.sensitivity()));
            }
            return worst;
        }
    }
}
