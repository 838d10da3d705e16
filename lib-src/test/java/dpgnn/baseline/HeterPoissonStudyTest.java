package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Sweep;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeterPoissonStudyTest {
    private static Setting setting(Object... changes) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "dataset", "small", "features", "rows", "setting", "transductive", "model", "GCN", "form", "code"));
        all.putAll(Map.of("method", "HeterPoisson", "M", 1, "nTest", 13, "batch", 120, "rate", 0.01, "seed", 3));
        all.putAll(Map.of("epsilon", 8, "accountant", "published", "clamp", 0));
        for (int i = 0; i < changes.length; i += 2) all.put((String) changes[i], changes[i + 1]);
        return Setting.of("test", all);
    }

    /** The specification's table: training nodes, rate, steps and delta of the paper's data sets. */
    @ParameterizedTest
    @CsvSource({
        "Facebook, 17976, 0.227859, 40, 2.0885e-5",
        "Twitch, 7598, 0.539089, 17, 5.3856e-5",
        "PubMed, 15773, 0.259684, 35, 2.4115e-5",
        "Amazon, 11001, 0.372330, 25, 3.5845e-5",
        "Reddit, 186372, 0.021978, 183, 1.5943e-6"
    })
    void budgetsAreThePapers(String dataset, int roots, double rate, long steps, double delta) {
        HeterPoissonStudy.Budget budget = HeterPoissonStudy.budget(setting("dataset", dataset, "batch", 4096), roots);
        assertEquals(rate, ((HeterPoisson) budget.sampler()).rate(), 1e-6);
        assertEquals(steps, budget.steps());
        assertEquals(delta, budget.delta(), 1e-8);
    }

    @Test
    void aRunSaysWhatIsClaimedAndWhatIsProved() throws Exception {
        Run claimed = HeterPoissonStudy.run(setting());
        Run proved = HeterPoissonStudy.run(setting("accountant", "conservative"));
        assertTrue(claimed.metric("noise multiplier") < proved.metric("noise multiplier"));
        assertEquals(List.of(Verdict.CLAIMED, Verdict.IDEAL), verdicts(claimed));
        assertTrue(claimed.guarantees().get(0).epsilon() <= 8, "the claim keeps the budget");
        assertTrue(claimed.guarantees().get(1).epsilon() > 8, "what is proved at the claimed noise is more");
        Guarantee last = proved.guarantees().get(proved.guarantees().size() - 1);
        assertEquals(Verdict.IDEAL, last.verdict());
        assertTrue(last.epsilon() <= 8 && last.epsilon() > 7.99, "epsilon " + last.epsilon());
        for (int most : TestStars.MOST) assertTrue(claimed.metric("test accuracy N=" + most) > 0.2);
        assertEquals(claimed.metric("test accuracy N=13"), claimed.metric("test accuracy"));
    }

    private static List<Verdict> verdicts(Run run) {
        return run.guarantees().stream().map(Guarantee::verdict).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GCN", "GIN", "SAGE"})
    void withoutPrivacyEveryModelLearns(String model) throws Exception {
        Run run = HeterPoissonStudy.run(
                setting("model", model, "epsilon", "infinity", "batch", 48, "setting", "inductive"));
        assertTrue(run.metric("test accuracy") > 0.5, "test accuracy " + run.metric("test accuracy"));
        assertTrue(run.guarantees().isEmpty());
    }

    /** The same released gradients, clamped or not: no number of the guarantee differs. */
    @Test
    void aClampCostsNothing() throws Exception {
        Run plain = HeterPoissonStudy.run(setting());
        Run clamped = HeterPoissonStudy.run(setting("clamp", 100));
        assertEquals(plain.guarantees(), clamped.guarantees());
        assertEquals(plain.metric("noise multiplier"), clamped.metric("noise multiplier"));
    }

    /** With the noise that is proved go features of which no row depends on another; what is claimed has the paper's. */
    @Test
    void whatIsProvedIsTrainedOnFeaturesThatLookAtNoOtherRow() {
        List<String> sets = List.of("Facebook", "PubMed");
        Object[] two = {2};
        for (Sweep<Setting> proved : List.of(
                HeterPoissonSweeps.tables(sets, "transductive", 4096, List.of("GCN"), two, "conservative", "roots", 1),
                HeterPoissonSweeps.homeStars(sets, "transductive", 4096, List.of("GCN"), two, "rows", 1),
                HeterPoissonSweeps.enforcement(sets, "transductive", 4096, two, "conservative", "roots", 1),
                HeterPoissonSweeps.batches(sets, "transductive", two, List.of("GCN"), two, "roots", 1),
                NodeStudy.sweep(NodeStudy.NAIVE, sets, "transductive", 2).seeds(1),
                NodeStudy.sweep(NodeStudy.HOPS_PROVED, sets, "transductive", 2).seeds(1))) {
            assertFalse(proved.experiments().isEmpty());
            for (Setting s : proved.experiments())
                assertEquals(
                        s.text("dataset").equals("Facebook"), s.text("features").startsWith("projected"), s.toString());
            assertTrue(proved.experiments().stream()
                    .anyMatch(s -> s.text("dataset").equals("PubMed")));
        }
        for (Sweep<Setting> claimed : List.of(
                HeterPoissonSweeps.tables(sets, "transductive", 4096, List.of("GCN"), two, "published", "roots", 1),
                NodeStudy.sweep(NodeStudy.GAP_CORRECTED, sets, "transductive", 2)
                        .seeds(1)))
            for (Setting s : claimed.experiments())
                assertTrue(List.of("roots", "rows").contains(s.text("features")), s.toString());
        assertEquals("roots", NodeData.blind("PubMed", "roots"));
        assertThrows(IllegalArgumentException.class, () -> NodeData.blind("Twitch", "unit"));
    }

    @Test
    void withoutEnforcementMoreNoiseIsWanted() {
        HeterPoissonStudy.Budget with = HeterPoissonStudy.budget(setting(), 480);
        HeterPoissonStudy.Budget without = HeterPoissonStudy.budget(setting("method", "HeterPoisson-unenforced"), 480);
        Sampler.Facts facts = new Sampler.Facts(600, 480);
        assertTrue(without.multiplier(facts, "published", 8) > with.multiplier(facts, "published", 8));
    }

    /** Whatever training nodes carry, and whomever they are joined to, a test node's logits stay. */
    @Test
    void testNodesReadNoTrainingNode() throws Exception {
        Dataset data = NodeData.of("small", "rows");
        Split split = NodeData.split(data, 1);
        Dataset other = data;
        for (int v : split.train()) {
            float[] row = new float[data.features().width()];
            Arrays.fill(row, v);
            other = other.withFeatures(v, row);
        }
        int[] test = split.test();
        Graph graph = data.graph();
        for (int k = 0; k < 20; k++) {
            graph = graph.withEdge(split.train()[k], test[k]);
            graph = graph.withoutNode(split.train()[40 + k]);
        }
        other = other.withGraph(graph);
        Network network = HeterPoissonStudy.model("SAGE", "code")
                .network(data.features().width(), data.labels().classes());
        Parameters parameters = network.initial(Streams.seed(1).stream("init"));
        for (int most : TestStars.MOST)
            assertArrayEquals(
                    TestStars.of(data, split, Role.TEST, 1).with(most).logits(network, parameters),
                    TestStars.of(other, split, Role.TEST, 1).with(most).logits(network, parameters));
        float[] row = new float[data.features().width()];
        Dataset changed = data.withFeatures(test[0], row);
        assertFalse(Arrays.equals(
                TestStars.of(data, split, Role.TEST, 1).with(13).logits(network, parameters),
                TestStars.of(changed, split, Role.TEST, 1).with(13).logits(network, parameters)));
    }

    @Test
    void badSettingsAreNamed() {
        for (Object[] change : new Object[][] {
            {"batch", 481},
            {"method", "NDP"},
            {"form", "own"},
            {"setting", "both"},
            {"accountant", "own"},
            {"features", "own"},
            {"nTest", 2},
            {"epsilon", -1},
            {"model", "GAT"}
        }) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> HeterPoissonStudy.run(setting(change)));
            assertTrue(e.getMessage().contains(String.valueOf(change[1])), e.getMessage());
        }
    }

    @Test
    void peripheralsFollowTheRule() {
        assertArrayEquals(new int[] {1, 1, 2, 2, 4}, new int[] {
            HeterPoissonSweeps.peripherals(2),
            HeterPoissonSweeps.peripherals(4),
            HeterPoissonSweeps.peripherals(8),
            HeterPoissonSweeps.peripherals(16),
            HeterPoissonSweeps.peripherals(Double.POSITIVE_INFINITY)
        });
        assertEquals(
                5 * 3,
                HeterPoissonSweeps.tables(
                                List.of("small"),
                                "transductive",
                                240,
                                HeterPoissonSweeps.MODELS,
                                new Object[] {2, 4, 8, 16, "infinity"},
                                "published",
                                "rows",
                                1)
                        .experiments()
                        .size());
    }

    /** No star at all is one more row of the batches' sweep; what it shares with the tables is the same run. */
    @Test
    void batchesHaveNoStarsToo() {
        Object[] epsilons = {2, 8};
        List<Setting> all = HeterPoissonSweeps.batches(
                        List.of("small"), "transductive", new Object[] {60, 120}, List.of("GCN"), epsilons, "rows", 1)
                .experiments();
        assertEquals(2 * 2 * 3, all.size());
        assertTrue(all.containsAll(
                HeterPoissonSweeps.homeStars(List.of("small"), "transductive", 120, List.of("GCN"), epsilons, "rows", 1)
                        .experiments()));
        assertTrue(all.containsAll(HeterPoissonSweeps.tables(
                        List.of("small"), "transductive", 60, List.of("GCN"), epsilons, "conservative", "rows", 1)
                .experiments()));
        Sampler.Facts facts = new Sampler.Facts(600, 480);
        Setting alone = setting("method", "home stars", "M", 0);
        double centres = HeterPoissonStudy.budget(alone, 480).multiplier(facts, "conservative", 2);
        double stars =
                HeterPoissonStudy.budget(setting("method", "home stars"), 480).multiplier(facts, "conservative", 2);
        assertTrue(centres < stars, "centres alone want less noise: " + centres + ", stars " + stars);
    }

    /** More out-edges move the gradient further; a node without any moves it by its own loss alone. */
    @Test
    void gradientsMoveWithTheOutEdgesOfANewNode() {
        GradientShift shift = new GradientShift(40, 16, 3, 0.1);
        for (String model : HeterPoissonSweeps.MODELS) {
            double none = 0, some = 0, all = 0;
            for (long seed = 1; seed <= 5; seed++) {
                none += shift.of(model, 0, seed);
                some += shift.of(model, 0.2, seed);
                all += shift.of(model, 1, seed);
            }
            assertTrue(none < some && some < all, model + ": " + none + ", " + some + ", " + all);
        }
        assertEquals(shift.of("GCN", 0.5, 1), shift.of("GCN", 0.5, 1));
        assertNotEquals(shift.of("GCN", 0.5, 1), shift.of("GCN", 0.5, 2));
        assertThrows(IllegalArgumentException.class, () -> shift.of("GCN", 1.5, 1));
    }
}
