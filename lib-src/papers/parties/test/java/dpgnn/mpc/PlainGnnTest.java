package dpgnn.mpc;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dpgnn.mpc.layer.Aggregator;
import dpgnn.mpc.layer.Combiner;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainGnnTest {
    private static final PpgnnSettings PLAIN = PpgnnSettings.standard()
            .with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN)
            .with(PpgnnSettings::initialRule, UpdateRule.ADAM)
            .with(PpgnnSettings::initialRate, 0.01)
            .with(PpgnnSettings::width, 9)
            .with(PpgnnSettings::epochs, 6);

    /** Whatever the network, the figures of every epoch are those of the parties that send each other messages. */
    @ParameterizedTest
    @CsvSource({"1,MEAN,2,0", "2,MEAN,2,0", "2,CONCAT,3,0.5", "3,REGRESSION,1,0.5", "4,MEAN,3,0.3"})
    void itsFiguresAreThoseOfTheProtocolToTheLastBit(int holders, Combiner combiner, int depth, double initialDropout) {
        VerticalData data = Sample.split(Sample.citations(400, 90, 3, 5), 2, Sample.even(holders));
        PpgnnSettings settings = PLAIN.with(PpgnnSettings::combiner, combiner)
                .with(PpgnnSettings::depth, depth)
                .with(PpgnnSettings::initialDropout, initialDropout);
        var protocol = VerticalGnn.of(settings).train(data, Streams.seed(3)).history();
        assertEquals(
                protocol.epochs(),
                PlainGnn.train(settings, data, Streams.seed(3)).epochs());
        assertNotEquals(
                protocol.epochs(),
                PlainGnn.train(settings.with(PpgnnSettings::depth, depth + 1), data, Streams.seed(3))
                        .epochs());
    }

    /** Shares and plain text agree with dropout on h0, as without. */
    @Test
    void dropoutOnTheFirstLayerTrainsOnSharesToo() {
        VerticalData data = Sample.split(Sample.citations(150, 90, 3, 5), 2, 1, 1);
        PpgnnSettings settings = PLAIN.with(PpgnnSettings::initialDropout, 0.5).with(PpgnnSettings::openedBits, 36);
        var plain = PlainGnn.train(settings, data, Streams.seed(3)).epochs();
        var shares = VerticalGnn.of(settings.with(PpgnnSettings::initial, PpgnnSettings.Initial.SHARED))
                .train(data, Streams.seed(3));
        for (int e = 0; e < plain.size(); e++)
            assertEquals(plain.get(e).loss(), shares.history().epochs().get(e).loss(), 5e-3);
        var without = PlainGnn.train(settings.with(PpgnnSettings::initialDropout, 0.0), data, Streams.seed(3))
                .epochs();
        assertEquals(plain.get(0).validation(), without.get(0).validation(), "accuracies are those of the whole h0");
        assertNotEquals(plain.get(0).loss(), without.get(0).loss());
    }

    @Test
    void whatItCannotDoItRefuses() {
        VerticalData data = Sample.split(Sample.citations(60, 20, 3, 5), 2, 1, 1);
        for (PpgnnSettings wrong : new PpgnnSettings[] {
            PLAIN.with(PpgnnSettings::initial, PpgnnSettings.Initial.SHARED),
            PLAIN.with(PpgnnSettings::aggregator, Aggregator.GCN)
        })
            refused(
                    () -> PlainGnn.train(wrong, data, Streams.seed(3)),
                    "needs initial plain, aggregator sage_mean and no noise");
    }

    /** Noise is counted once an epoch, and dropout on h0 sends embeddings twice. */
    @Test
    void dropoutOnTheFirstLayerAndNoiseDoNotGoTogether() {
        var text = PLAIN.toMap();
        text.put("noiseClip", "1");
        text.put("noiseMultiplier", "2");
        PpgnnSettings.of(text);
        text.put("initialDropout", "0.5");
        refused(() -> PpgnnSettings.of(text), "with noiseMultiplier, initialDropout must be 0, was 0.5");
    }
}
