package dpgnn.study.claims;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.ShiftPair;
import dpgnn.baseline.Gap;
import dpgnn.baseline.GapHops;
import dpgnn.baseline.GapTraining;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.WorkCost;
import dpgnn.study.claims.AuditFinding.Seen;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * GAP, with one of its noises and one of its bounds on degrees. An audit has hostile nodes in the hops of {@link Gap}, and canaries in
 * their noisy sums: many copies of a {@link GapBlock} in one graph, half of them in either world. What its two trainings add to
 * epsilon is not looked at, so that the lower bound is one for the hops alone.
 *
 * @param planted the fault of its audits
 */
record GapMethod(Gap gap, Fault planted) {
    /** What is planted. */
    enum Fault {
        NONE,
        /** Noise for one edge, whatever the degree. */
        ONE_EDGE,
        /** Degrees are not bounded. */
        UNBOUNDED
    }

    /** D of the blocks; the noise is relative to what D makes possible, so that a small one serves as well. */
    private static final int DEGREE = 2;

    private static final int WIDTH = 4, HUBS = 3;

    static void into(Map<String, ClaimedMethod> all) {
        Gap published = Gap.of(Gap.Noise.PUBLISHED), corrected = Gap.of(Gap.Noise.CORRECTED);
        Gap full = Gap.of(Gap.Noise.FULL).withLoops().weighted();
        all.put("GAP, published", method(published, Fault.NONE));
        all.put("GAP, corrected noise", method(corrected, Fault.ONE_EDGE));
        all.put("GAP, weighted", method(published.weighted(), Fault.UNBOUNDED));
        all.put("GAP, weighted, full noise", method(full, Fault.ONE_EDGE));
        all.put("GAP, hops alone, proved", method(corrected.weighted().hopsOnly(), Fault.ONE_EDGE));
    }

    private static ClaimedMethod method(Gap gap, Fault planted) {
        GapMethod method = new GapMethod(gap, planted);
        return ClaimedMethod.of(method::train)
                .with(ClaimedMethod::audit, method::audit)
                .with(ClaimedMethod::uses, (bench, epsilon) -> gap);
    }

    private Gap sized(ClaimsBench bench) {
        return gap.with(Gap::batch, bench.batch()).with(Gap::epochs, bench.passes());
    }

    private TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        Gap sized = sized(bench);
        int roots = part.facts().roots();
        double multiplier = sized.multiplier(roots, epsilon, part.delta());
        WorkCost.Of<GapTraining.Fitted> made = WorkCost.of(
                () -> GapTraining.of(sized, multiplier, part.streams()).train(part.view()));
        double accuracy =
                made.result().scores(part.data(), part.split(), Split.Role.TEST).accuracy();
        var figures = Map.of("accuracy", accuracy, "steps", 2.0 * sized.steps(roots), "noise multiplier", multiplier);
        List<String> leaks = part.view().provenance().leaks();
        return TrialOutcome.of(
                        Run.Data.of(part.data()),
                        TrialOutcome.metrics(made.cost(), figures),
                        sized.guarantees(roots, multiplier, part.delta(), leaks))
                .certified("GAP", sized.event(roots, multiplier), Gap.KEPT);
    }

    private AuditFinding audit(ClaimsBench bench, MethodAudit asked) throws Exception {
        ClaimsBench.Part part = bench.part(asked.seed());
        Gap sized = sized(bench);
        int roots = part.facts().roots();
        double multiplier = sized.multiplier(roots, asked.epsilon(), part.delta());
        var guarantees = sized.guarantees(roots, multiplier, part.delta(), List.of());
        Fault fault = asked.planted() ? planted : Fault.NONE;
        Hops hops = new Hops(sized, sized.with(Gap::degree, DEGREE), multiplier, fault);
        boolean sampled = gap.bound() == Gap.Bound.SAMPLED;
        GapBlock block = sampled
                ? GapBlock.received(hops.small)
                : gap.noise() == Gap.Noise.PUBLISHED
                        ? GapBlock.leaving(DEGREE)
                        : GapBlock.replaced(DEGREE, gap.loops());
        double base = hops.seen(block, 0), moved = hops.seen(block, 1) - base;
        double shift = Math.abs(moved / (fault == Fault.ONE_EDGE ? 1 : hops.small.sensitivity()));
        // Two worlds that sample edges have no common coins: only the hostile graph, which moves sums whatever they
        // are, says something.
        double change = sampled ? shift : Math.max(shift, hops.hubs(part.view(), asked.seed()));
        // A larger shift than 1 is no part of the claim, and shows as noise that is too small.
        double counted = sampled ? 1 : Math.min(1, moved / hops.small.sensitivity());
        ShiftPair shifts = ShiftPair.of(new Event.Gaussian(multiplier / counted), multiplier, 1);
        int copies = asked.canaries() / 2;
        double proved = Double.isFinite(TrialOutcome.proved(guarantees)) ? change : Double.NaN;
        var seen = new CanaryObservations(
                shifts,
                multiplier,
                hops.observe(block, 0, base, copies, asked.seed()),
                hops.observe(block, 1, base, copies, asked.seed()));
        return AuditFinding.of(
                Seen.canaries(change, proved, seen, gap.hops(), part.delta(), asked.confidence()),
                TrialOutcome.claimed(guarantees),
                asked.confidence(),
                (sampled ? "" : HUBS + " hubs and ") + "a hostile graph of D = " + DEGREE + "; " + asked.canaries()
                        + " canaries in " + gap.hops() + " hops, the hops alone");
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
            double share = fault == Fault.ONE_EDGE ? 1 / small.sensitivity() : 1;
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

        /** The largest change of others' sums that the nodes of the largest degrees make by leaving, over what is counted with. */
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
                    .boxed()
                    .sorted((a, b) -> Integer.compare(graph.outDegree(b), graph.outDegree(a)))
                    .limit(HUBS)
                    .mapToInt(Integer::intValue)
                    .toArray();
            double worst = 0;
            for (int z : hubs) {
                float[] without = of(gap, graph.withoutNode(z), graph, coins.fork("edges"))
                        .sums(rows, WIDTH);
                double squares = 0;
                for (int i = 0; i < with.length; i++)
                    if (i / WIDTH != z) squares += ((double) with[i] - without[i]) * ((double) with[i] - without[i]);
                worst = Math.max(worst, Math.sqrt(squares) / (fault == Fault.ONE_EDGE ? 1 : gap.sensitivity()));
            }
            return worst;
        }
    }
}
