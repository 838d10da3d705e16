package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuditServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HALF = "\"sampling\":\"poisson\",\"rate\":0.5,\"sensitivity\":1,\"population\":40";

    private final AuditServer server = new AuditServer();

    private JsonNode ask(String ask, String fields) throws IOException {
        return JSON.readTree(server.answer("{\"ask\":\"" + ask + "\"," + fields + "}"));
    }

    @Test
    void questionsThatAreWrongAreNamed() throws IOException {
        for (String line : List.of("", "nonsense", "[1]", "{\"ask\":3}", "{\"ask\":\"account\",\"noise\":null}"))
            assertTrue(JSON.readTree(server.answer(line)).has("error"), line);
        assertTrue(ask(
                        "account",
                        "\"noise\":1,\"steps\":1.5,\"sensitivity\":1,\"sampling\":\"full\",\"epsilon\":1,\"delta\":1e-5")
                .get("error")
                .asText()
                .contains("steps"));
        assertEquals(1, ask("hello", "\"x\":1").get("protocol").asInt());
    }

    /** One Gaussian step of noise 1 at delta 1e-5 has epsilon 4.3772, by its closed form. */
    @Test
    void aClaimIsRightOrTheNearestRightOneIsSaid() throws IOException {
        String step = "\"sampling\":\"full\",\"noise\":1,\"steps\":1,\"sensitivity\":1,\"delta\":1e-5,\"epsilon\":";
        JsonNode wrong = ask("account", step + "4.37");
        assertTrue(wrong.get("fault").asText().contains("nearest right epsilon is 4.378"), wrong.toString());
        assertFalse(wrong.get("holds").asBoolean());
        JsonNode right = ask("account", step + "4.379");
        assertTrue(right.get("holds").asBoolean() && !right.has("fault"), right.toString());
        JsonNode two = ask("account", step.replace("\"sensitivity\":1", "\"sensitivity\":2,\"terms\":3") + "1");
        assertTrue(two.get("least_epsilon").asDouble() > 20, two.toString());
    }

    private JsonNode trained(int number, Supplier<String> one, Supplier<String> other) throws IOException {
        for (int i = 0; i < number; i++) {
            ask("result", "\"world\":0," + one.get());
            ask("result", "\"world\":1," + other.get());
        }
        return ask("trainings", "\"epsilon\":1,\"delta\":1e-5,\"confidence\":0.95");
    }

    @Test
    void resultsThatTellAreContradictedAndOthersAreNot() throws IOException {
        RandomStream coins = Streams.seed(1).stream("noise");
        JsonNode apart = trained(
                100,
                () -> "\"numbers\":[" + coins.nextGaussian() + ",7]",
                () -> "\"numbers\":[" + (9 + coins.nextGaussian()) + ",7]");
        assertEquals(1, apart.get("faults").size());
        assertTrue(apart.get("epsilon").asDouble() > 2, apart.toString());
        // What was judged is forgotten: the next audit begins anew.
        JsonNode fixed = trained(100, () -> "\"numbers\":[3]", () -> "\"numbers\":[300]");
        assertTrue(fixed.get("constant").asBoolean() && fixed.get("faults").size() == 1, fixed.toString());
        JsonNode form = trained(100, () -> "\"stopped\":\"stopped by ValueError\"", () -> "\"numbers\":[3]");
        assertTrue(form.get("faults").toString().contains("The form of what trainings publish"), form.toString());
        JsonNode alike = trained(
                100,
                () -> coins.nextDouble() < 0.3 ? "\"stopped\":\"late\"" : "\"numbers\":[" + coins.nextGaussian() + "]",
                () -> coins.nextDouble() < 0.3 ? "\"stopped\":\"late\"" : "\"numbers\":[" + coins.nextGaussian() + "]");
        assertEquals(0, alike.get("faults").size(), alike.toString());
        assertTrue(trained(3, () -> "\"numbers\":[1]", () -> "\"numbers\":[1]").has("error"));
    }

    private JsonNode drawn(String law, List<Integer> seen, List<Integer> sizes, String once) throws IOException {
        return ask(
                "draws", law + ",\"confidence\":0.99,\"seen\":" + seen + ",\"sizes\":" + sizes + ",\"once\":" + once);
    }

    @Test
    void batchesAreComparedWithTheLawOfPoissonSamples() throws IOException {
        RandomStream coins = Streams.seed(2).stream("draws");
        List<Integer> seen = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (int t = 0; t < 400; t++) {
            seen.add(coins.nextDouble() < 0.5 ? 1 : 0);
            sizes.add((int)
                    IntStream.range(0, 40).filter(i -> coins.nextDouble() < 0.5).count());
        }
        assertEquals(0, drawn(HALF, seen, sizes, "[200,99,2]").get("faults").size());
        assertTrue(drawn(HALF, seen, sizes.stream().map(s -> 20).toList(), "[0,0,0]")
                .toString()
                .contains("of one size"));
        assertTrue(drawn(HALF, seen, sizes, "[200,200,2]").toString().contains("as shuffling does"));
        assertTrue(drawn(HALF, seen.stream().map(s -> 1).toList(), sizes, "[0,0,0]")
                .toString()
                .contains("400 of 400 batches"));
    }

    private static final String ALLOCATED =
            "\"sampling\":\"allocation\",\"batches\":4,\"sensitivity\":1,\"population\":40";

    /** An epoch of one batch is a Gaussian step, whose epsilon is 4.3772 by its closed form; of more, it is less. */
    @Test
    void anEpochOfRandomAllocationCostsNoMoreThanOneStep() throws IOException {
        String claim = ALLOCATED + ",\"noise\":1,\"steps\":1,\"delta\":1e-5,\"epsilon\":4.379";
        JsonNode one = ask("account", claim.replace("\"batches\":4", "\"batches\":1"));
        assertEquals(4.3772, one.get("epsilon").asDouble(), 1e-3, one.toString());
        JsonNode four = ask("account", claim);
        double epsilon = four.get("epsilon").asDouble();
        assertTrue(four.get("holds").asBoolean() && epsilon > 2 && epsilon < 4.3, four.toString());
        for (String wrong : List.of("\"batches\":0", "\"batches\":4,\"terms\":2"))
            assertTrue(ask("account", claim.replace("\"batches\":4", wrong)).has("error"), wrong);
        assertTrue(ask("account", claim.replace("\"sensitivity\":1", "\"sensitivity\":2"))
                .get("error")
                .asText()
                .contains("random allocation"));
    }

    /** An edge that goes replaces a term, as another row does. */
    @Test
    void unitAndRelationDecideThePair() throws IOException {
        String claim =
                "\"sampling\":\"poisson\",\"rate\":0.1,\"noise\":1.5,\"steps\":20,\"delta\":1e-5,\"epsilon\":1.7,";
        assertTrue(ask("account", claim + "\"sensitivity\":1").get("holds").asBoolean());
        for (String other : List.of("\"unit\":\"edge\"", "\"relation\":\"replace\"")) {
            assertTrue(ask("account", claim + "\"sensitivity\":1," + other)
                    .get("error")
                    .asText()
                    .contains("a term is replaced"));
            assertFalse(ask("account", claim + "\"sensitivity\":2," + other)
                    .get("holds")
                    .asBoolean());
            assertTrue(ask("account", ALLOCATED + ",\"noise\":4,\"steps\":3,\"delta\":1e-5,\"epsilon\":1," + other)
                    .get("error")
                    .asText()
                    .contains("nothing is proved"));
        }
    }

    @Test
    void epochsAreComparedWithTheLawOfRandomAllocation() throws IOException {
        RandomStream coins = Streams.seed(5).stream("epochs");
        List<Integer> seen = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (int epoch = 0; epoch < 100; epoch++) {
            int[] size = new int[4];
            int home = 0;
            for (int unit = 0; unit < 40; unit++) size[home = coins.nextInt(4)]++;
            for (int i = 0; i < 4; i++) {
                seen.add(i == home ? 1 : 0);
                sizes.add(size[i]);
            }
        }
        assertEquals(
                0, drawn(ALLOCATED, seen, sizes, "[100,100,4]").get("faults").size());
        assertTrue(drawn(ALLOCATED, seen, sizes.stream().map(s -> 10).toList(), "[100,100,4]")
                .toString()
                .contains("50 of 50 pairs of batches are of one size"));
        assertTrue(drawn(ALLOCATED, seen, sizes, "[100,97,4]").toString().contains("in 3 of 100 epochs"));
        List<Integer> second =
                IntStream.range(0, 400).mapToObj(i -> i % 4 == 1 ? 1 : 0).toList();
        assertTrue(drawn(ALLOCATED, second, sizes, "[100,100,4]").toString().contains("100 of 100 batches"));
        assertTrue(drawn(ALLOCATED, seen, sizes, "[100,100,5]").has("error"));
    }

    @Test
    void noiseThatIsTooSmallOrSharedIsContradicted() throws IOException {
        RandomStream coins = Streams.seed(3).stream("noise");
        Supplier<String> own = () -> coins.nextGaussian() + "," + coins.nextGaussian() + "," + coins.nextGaussian();
        Supplier<String> shared = () -> {
            double x = coins.nextGaussian();
            return x + "," + coins.nextGaussian() + "," + x;
        };
        assertEquals(0, noise(own, 1).get("faults").size());
        assertTrue(noise(own, 1.3).toString().contains("a deviation of at most"));
        assertTrue(noise(shared, 1).toString().contains("share it"));
        assertTrue(noise(() -> "1,2,3", 1).toString().contains("the same for every seed"));
    }

    private JsonNode noise(Supplier<String> released, double deviation) throws IOException {
        String all = IntStream.range(0, 240)
                .mapToObj(i -> "[" + released.get() + "]")
                .collect(Collectors.joining(","));
        return ask("noise", "\"confidence\":0.99,\"deviation\":" + deviation + ",\"released\":[" + all + "]");
    }

    /** The share of reports that find a Gaussian of twice the claimed epsilon is what the page says of so many trainings. */
    @Test
    void thePowerIsThatOfSimulatedReports() throws IOException {
        String claim =
                "\"sampling\":\"full\",\"noise\":4,\"steps\":1,\"sensitivity\":1,\"epsilon\":1,\"delta\":1e-5,\"confidence\":0.95";
        JsonNode plan = ask("plan", "\"trainings\":200," + claim);
        assertTrue(plan.get("found").asDouble() > 2 && plan.get("needed").asInt() > 200, plan.toString());
        double mu = 1.5;
        double stated = AuditServer.power(
                AuditServer.mostErrors(
                        dpgnn.privacy.attack.TradeOffCurve.of(new dpgnn.privacy.Event.Gaussian(4)), 100, 0.975),
                100,
                mu);
        RandomStream coins = Streams.seed(4).stream("reports");
        int found = 0;
        for (int report = 0; report < 100; report++) {
            for (int i = 0; i < 200; i++)
                for (int world = 0; world < 2; world++)
                    ask("result", "\"world\":" + world + ",\"numbers\":[" + (world * mu + coins.nextGaussian()) + "]");
            if (ask("trainings", claim).get("faults").size() > 0) found++;
        }
        // The line is learned and pairs of errors that differ count too; five deviations of a hundred reports, and five
        // points more.
        assertEquals(stated, found / 100.0, 0.05 + 5 * Math.sqrt(stated * (1 - stated) / 100), plan.toString());
        assertTrue(stated > 0.2 && stated < 0.999, "" + stated);
    }
}
