package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.SumProbe;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GradientTraceTest {
    private static final double CLIP = 0.5, MULTIPLIER = 2;
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final TrainingView VIEW = DATA.transductive();

    private static Batch stars(int[] nodes) {
        Batch batch = new Batch();
        for (int v : nodes) {
            batch.beginExample();
            int root = batch.addRow(v);
            int[] around = VIEW.graph().inNeighbours(v);
            for (int k = 0; k < around.length; k++) batch.addSource(root + 1 + k);
            for (int u : around) batch.addRow(u);
            batch.addTarget(root);
        }
        return batch;
    }

    private static double expected(HomeStars sampler) {
        return sampler.rate() * VIEW.participants().announcedRoots();
    }

    private static void train(HomeStars sampler, TrainingView view, int steps, SumProbe probe) {
        Plan plan = Plans.fixed(sampler, Clip.flat(CLIP), steps, MULTIPLIER, 1e-4);
        plan.experiment(Gcn.of(4), 3)
                .optimizer(() -> Adam.of(0.05))
                .probe(probe)
                .train(view);
    }

    /** The same products from whole gradients, one unit at a time. */
    private static final class Whole implements SumProbe {
        final int[] nodes;
        final double divisor;
        final double[] seen, isolated;
        double[] honest;

        Whole(int[] nodes, double divisor) {
            this.nodes = nodes;
            this.divisor = divisor;
            seen = new double[nodes.length];
            isolated = new double[nodes.length];
        }

        @Override
        public void summed(Moment moment, double[] sum) {
            honest = sum.clone();
        }

        private float[] gradient(Moment moment, Batch one) {
            float[] into = new float[honest.length];
            ExampleGradients.of(moment.network(), VIEW.features(), VIEW.labels())
                    .clippedSum(moment.parameters(), one, moment.limits(), null, into);
            return into;
        }

        @Override
        public void released(Moment moment, float[] gradient) {
            for (int u = 0; u < nodes.length; u++) {
                float[] own = gradient(moment, stars(new int[] {nodes[u]})), drawn = new float[own.length];
                Batch batch = moment.batch();
                for (int e = 0; e < batch.examples(); e++)
                    if (batch.node(batch.target(batch.targetStart(e))) == nodes[u]) {
                        Batch one = new Batch();
                        one.add(batch, e);
                        drawn = gradient(moment, one);
                    }
                double norm = 0;
                for (float x : own) norm += (double) x * x;
                for (int i = 0; i < own.length; i++) {
                    seen[u] += own[i] / Math.sqrt(norm) * gradient[i] * divisor;
                    isolated[u] += own[i] / Math.sqrt(norm) * (gradient[i] * divisor - honest[i] + drawn[i]);
                }
            }
        }
    }

    @Test
    void productsAreThoseOfWholeGradients() {
        HomeStars sampler = HomeStars.of(0.3, 1);
        int[] nodes = Arrays.copyOf(VIEW.participants().roots(), 12);
        Whole whole = new Whole(nodes, expected(sampler));
        train(sampler, VIEW, 6, whole);
        GradientTrace trace = GradientTrace.of(VIEW, stars(nodes), expected(sampler));
        train(sampler, VIEW, 6, trace);
        double largest = 0;
        for (int u = 0; u < nodes.length; u++) {
            double norm = Math.sqrt(6);
            assertEquals(whole.seen[u] / norm, trace.seen()[u], 0.005, "seen, unit " + u);
            assertEquals(whole.isolated[u] / norm, trace.isolated()[u], 0.005, "isolated, unit " + u);
            largest = Math.max(largest, Math.abs(trace.isolated()[u]));
        }
        assertTrue(largest > 0.5, "there is something to compare: " + largest);
    }

    @Test
    void withTheRestKnownAUnitThatTookNoPartScoresTheNoiseAlone() {
        HomeStars sampler = HomeStars.of(0.3, 1);
        int[] nodes = VIEW.participants().roots();
        int[] out = IntStream.of(nodes).filter(v -> v % 2 == 0).toArray();
        GradientTrace trace = GradientTrace.of(VIEW, stars(nodes), expected(sampler));
        train(sampler, VIEW.without(out), 30, trace);
        double mean = 0, squares = 0, members = 0;
        for (int u = 0; u < nodes.length; u++) {
            double score = trace.isolated()[u] / (MULTIPLIER * CLIP);
            if (nodes[u] % 2 != 0) {
                members += score / (nodes.length - out.length);
                continue;
            }
            mean += score / out.length;
            squares += score * score / out.length;
        }
        assertEquals(0, mean, 0.3, "units are not independent: they share directions");
        assertEquals(1, Math.sqrt(squares), 0.25);
        assertTrue(members > mean + 0.2, "members " + members + ", others " + mean);
    }

    @Test
    void unitsWithoutOneTargetEachAreRefused() {
        Batch none = new Batch();
        refused(() -> GradientTrace.of(VIEW, none, 1));
        Batch two = stars(new int[] {1});
        two.addTarget(0);
        refused(() -> GradientTrace.of(VIEW, two, 1));
        refused(() -> GradientTrace.of(VIEW, stars(new int[] {1}), 0));
    }
}
