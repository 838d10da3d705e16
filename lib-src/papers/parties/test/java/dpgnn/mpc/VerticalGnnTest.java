package dpgnn.mpc;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.linear.Matrix;
import dpgnn.mpc.layer.Aggregator;
import dpgnn.mpc.layer.Combiner;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.Traffic;
import dpgnn.mpc.wire.Transcript;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerticalGnnTest {
    private static final Dataset DATA = Sample.citations(150, 90, 3, 5);
    private static final PpgnnSettings SMALL = PpgnnSettings.standard()
            .with(PpgnnSettings::width, 8)
            .with(PpgnnSettings::epochs, 10)
            .with(PpgnnSettings::checkpointEvery, 5)
            .with(PpgnnSettings::openedBits, 36);

    private static VerticalGnn.Outcome trained(PpgnnSettings settings, VerticalData data) {
        return VerticalGnn.of(settings).train(data, Streams.seed(3));
    }

    private static double loss(VerticalGnn.Outcome of, int epoch) {
        return of.history().epochs().get(epoch).loss();
    }

    private static List<Matrix> initial(PpgnnSettings settings, VerticalData data) {
        return Sample.seen("a", settings, data, view -> view.initial().copy());
    }

    /** Secure and plain-text paths agree after each epoch, for 2 to 5 holders, with both rules for W0. */
    @ParameterizedTest
    @CsvSource({"2,SGD", "3,SGD", "4,SGD", "5,SGD", "2,ADAM", "3,ADAM"})
    void secureAndPlainPathsAgree(int holders, UpdateRule rule) {
        VerticalData data = Sample.split(DATA, 2, Sample.even(holders));
        PpgnnSettings secure = SMALL.with(PpgnnSettings::initialRule, rule)
                .with(PpgnnSettings::initialRate, rule == UpdateRule.SGD ? 1 : 0.01);
        var shared = initial(secure, data);
        var plain = initial(secure.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN), data);
        assertEquals(10, shared.size());
        double first = shared.get(0).distance(plain.get(0));
        assertTrue(first < 90 * 0x1p-16, "F 2^-f, was " + first);
        for (int epoch = 0; epoch < 10; epoch++) {
            double distance = shared.get(epoch).distance(plain.get(epoch));
            // Adam divides small gradients by their size, and so makes the rounding of one a whole step.
            double bound = rule == UpdateRule.SGD ? 1e-3 : 5e-3;
            assertTrue(distance < bound, "epoch " + epoch + ": " + distance);
        }
        double moved = plain.get(9).distance(plain.get(0));
        assertTrue(moved > 20 * shared.get(9).distance(plain.get(9)), "training moved h0 by " + moved);
    }

    /** With fewer bits h0 is off by less than a unit, and losses by much less: rounding has no bias. */
    @Test
    void fewerBitsOfTheOpenedEmbeddingTrainAsWell() {
        VerticalData data = Sample.split(DATA, 2, 1, 1);
        PpgnnSettings settings =
                SMALL.with(PpgnnSettings::openedBits, PpgnnSettings.standard().openedBits());
        var shared = initial(settings, data);
        var plain = initial(settings.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN), data);
        double unit = Math.scalb(1.0, -settings.openedBits());
        assertTrue(shared.get(0).distance(plain.get(0)) < unit + 90 * 0x1p-16);
        assertTrue(shared.get(0).distance(plain.get(0)) > unit / 2, "it is rounded");
        for (double h : shared.get(0).values()) assertEquals(0, Math.IEEEremainder(h, unit), 0, "on the grid");
        assertEquals(loss(trained(SMALL, data), 9), loss(trained(settings, data), 9), 0.02);
    }

    @ParameterizedTest
    @EnumSource(Combiner.class)
    void learns(Combiner combiner) {
        VerticalData data = Sample.split(DATA, 2, 1, 1);
        var outcome = VerticalGnn.of(SMALL.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN)
                        .with(PpgnnSettings::combiner, combiner)
                        .with(PpgnnSettings::epochs, 60)
                        .with(PpgnnSettings::rate, 0.02)
                        .with(PpgnnSettings::width, 16))
                .train(data, Streams.seed(1));
        var epochs = outcome.history().epochs();
        assertEquals(60, epochs.size());
        assertTrue(epochs.get(59).loss() < 0.5 * epochs.get(0).loss(), "loss " + epochs.get(59));
        assertTrue(outcome.testAccuracy() > 0.6, "test accuracy " + outcome.testAccuracy());
    }

    @ParameterizedTest
    @CsvSource({"GCN,3", "GAT,2", "SAGE_MEAN,2"})
    void allAggregatorsRunSecurely(Aggregator aggregator, int holders) {
        VerticalData data = Sample.split(DATA, 4, Sample.even(holders));
        PpgnnSettings settings =
                SMALL.with(PpgnnSettings::aggregator, aggregator).with(PpgnnSettings::epochs, 3);
        var shared = initial(settings, data);
        var plain = initial(settings.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN), data);
        assertTrue(shared.get(2).distance(plain.get(2)) < 1e-3);
    }

    @Test
    void aDealerApartAndTheLocalRuleAgreeToo() {
        VerticalData data = Sample.split(DATA, 2, 1, 1);
        var dealt = VerticalGnn.of(SMALL).separateDealer().train(data, Streams.seed(3));
        PpgnnSettings rule = SMALL.with(PpgnnSettings::truncation, PpgnnSettings.TruncationRule.LOCAL);
        var local = trained(rule, data);
        for (int e = 0; e < 10; e++) assertEquals(loss(dealt, e), loss(local, e), 1e-3);
        VerticalData three = Sample.split(DATA, 2, 1, 1, 1);
        refused(ProtocolException.class, () -> trained(rule, three), "two parties only");
    }

    /** One holder is the mixed baseline, whichever way it combines with itself. */
    @Test
    void oneHolderIsTheMixedBaseline() {
        VerticalData mixed = Sample.split(DATA, 2, 1);
        PpgnnSettings settings =
                SMALL.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN).with(PpgnnSettings::epochs, 5);
        List<Double> losses = new ArrayList<>();
        for (Combiner combiner : List.of(Combiner.MEAN, Combiner.CONCAT))
            losses.add(loss(trained(settings.with(PpgnnSettings::combiner, combiner), mixed), 4));
        assertEquals(losses.get(0), losses.get(1));
        double individual =
                loss(trained(settings.with(PpgnnSettings::initial, PpgnnSettings.Initial.INDIVIDUAL), mixed), 4);
        assertEquals(losses.get(0), individual, 1e-9, "alone, a holder has nobody to share with");
        assertEquals(1, mixed.isolated(0).holders().size());
    }

    /** Every matrix that anybody received is on the list of what the protocol shows to whom, at the scale it says. */
    @ParameterizedTest
    @CsvSource({"SGD,2", "SGD,4", "ADAM,3"})
    void transcriptHoldsWhatItShouldAndNothingElse(UpdateRule rule, int holders) {
        VerticalData data = Sample.split(DATA, 2, Sample.even(holders));
        PpgnnSettings settings = SMALL.with(PpgnnSettings::initialRule, rule)
                .with(PpgnnSettings::epochs, 2)
                .with(PpgnnSettings::openedBits, 4);
        var outcome = trained(settings, data);
        Roster roster = Roster.of(holders);
        int n = data.sizes().nodes();
        int f = data.sizes().width();
        List<Integer> widths = data.sizes().widths();
        for (var transcript : outcome.transcripts().entrySet())
            for (Transcript.Line line : transcript.getValue().lines()) {
                assertEquals(transcript.getKey(), line.to());
                assertTrue(line.kind().allows(roster, line.from(), line.to()), line.toString());
                String expected =
                        switch (line.kind()) {
                            case FEATURE_SHARE ->
                                n + "x" + widths.get(roster.holders().indexOf(line.from())) + "@16";
                            case MASKED_FEATURES -> n + "x" + f + "@16";
                            case FEATURE_MASK -> n + "x" + f + "@0";
                            case WEIGHT_MASK, UPDATE_MASK -> f + "x8@0";
                            case TRUNCATION_MASK, TRUNCATION_SHIFTED, TRUNCATION_TOP ->
                                (line.rows() == n ? n : f) + "x8@0";
                            case EMBEDDING_MASK, GRADIENT_MASK -> n + "x8@0";
                            case MASKED_WEIGHTS -> f + "x8@20";
                            case MASKED_EMBEDDING -> n + "x8@36";
                            case INITIAL_EMBEDDING -> n + "x8@4";
                            case MASKED_GRADIENT -> n + "x8@24";
                            case MASKED_UPDATE, OPENED_UPDATE -> f + "x8@40";
                            case EMBEDDING, HIDDEN_LAYER, HIDDEN_GRADIENT, EMBEDDING_GRADIENT -> n + "x8@-1";
                            case EPOCH_DONE, EPOCH_COMMITTED -> "0x0@0";
                            default -> "not allowed";
                        };
                assertEquals(expected, line.rows() + "x" + line.columns() + "@" + line.scale(), line.toString());
            }
        var seenByServer = outcome.transcripts().get("server").lines().stream()
                .map(Transcript.Line::kind)
                .collect(Collectors.toSet());
        assertEquals(
                java.util.Set.of(MessageKind.EMBEDDING, MessageKind.HIDDEN_GRADIENT, MessageKind.EPOCH_DONE),
                seenByServer,
                "the server, which deals, must see nothing that its masks would open");
        boolean opened = outcome.transcripts().get("b").counts().containsKey(MessageKind.OPENED_UPDATE);
        assertEquals(rule == UpdateRule.ADAM, opened);
    }

    @Test
    void noMatterCarriesEdgesFeaturesOrLabels() {
        Roster roster = Roster.of(3);
        for (MessageKind kind : MessageKind.values()) {
            assertTrue(!kind.name().contains("EDGE") && !kind.name().contains("LABEL"));
            if (kind.view() == MessageKind.View.CLEAR)
                assertTrue(kind.name().startsWith("PLAIN") || kind.name().matches(".*(EMBEDDING|HIDDEN).*"));
        }
        assertTrue(!MessageKind.HIDDEN_LAYER.allows(roster, "server", "b"), "the hidden layer is the label holder's");
        assertTrue(!MessageKind.MASKED_FEATURES.allows(roster, "a", "server"), "the dealer could unmask it");
    }

    @Test
    void countsBytesAndRounds() {
        VerticalData data = Sample.split(DATA, 2, 1, 1);
        var outcome = VerticalGnn.of(SMALL).train(data, Streams.seed(3));
        long sent = outcome.traffic().values().stream().mapToLong(Traffic::sent).sum();
        long received =
                outcome.traffic().values().stream().mapToLong(Traffic::received).sum();
        assertEquals(sent, received, "what is sent is received");
        Traffic epoch = outcome.perEpoch();
        int n = data.sizes().nodes();
        int f = data.sizes().width();
        // Holder a sends masked weights, gradient and update, a share of h0, its embedding and the hidden gradient.
        double words = 2.0 * f * 8 + n * 8 + n * 8 + n * 8 + n * 8;
        assertEquals(8 * words, epoch.sent(), 0.05 * 8 * words);
        assertTrue(epoch.rounds() >= 7 && epoch.rounds() <= 10, epoch.toString());
        assertTrue(Traffic.Line.WAN.seconds(0, epoch) > Traffic.Line.LAN.seconds(0, epoch));
    }

    @Test
    void noiseOnEmbeddingsCostsAccuracyAndStatesItsGuarantee() {
        VerticalData data = Sample.split(DATA, 2, 1, 1);
        PpgnnSettings settings =
                SMALL.with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN).with(PpgnnSettings::epochs, 20);
        double clean = loss(trained(settings, data), 19);
        Map<String, String> noisy = settings.toMap();
        noisy.put("noiseClip", "1");
        noisy.put("noiseMultiplier", "20");
        double drowned = loss(trained(PpgnnSettings.of(noisy), data), 19);
        assertTrue(drowned > clean + 0.05, clean + " against " + drowned);
        assertEquals(2 * Math.sqrt(100) / 4, new EmbeddingNoise(1, 4).mu(100), 1e-12);
    }

    @Test
    void settingsRefuseWhatTheyDoNotKnow() {
        refused(() -> PpgnnSettings.of(Map.of("dept", "3")), "no setting 'dept'");
        refused(() -> PpgnnSettings.standard().with(PpgnnSettings::depth, 0), "depth must be in");
        assertEquals(
                PpgnnSettings.standard(),
                PpgnnSettings.of(PpgnnSettings.standard().toMap()));
    }
}
