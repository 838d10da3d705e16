package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.baseline.NaiveSgd;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import dpgnn.sampling.UniformNodes;
import dpgnn.train.Crossed;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CouplingTest {
    /** A clipped norm may be over by a relative 3e-6 in single precision; batches here are small. */
    private static final double SMALL = 1 + 4e-6;

    private static final TrainingView VIEW = Views.HALF;
    private static final Clip CLIP = Clip.flat(1e-3);
    /** As many examples as every cover has, so that most draws meet the changed node. */
    private static final int BATCH =
            DisjointWalks.of(2, 1).fewest(VIEW.participants().roots().length);

    private static Coupling.Report report(Model model, Sampler sampler) {
        return Coupling.of(model, sampler, CLIP).steps(2).run(VIEW);
    }

    static Stream<Sampler> samplers() {
        return Crossed.samplers(VIEW.participants()).stream().filter(Crossed::sound);
    }

    static List<Sampler> some() {
        return Extent.some(samplers().toList(), 4);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @Extent.OneIn(5)
    void everySoundSamplerKeepsItsWordWithEveryModel(Sampler sampler) {
        for (Model model : Extent.some(Crossed.models(), 1)) {
            Coupling.Report report = report(model, sampler);
            assertTrue(
                    report.worst() <= SMALL,
                    sampler + " with " + model.name() + ": " + report.findings().get(0));
            assertTrue(
                    report.findings().stream().anyMatch(f -> f.change() > 0),
                    "some neighbour must change something, or nothing was tested: " + sampler);
        }
    }

    /** The sums of releases, with the whole clip and nothing kept for rounding: there is none to keep it for. */
    @ParameterizedTest
    @MethodSource("some")
    void exactSumsKeepItWithoutAnyRounding(Sampler sampler) {
        for (Model model : Extent.some(List.of(Gcn.of(8), Gin.of(8), Sage.standardised(16), Mlp.of(8)), 2)) {
            Coupling.Report report =
                    Coupling.of(model, sampler, CLIP).steps(1).release().run(VIEW);
            assertTrue(
                    report.worst() <= 1,
                    sampler + " with " + model.name() + ": " + report.findings().get(0));
        }
    }

    /** One of each family, which every run looks at. */
    static List<Sampler> families() {
        return List.of(HeterPoisson.of(0.3, 2), DisjointWalks.of(2, BATCH), PoissonNodes.of(0.2));
    }

    /** No looser bound would do, and a clip that is five per cent too long is seen. */
    @ParameterizedTest
    @MethodSource("families")
    void theWorstNeighbourGoesAsFarAsTheEventAllowsAndALongerClipIsCaught(Sampler sampler) {
        goesAsFarAsTheEventAllows(sampler);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    @Extent.OneIn(8)
    void soItDoesWithEverySampler(Sampler sampler) {
        goesAsFarAsTheEventAllows(sampler);
    }

    private static void goesAsFarAsTheEventAllows(Sampler sampler) {
        for (Relation relation : sampler.relations()) {
            double worst = 0;
            for (boolean longer : new boolean[] {false, true}) {
                Coupling.Report report = Coupling.of(Gcn.of(8), sampler, CLIP)
                        .against(relation)
                        .steps(2)
                        .sums(ClippedSums.at(stated -> (longer ? 1.05 : 1) * stated))
                        .run(VIEW);
                if (longer) assertFalse(report.holds(), sampler + " against " + relation + " clipped at 1.05");
                else worst = report.worst();
            }
            assertTrue(worst >= 0.99 && worst <= SMALL, sampler + " against " + relation + ": " + worst);
        }
    }

    /** A replaced label turns a gradient round where two classes are as likely. */
    @Test
    void anotherLabelMovesAnExampleByTwoClips() {
        Coupling.Report report = report(Mlp.of(8), UniformNodes.of(BATCH));
        double label = report.findings().stream()
                .filter(f -> f.neighbour().contains("another label where"))
                .mapToDouble(Coupling.Finding::change)
                .max()
                .orElseThrow();
        assertEquals(2, label, 1e-5);
    }

    /** Masks belong to examples: with them on no example moves further. */
    @ParameterizedTest
    @MethodSource("some")
    void dropoutMovesNothingFurther(Sampler sampler) {
        Coupling.Report report = Coupling.of(Gcn.of(Recipe.layers(1, 8).withDropout(0.5)), sampler, CLIP)
                .steps(2)
                .dropout()
                .run(VIEW);
        assertTrue(
                report.worst() <= SMALL && report.worst() > 0.4,
                sampler + ": " + report.findings().get(0));
    }

    /** What the first test leaves out: other lengths, one round and two, every standardised layer, stars of other sizes. */
    @Test
    void soDoTheOtherShapes() {
        for (Sampler sampler : List.of(
                HeterPoisson.of(0.5, 1),
                HeterPoisson.of(0.3, 4),
                DisjointWalks.of(1, BATCH),
                DisjointWalks.of(
                        3, DisjointWalks.of(3, 1).fewest(VIEW.participants().roots().length)),
                DisjointWalks.of(2, 60).restarts(2)))
            for (Model model : Extent.some(
                    List.of(
                            Gcn.layers(1, 8),
                            Gin.layers(2, 8),
                            Gin.standardised(16),
                            Sage.layers(2, 8),
                            Sage.standardised(16),
                            Sage.of(dpgnn.nn.Recipe.encoded(8))),
                    2)) {
                Coupling.Report report = report(model, sampler);
                assertTrue(
                        report.worst() <= SMALL,
                        sampler + " with " + model.name() + ": "
                                + report.findings().get(0));
            }
        for (Sampler sampler : List.of(PoissonNodes.of(0.2), UniformNodes.of(BATCH)))
            for (Model model : List.of(Mlp.hidden(2, 8), Gcn.layers(1, 8), Sage.standardised(16)))
                assertTrue(report(model, sampler).worst() <= SMALL, sampler + " with " + model.name());
    }

    @Test
    void naiveDpSgdKeepsItsWord() {
        NaiveSgd naive = new NaiveSgd(8, 60, 5);
        int roots = VIEW.participants().roots().length;
        Coupling.Report report =
                Coupling.of(naive.model(), naive.sampler(roots), CLIP).steps(6).run(VIEW);
        // A sum of sixty in single precision; a trainer clips a little lower to make up for it.
        assertTrue(report.worst() <= 1 + 1e-5, report.findings().get(0).toString());
        assertTrue(report.findings().stream().anyMatch(f -> f.change() > 0));
    }

    @Test
    void clippingByLayerKeepsTheWholeNorm() {
        Clip layers = Clip.perLayer(6e-4, 8e-4);
        assertTrue(Coupling.of(Gcn.of(8), DisjointWalks.of(2, BATCH), layers)
                .steps(4)
                .run(VIEW)
                .holds());
    }

    /** Ordinary gradients are far above one gamma and far below the other; hostile ones are above both. */
    @Test
    void normalisedGradientsKeepTheNorm() {
        for (double gamma : new double[] {1e-6, 10})
            for (boolean release : new boolean[] {false, true}) {
                Coupling coupling = Coupling.of(Gcn.of(8), HeterPoisson.of(0.5, 2), Clip.automatic(1e-3, gamma))
                        .steps(4);
                Coupling.Report report = (release ? coupling.release() : coupling).run(VIEW);
                assertTrue(
                        report.holds() && report.worst() > 0.9,
                        report.findings().get(0).toString());
            }
    }

    /** Gradient and count together, far above the threshold and far below it, where only hostile gradients are beyond. */
    @ParameterizedTest
    @MethodSource("families")
    void gradientAndCountTogetherKeepTheNorm(Sampler sampler) {
        for (double norm : new double[] {1e-3, 1e3})
            for (boolean release : new boolean[] {false, true}) {
                Coupling coupling = Coupling.of(Gcn.of(8), sampler, Clip.quantile(norm, 0.5, 0.2, 0.3))
                        .steps(2);
                Coupling.Report report = (release ? coupling.release() : coupling).run(VIEW);
                Coupling.Finding worst = report.findings().get(0);
                assertTrue(report.worst() <= (release ? 1 : SMALL), sampler + ": " + worst);
                // Beyond the threshold a gradient that turns moves by sqrt(0.7) of both norms, a count alone by
                // sqrt(0.3).
                assertTrue(report.worst() > (norm < 1 ? 0.83 : 0.54), sampler + ": " + worst);
            }
    }

    private static void caught(Coupling coupling) {
        Coupling.Report report = coupling.run(VIEW);
        assertFalse(report.holds(), "worst " + report.worst());
    }

    private static Coupling single(Clip clip) {
        return Coupling.of(Mlp.of(8), PoissonNodes.of(0.5), clip);
    }

    /** Planted: each layer is normalised to the whole norm. */
    @Test
    void normalisedLayersAreCaught() {
        caught(single(Clip.automatic(1e-3, 1e-5)).steps(4).sums(ClippedSums.perLayer(1e-5)));
    }

    /** Planted: as many thresholds of the whole norm as there are tensors. */
    @Test
    void aClipPerTensorAtTheWholeNormIsCaught() {
        caught(single(CLIP).steps(4).sums(ClippedSums.perLayer(0)));
    }

    /** Planted: the sum is divided by how many examples the batch really has. */
    @Test
    void theActualBatchSizeAsDivisorIsCaught() {
        caught(single(CLIP).steps(12).sums((view, network, at, batch, thresholds, into) -> {
            ClippedSums.of(ExampleGradients::of).clippedSum(view, network, at, batch, thresholds, into);
            double expected = 0.5 * view.participants().announcedRoots();
            for (int i = 0; i < into.length; i++) into[i] *= (float) (expected / Math.max(1, batch.examples()));
        }));
    }

    /** Planted: features are standardised by the statistics of all nodes before every step. */
    @Test
    void standardisingOverAllNodesIsCaught() {
        caught(Coupling.of(Gcn.of(8), DisjointWalks.of(1, BATCH), CLIP)
                .steps(4)
                .sums(ClippedSums.of(
                        (network, features, labels) -> ExampleGradients.of(network, standardised(features), labels))));
    }

    private static Features standardised(Features features) {
        int n = features.rows();
        int width = features.width();
        float[] all = new float[n * width];
        for (int r = 0; r < n; r++) features.copyRow(r, all, r * width);
        for (int c = 0; c < width; c++) {
            double mean = 0;
            double square = 0;
            for (int r = 0; r < n; r++) mean += all[r * width + c] / (double) n;
            for (int r = 0; r < n; r++) square += Math.pow(all[r * width + c] - mean, 2) / n;
            for (int r = 0; r < n; r++)
                all[r * width + c] = (float) ((all[r * width + c] - mean) / (Math.sqrt(square) + 1e-6));
        }
        return DenseFeatures.of(n, width, all);
    }

    /** Planted: a sampler that claims one example per node although neighbours read it too. */
    @Test
    void aSamplerWhoseExamplesOverlapIsCaught() {
        assertFalse(report(Gcn.of(8), new Overlapping()).holds());
    }

    /** Planted: a removed node leaves a row of zeros that still counts in means and degrees. */
    @Test
    void aNullRowInAMeanIsCaught() {
        assertFalse(report(Gcn.of(8), new NullRows()).holds());
    }

    /** Real removal changes stars that the node was never in; where no star is drawn it does not. */
    @Test
    void realRemovalBreaksStarsAndNotCentresAlone() {
        for (Sampler stars : List.of(HeterPoisson.of(0.4, 1), HomeStars.of(0.4, 1))) {
            assertTrue(Coupling.of(Gcn.of(8), stars, CLIP).steps(4).run(VIEW).holds(), stars + " as it is stated");
            Coupling.Report removed = Coupling.of(Gcn.of(8), stars, CLIP)
                    .against(Relation.ADD_REMOVE)
                    .steps(4)
                    .run(VIEW);
            assertFalse(removed.holds(), stars + ": " + removed.findings().get(0));
            assertTrue(removed.findings().get(0).neighbour().contains("removed"));
        }
        for (Sampler single : List.of(HomeStars.of(0.4, 0), PoissonNodes.of(0.4)))
            for (Relation relation : single.relations())
                assertTrue(Coupling.of(Gcn.of(8), single, CLIP)
                        .against(relation)
                        .steps(4)
                        .run(VIEW)
                        .holds());
        refused(() -> Coupling.of(Gcn.of(8), PoissonNodes.of(0.4), CLIP).against(null));
    }

    /** Stars around uniformly drawn nodes, accounted as if a node were in its own star only. */
    private static class Overlapping implements SamplerLike {
        @Override
        public Sampler like() {
            return PoissonNodes.of(0.5);
        }

        @Override
        public Draws draws(Participants participants, dpgnn.random.RandomStream coins) {
            return Draws.of(
                    (step, batch) -> {
                        batch.clear();
                        for (int v : participants.roots())
                            if (coins.fork(step).happens(v, 0.5)) star(participants, v, batch);
                    },
                    multiplier -> event(Facts.of(participants), multiplier));
        }

        void star(Participants participants, int v, Batch batch) {
            batch.beginExample();
            int root = batch.addRow(v);
            int degree = participants.graph().inDegree(v);
            for (int k = 0; k < degree; k++) batch.addSource(root + 1 + k);
            for (int k = 0; k < degree; k++) batch.addRow(participants.graph().inNeighbour(v, k));
            batch.addTarget(root);
        }
    }

    /** Every star gets the row of node 0 when some neighbour is missing: the star changes though it does not hold the node. */
    private static final class NullRows extends Overlapping {
        @Override
        public Event event(Facts facts, double multiplier) {
            return new Event.HeterPoisson(0.5, 1, facts.nodes(), multiplier, true, Event.Proof.CONSERVATIVE);
        }

        @Override
        void star(Participants participants, int v, Batch batch) {
            batch.beginExample();
            int root = batch.addRow(v);
            int missing = 0;
            for (int u = 0; u < participants.graph().nodes(); u++) if (!participants.eligible(u)) missing++;
            for (int k = 0; k < missing; k++) batch.addSource(root + 1 + k);
            for (int k = 0; k < missing; k++) batch.addRow(participants.roots()[0]);
            batch.addTarget(root);
        }
    }
}
