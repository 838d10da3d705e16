package dpgnn.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Dataset;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Branched.Kind;
import dpgnn.nn.Branched.Step;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.DoubleOracle;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.layer.Aggregation;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Networks put together of branches: those that the library ships, to the last bit, and random ones, whose examples never meet. */
public class BranchTest {
    private static final List<Batch> BATCHES =
            List.of(SmallData.stars(2, 20), SmallData.paths(3, 20), SmallData.rings(4, 4, 9));

    @Test
    void itMakesTheNetworksThatTheLibraryShipsToTheLastBit() {
        Branch x = Branch.features();
        Branch encoded = x.linear(5, Activation.TANH);
        equal(
                Gcn.of(5),
                x.aggregated(Aggregation.SYMMETRIC).linear(5, Activation.RELU).classes("a"));
        equal(
                Sage.of(Recipe.of(5).withDense(1).withDropout(0.3).withActivation(Activation.SELU)),
                x.aggregated(Aggregation.MEAN)
                        .linear(5, Activation.SELU)
                        .dropped(0.3)
                        .linear(5, Activation.SELU)
                        .dropped(0.3)
                        .classes("b"));
        equal(
                Gcn.layers(3, 4),
                x.aggregated(Aggregation.SYMMETRIC)
                        .linear(4, Activation.RELU)
                        .aggregated(Aggregation.SYMMETRIC)
                        .linear(4, Activation.RELU)
                        .aggregated(Aggregation.SYMMETRIC)
                        .classes("c"));
        equal(
                Mlp.hidden(2, 5),
                x.linear(5, Activation.RELU).linear(5, Activation.RELU).classes("d"));
        equal(
                Sage.of(Recipe.encoded(5)),
                encoded.aggregated(Aggregation.MEAN)
                        .linear(5, Activation.TANH)
                        .plus(encoded)
                        .classes("e"));
    }

    private static void equal(Model shipped, Model made) {
        for (SmallData data : List.of(SmallData.of(1), SmallData.sparse(2, 90))) {
            int inputs = data.features().width();
            Network ours = shipped.network(inputs, SmallData.CLASSES), other = made.network(inputs, SmallData.CLASSES);
            assertEquals(ours.hops(), other.hops());
            assertEquals(ours.drops(), other.drops());
            Parameters at = ours.initial(Streams.seed(3).stream("init"));
            Parameters same = other.initial(Streams.seed(3).stream("init"));
            same.write(at.toArray());
            for (Batch batch : BATCHES)
                for (boolean exact : new boolean[] {false, true}) {
                    float[][] sums = new float[2][at.size()];
                    float[][] logits = new float[2][];
                    for (int k = 0; k < 2; k++) {
                        Network network = k == 0 ? ours : other;
                        ExampleGradients gradients = exact
                                ? ExampleGradients.exact(network, data.features(), data.labels())
                                : ExampleGradients.of(network, data.features(), data.labels(), new HostKernels());
                        RandomStream masks = Streams.seed(5).stream("dropout");
                        gradients.clippedSum(k == 0 ? at : same, batch, new double[] {0.1}, masks, sums[k]);
                        logits[k] = gradients.logits(k == 0 ? at : same, batch);
                    }
                    assertArrayEquals(sums[0], sums[1], 0f, shipped.name());
                    assertArrayEquals(logits[0], logits[1], 0f, shipped.name());
                }
        }
    }

    /** Against differences of losses in single precision, over two distances (Richardson). */
    @Test
    void theGradientIsTheSlopeOfTheLoss() {
        Subject subject = Subject.of(Jumping.jumping(5, Activation.TANH), SmallData.of(1));
        ExampleGradients gradients = subject.on(new HostKernels());
        for (Batch batch : BATCHES) {
            float[] sum = subject.sum(gradients, batch, null, Double.POSITIVE_INFINITY);
            for (int i = 0; i < sum.length; i++) {
                double near = subject.slope(gradients, batch, i, Double.POSITIVE_INFINITY, 4e-3f);
                double far = subject.slope(gradients, batch, i, Double.POSITIVE_INFINITY, 8e-3f);
                assertEquals((4 * near - far) / 3, sum[i], 0.01, "parameter " + i);
            }
        }
    }

    /** Steps of random kinds on random branches; the last two are joined until one is left. */
    private static Model random(RandomStream coins) {
        List<Branch> open = new ArrayList<>(List.of(Branch.features().linear(4, Activation.RELU), Branch.features()));
        for (int s = 0; s < 6; s++) {
            int at = coins.nextInt(open.size());
            Branch in = open.get(at);
            Aggregation how = Aggregation.values()[1 + coins.nextInt(3)];
            Activation activation = Activation.values()[coins.nextInt(5)];
            Branch next =
                    switch (coins.nextInt(8)) {
                        case 0, 1 -> in.aggregated(how);
                        case 2 -> in.activated(activation);
                        case 3 -> in.normalised();
                        case 7 -> in.linear(4, activation).attended(1 << coins.nextInt(3));
                        case 4 -> in.beside(open.get(coins.nextInt(open.size())));
                        case 5 -> in.linear(4, activation).plus(open.get(0).linear(4, activation));
                        default -> in.linear(4, activation);
                    };
            if (coins.nextBoolean()) open.add(next);
            else open.set(at, next);
        }
        Branch all = open.get(0);
        for (Branch other : open.subList(1, open.size())) all = all.beside(other);
        return all.classes("random");
    }

    @Test
    void examplesOfRandomNetworksNeverMeetAndNoneIsLongerThanTheClip() {
        RandomStream coins = Streams.seed(1).stream("networks");
        int moved = 0;
        int networks = Extent.ALL ? 40 : 10;
        for (int k = 0; k < networks; k++) {
            Model model = random(coins);
            SmallData data = k % 2 == 0 ? SmallData.of(k) : SmallData.sparse(k, 40);
            Subject subject = Subject.of(model, data);
            ExampleGradients exact = subject.exact();
            for (Batch batch : BATCHES) {
                double[] all = subject.exactSum(exact, batch, 0.01), sum = new double[all.length];
                for (int e = 0; e < batch.examples(); e++) {
                    double[] alone = subject.exactSum(exact, SmallData.select(batch, e), 0.01);
                    double norm = Math.sqrt(DoubleOracle.square(alone));
                    assertTrue(norm <= 0.01, model.name() + ": " + norm);
                    if (norm > 0.0099) moved++;
                    for (int i = 0; i < sum.length; i++) sum[i] += alone[i];
                }
                assertArrayEquals(sum, all, 0.0, model.name());
            }
        }
        assertTrue(moved > networks, "only " + moved + " examples were clipped");
    }

    @Test
    void aReleaseOfItIsSoundAndNamesAllOfIt() throws IOException {
        Dataset data = SyntheticGraphs.small();
        Plan plan = Plans.within(HomeStars.of(0.2, 2), Clip.automatic(0.5, 0.01), 3, 8, 1e-4);
        var trained = plan.release(Jumping.jumping(6)).train(data.transductive());
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        assertEquals(
                "jumping: 0 features, 1 aggregated MEAN [0], 2 linear 6 RELU [1], 3 aggregated SYMMETRIC [2],"
                        + " 4 linear 6 TANH [3], 5 linear 6 [0], 6 activated ELU [5], 7 sum [4, 6], 8 normalised [7],"
                        + " 9 beside [8, 2], 10 classes [9]",
                trained.model().name());
        assertEquals(Jumping.jumping(6), trained.model());
        assertNotEquals(Jumping.jumping(6).name(), Jumping.jumping(7).name());
    }

    /** Without this a gradient near zero would become infinite, where nobody went through a plan. */
    @Test
    void sumsRefuseAGammaThatIsTooSmall() {
        for (double threshold : new double[] {1, Double.POSITIVE_INFINITY})
            refused(
                    "gamma must be at least a millionth of every threshold, was 1.0E-9 with " + threshold
                            + ": a gradient near zero would leave the range of floats",
                    () -> new Clip.Limits(new double[] {threshold}, 1e-9, 0));
    }

    private static void refused(String message, org.junit.jupiter.api.function.Executable made) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, made).getMessage());
    }

    @Test
    void whatIsNoNetworkIsRefusedBySayingWhatIsWrong() {
        Branch x = Branch.features();
        refused("width must be at least 1, was 0", () -> x.linear(0, Activation.RELU));
        refused("share must be in [0, 1), was 1.0", () -> x.dropped(1));
        refused("how must be SYMMETRIC, MEAN or SUM, was SELF", () -> x.aggregated(Aggregation.SELF));
        refused("heads must be at least 1, was 0", () -> x.attended(0));
        refused(
                "the branch of step 1 must be a multiple of 2 wide, was 7",
                () -> x.attended(2).classes("odd").network(7, 4));
        refused("layers must be at least 1, was 0", () -> Gat.layers(0, 8, 1));
        refused("activation must be given, was null", () -> x.activated(null));
        refused("title must be 1 to 40 letters, digits, spaces or hyphens, was a\n", () -> x.classes("a\n"));
        Model uneven =
                x.linear(3, Activation.RELU).plus(x.linear(4, Activation.RELU)).classes("uneven");
        refused("the second branch of step 3 must be as wide as the first, 3, was 4", () -> uneven.network(7, 4));
        Step features = new Step(Kind.FEATURES, List.of(), 0, Activation.IDENTITY, Aggregation.SELF, 0);
        Step classes = new Step(Kind.CLASSES, List.of(0), 0, Activation.IDENTITY, Aggregation.SELF, 0);
        Step normalised = new Step(Kind.NORMALISED, List.of(), 0, Activation.IDENTITY, Aggregation.SELF, 0);
        Map<String, List<Step>> wrong = Map.of(
                "step 1 must be last if it is classes, was features", List.of(features, features),
                "step 0 must be one that reads 1 earlier steps, was normalised", List.of(normalised, classes),
                "step 1 must be read by a later step, was features", List.of(features, features, classes),
                "steps must be at least 2, was 1", List.of(classes));
        wrong.forEach((why, steps) -> refused(why, () -> new Branched("a", steps)));
    }
}
