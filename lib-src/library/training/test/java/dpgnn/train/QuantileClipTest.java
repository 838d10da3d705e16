package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.VIEW;
import static dpgnn.train.SmallTraining.assertSameWeights;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.DiscreteGaussianNoise;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sgd;
import dpgnn.privacy.Event;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import dpgnn.train.PrivateSelection.Candidate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clip that follows a quantile: what is counted, how it is hidden, where the clip goes, and what is refused. */
class QuantileClipTest {
    private static final Model MODEL = Gcn.of(8);
    private static final Network NETWORK = SmallTraining.network(MODEL);
    private static final int ROOTS = VIEW.participants().announcedRoots();

    @TempDir
    Path folder;

    private static Trainer trainer(double rate, Clip clip, long steps, double multiplier, Streams streams) {
        Plan plan = Plans.fixed(PoissonNodes.of(rate), clip, steps, multiplier, 1e-4);
        return plan.accountant(new ReleasedNoiseTest.Anything()).trainer(MODEL, streams);
    }

    /** What one step was, before noise and after it. */
    private record Step(double threshold, double unit, double[] sum, double[] released, int within, int examples) {
        double count() {
            return sum[sum.length - 1];
        }
    }

    /** Sees steps, and may count gradients by forming each of them alone. */
    private static final class Watch implements SumProbe {
        private final boolean counts;
        final List<Step> steps = new ArrayList<>();
        private double[] open;
        private int within;

        Watch(boolean counts) {
            this.counts = counts;
        }

        @Override
        public void summed(Moment moment, double[] sum) {
            open = sum.clone();
            within = 0;
            if (!counts) return;
            ExampleGradients gradients = ExampleGradients.of(moment.network(), VIEW.features(), VIEW.labels());
            float[] one = new float[moment.network().size()];
            Batch single = new Batch();
            for (int e = 0; e < moment.batch().examples(); e++) {
                single.clear();
                single.add(moment.batch(), e);
                gradients.clippedSum(moment.parameters(), single, new double[] {Double.POSITIVE_INFINITY}, null, one);
                double squares = 0;
                for (float x : one) squares += (double) x * x;
                if (Math.sqrt(squares) <= moment.limits().thresholds()[0]) within++;
            }
        }

        @Override
        public void released(Moment moment, float[] gradient) {
            double[] released = new double[gradient.length];
            for (int i = 0; i < released.length; i++) released[i] = gradient[i];
            int examples = moment.batch().examples();
            steps.add(new Step(moment.limits().thresholds()[0], moment.unit(), open, released, within, examples));
        }
    }

    private static List<Step> watched(Trainer trainer, boolean counts) {
        Watch watch = new Watch(counts);
        trainer.probe = watch;
        trainer.optimizer(() -> Sgd.of(0.01)).train(VIEW);
        return watch.steps;
    }

    /** In floats, in exact sums and in releases: the last number counts, and the clip follows it as the paper says. */
    @Test
    void theCountIsThatOfTheGradientsAndTheClipFollowsItsNoisyValue() {
        double rate = 0.4, quantile = 0.7, share = 0.1;
        for (int way = 0; way < 3; way++) {
            Clip clip = Clip.quantile(0.5, quantile, rate, share);
            Trainer trainer = trainer(0.3, clip, 12, 0.5, way == 2 ? Streams.secure() : Streams.seed(3));
            trainer.exact = way == 1;
            List<Step> steps = watched(trainer, true);
            double lowered = way == 0 ? 1 - 1e-5 : 1;
            int between = 0;
            for (int t = 0; t < steps.size(); t++) {
                Step step = steps.get(t);
                double threshold = step.threshold / lowered;
                double each = threshold * Math.sqrt(share / (1 - share));
                assertEquals(NETWORK.size() + 1, step.sum.length);
                assertEquals((2 * step.within - step.examples) * each, step.count(), 1e-5 * Math.abs(each));
                assertEquals(threshold / Math.sqrt(1 - share), step.unit, 1e-12 * step.unit);
                if (step.within > 0 && step.within < step.examples) between++;
                double noisy = 0.5 + step.released[step.sum.length - 1] / (2 * each);
                if (t + 1 < steps.size())
                    assertEquals(
                            threshold * Math.exp(-rate * (noisy - quantile)),
                            steps.get(t + 1).threshold / lowered,
                            1e-10 * threshold);
            }
            assertTrue(between > 6, "both kinds of gradients must be there: " + between);
        }
    }

    /** Count and gradient have one noise, in units that move with the clip; together they are the plan's. */
    @Test
    void gradientAndCountAreHiddenAsThePublishedFormulaSays() {
        double multiplier = 3, share = 0.2, rate = 0.01;
        for (boolean release : new boolean[] {false, true}) {
            Clip clip = Clip.quantile(0.5, 0.5, rate, share);
            Streams streams = release ? Streams.secure() : Streams.seed(4);
            List<Step> steps = watched(trainer(0.3, clip, 400, multiplier, streams), false);
            double gradient = 0, count = 0, both = 0;
            int numbers = 0;
            for (Step step : steps) {
                int last = step.sum.length - 1;
                double threshold = step.threshold / (release ? 1 : 1 - 1e-5), half = step.unit * Math.sqrt(share);
                double own = (step.released[last] * 0.3 * ROOTS - step.sum[last]) / (2 * half);
                count += own * own;
                for (int i = 0; i < last; i++, numbers++) {
                    double x = (step.released[i] * 0.3 * ROOTS - step.sum[i]) / threshold;
                    gradient += x * x;
                    both += x * own;
                }
            }
            double ofGradient = Math.sqrt(gradient / numbers), ofCount = Math.sqrt(count / steps.size());
            // Of a half that is added or taken: sigma_b = z / (2 sqrt(share)); z_delta = (z^-2 - (2 sigma_b)^-2)^-1/2.
            double sigma = multiplier / (2 * Math.sqrt(share));
            double delta = 1 / Math.sqrt(Math.pow(multiplier, -2) - Math.pow(2 * sigma, -2));
            assertEquals(delta, ofGradient, 6 * delta / Math.sqrt(2.0 * numbers), "release " + release);
            assertEquals(sigma, ofCount, 6 * sigma / Math.sqrt(2.0 * steps.size()), "release " + release);
            assertEquals(0, both / numbers, 6 * sigma * delta / Math.sqrt(numbers));
        }
    }

    /** With little noise the clip ends where the stated share of gradients is within it. */
    @Test
    void theClipEndsAtTheQuantile() {
        for (double quantile : Extent.some(List.of(0.25, 0.5, 0.9), 1))
            for (double begin : new double[] {1e-3, 100}) {
                Clip clip = Clip.quantile(begin, quantile, 0.3, 0.2);
                List<Step> steps = watched(trainer(0.5, clip, 150, 0.05, Streams.seed(5)), true);
                double share = steps.subList(110, 150).stream()
                        .mapToDouble(s -> s.within / (double) s.examples)
                        .average()
                        .orElseThrow();
                assertEquals(quantile, share, 0.05, "from " + begin);
            }
    }

    /** The same event, guarantee and steps as one threshold has: the count is within the multiplier, and pays for a number more. */
    @Test
    void theEventIsThatOfOneThreshold() {
        Clip clip = Clip.quantile(0.5, 0.5);
        for (Sampler sampler : List.of(PoissonNodes.of(0.2), HomeStars.of(0.2, 2))) {
            Schedule counted = Plans.within(sampler, clip, 30, 2, 1e-4).schedule(VIEW, MODEL);
            Schedule flat = Plans.within(sampler, Clip.flat(0.5), 30, 2, 1e-4).schedule(VIEW, MODEL);
            assertEquals(flat.event(0), counted.event(0));
            assertEquals(flat.multiplier(), counted.multiplier());
            assertEquals(flat.provable().epsilon(), counted.provable().epsilon());
            assertEquals(flat.deviation() / Math.sqrt(0.99), counted.deviation(), 1e-12 * flat.deviation());
        }
        assertEquals(
                NETWORK.size() + 1,
                Plan.of(WholeGraph.of(), clip, GaussianNoise.standard()).numbers(NETWORK));
        Plan discrete = Plans.fixed(WholeGraph.of(), clip, DiscreteGaussianNoise.of(20), 2, 10, 1e-4)
                .accountant(RdpAccountant.standard());
        var event = (Event.DiscreteGaussian) discrete.schedule(VIEW, MODEL).event(0);
        assertEquals(NETWORK.size() + 1, event.dimension());
    }

    @Test
    void aReleaseIsSoundAndTellsNothingOfItsClip() {
        Plan plan = Plans.within(HomeStars.of(0.2, 2), Clip.quantile(0.5, 0.5), 5, 8, 1e-4);
        List<TreeMap<String, Double>> told = new ArrayList<>();
        Trained released = plan.release(MODEL)
                .listen(m -> told.add(new TreeMap<>(m.figures())))
                .train(VIEW);
        assertEquals(Verdict.SOUND, released.guarantee().verdict());
        assertTrue(released.guarantee().epsilon() <= 8);
        assertTrue(told.stream().allMatch(TreeMap::isEmpty), told.toString());
        assertFalse(released.run().metrics().containsKey("clip"));
        told.clear();
        Trained trained = plan.experiment(MODEL, 1)
                .listen(m -> told.add(new TreeMap<>(m.figures())))
                .train(VIEW);
        assertEquals(Verdict.IDEAL, trained.guarantee().verdict());
        assertEquals(5, told.size());
        assertEquals(trained.metric("clip"), told.get(4).get("clip"));
        assertTrue(told.stream().distinct().count() == 5, told.toString());
    }

    @Test
    void trainingsWithSuchAClipAreChosenAmong() throws Exception {
        Plan plan = Plans.fixed(PoissonNodes.of(0.2), Clip.quantile(0.1, 0.5), 3, 10, 1e-4);
        Plan low = plan.with(plan.sampler(), Clip.quantile(0.1, 0.1));
        Plan flat = plan.with(plan.sampler(), Clip.flat(0.1));
        PrivateSelection selection = selection(Candidate.of("median", MODEL, plan), Candidate.of("low", MODEL, low));
        PrivateSelection known = selection(Candidate.of("flat", MODEL, flat));
        assertEquals(known.guarantee(VIEW).epsilon(), selection.guarantee(VIEW).epsilon());
        assertTrue(selection.choose(VIEW, Streams.seed(2)).isPresent());
        selection.release(VIEW);
    }

    private static PrivateSelection selection(Candidate... candidates) {
        return PrivateSelection.of(candidates).by(HoldoutCount.of(HELD, 2)).times(RunCount.poisson(3));
    }

    private Trainer resumable(Path here, Streams streams) {
        Plan plan = Plans.fixed(PoissonNodes.of(0.2), Clip.quantile(0.1, 0.4, 0.5, 0.1), 20, 4, 1e-4);
        Trainer trainer = plan.trainer(Gcn.of(Recipe.of(8).withDropout(0.3)), streams);
        return here == null ? trainer : trainer.checkpoint(here, 7);
    }

    /** From a folder and from memory; the clip is where it was, and so are all weights after it. */
    @Test
    void aTrainingThatWasStoppedGoesOnWithTheSameClip() {
        Trained whole = resumable(null, Streams.seed(5)).train(VIEW);
        for (int stop : new int[] {1, 7, 11})
            for (Path here : new Path[] {folder.resolve("at " + stop), null}) {
                Trainer stopped = resumable(here, Streams.seed(5)).listen(new Stopping(stop));
                refused(TrainingStopped.class, () -> stopped.train(VIEW), "after step " + stop);
                Stopping rest = new Stopping(0);
                Trained resumed = resumable(here, Streams.seed(5)).listen(rest).train(VIEW);
                assertEquals(20 - stop, rest.heard, "it must go on, not begin anew");
                assertSameWeights(whole, resumed);
                assertEquals(whole.metric("clip"), resumed.metric("clip"));
            }
    }

    /** A release goes on with fresh noise, and with the clip that its checkpoint has. */
    @Test
    void aReleaseThatWasStoppedGoesOnFromItsClip() throws Exception {
        Trainer stopping = resumable(folder, Streams.secure()).listen(new Stopping(7));
        refused(TrainingStopped.class, () -> stopping.train(VIEW), "after step 7");
        Checkpoint stopped = Checkpoint.load(folder.resolve(Checkpoint.FILE));
        assertTrue(stopped.clip() > 0 && Math.abs(stopped.clip() / 0.1 - 1) > 1e-3, "was " + stopped.clip());
        Trained resumed = resumable(folder, Streams.secure()).train(VIEW);
        assertEquals(20, resumed.metric("steps"));
        double end = Checkpoint.load(folder.resolve(Checkpoint.FILE)).clip();
        // Thirteen steps move it by e^(13 * 0.5 * 0.6) at most, but for noise; from elsewhere it would be as likely
        // anywhere.
        assertTrue(Math.abs(Math.log(end / stopped.clip())) < 13, end + " after " + stopped.clip());
    }

    @Test
    void whatMovesAClipOtherwiseIsRefused() {
        Clip clip = Clip.quantile(0.5, 0.5);
        Plan plan = Plans.within(PoissonNodes.of(0.2), clip, 10, 2, 1e-4);
        Trainer moving = plan.experiment(MODEL, 1);
        refused(() -> AdaptiveTraining.of(moving, VIEW), "moves by itself; take Clip.flat and change it between steps");
        Plan flat = Plans.within(PoissonNodes.of(0.2), Clip.flat(1), 10, 2, 1e-4);
        try (AdaptiveTraining steered = AdaptiveTraining.of(flat.experiment(MODEL, 1), VIEW)) {
            refused(() -> steered.clip(clip), "moves by itself");
            steered.take(1);
        }
        PrivateTrainer elsewhere = plan.experiment(MODEL, 1).exactSums();
        elsewhere.elsewhere = (at, batch, thresholds, dropout, into) -> {
            throw new AssertionError("nothing is computed");
        };
        refused(() -> elsewhere.train(VIEW), "a cluster computes sums and counts no gradients");
    }
}
