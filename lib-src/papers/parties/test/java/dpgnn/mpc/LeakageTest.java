package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mpc.attack.Leakage;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.wire.Roster;
import dpgnn.random.Streams;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is opened is enough for these attacks, and what they need is in the disclosure. */
class LeakageTest {
    private static final VerticalData DATA = Sample.split(Sample.sparse(200, 60, 0.05, 11), 1, 1, 1);

    private static PpgnnSettings settings(int epochs, int bits) {
        return PpgnnSettings.standard()
                .with(PpgnnSettings::width, 8)
                .with(PpgnnSettings::epochs, epochs)
                .with(PpgnnSettings::openedBits, bits)
                .with(PpgnnSettings::checkpointEvery, 1000);
    }

    /** Holder b, from the secure path's h0 and its own columns alone. */
    private static Leakage.Columns recovered(PpgnnSettings settings) {
        return Leakage.columns(
                Sample.seen("b", settings, DATA, VerticalGnn.View::initial),
                settings.openedBits(),
                DATA.holders().get(1).features(),
                DATA.holders().get(0).features(),
                60,
                Streams.seed(1).stream("attack"));
    }

    @Test
    @Tag("nightly")
    void openedEmbeddingsGiveColumnsAwayUntilTheyLoseTheirLowBits() {
        Leakage.Columns whole = recovered(settings(8, 36));
        assertEquals(30, whole.gained(), "64 directions span the 30 columns that b lacks");
        assertTrue(whole.right() >= 20, whole.toString());
        Leakage.Columns standard =
                recovered(settings(8, PpgnnSettings.standard().openedBits()));
        assertEquals(0, standard.right(), standard.toString());
    }

    /** 24 numbers per node do not span 30 columns, yet come near enough to some. One epoch does not. */
    @Test
    void aPartOfTheSpanGivesSomeColumnsAway() {
        Leakage.Columns some = recovered(settings(3, 36));
        assertEquals(24, some.gained());
        assertTrue(some.right() >= 3, some.toString());
        Leakage.Columns none = recovered(settings(1, 36));
        assertEquals(8, none.gained());
        assertEquals(0, none.right(), none.toString());
    }

    private static String disclosure(PpgnnSettings settings, Roster roster) {
        return String.join("\n", Disclosure.of(settings, DATA.sizes(), roster));
    }

    @Test
    void theRunWarnsWhereEpochsTimesWidthSuffice() {
        Roster roster = Roster.of(2);
        String whole = disclosure(settings(4, 36), roster);
        assertTrue(
                whole.contains("Warning: epochs x width = 32 and 'b' lacks 30 columns: the opened h0 span all"), whole);
        String few = disclosure(settings(3, 36), roster);
        assertTrue(few.contains("epochs x width = 24 and 'b' lacks 30 columns: the opened h0 span a part"), few);
        String standard = disclosure(settings(100, 4), roster);
        assertTrue(!standard.contains("Warning") && standard.contains("finds none, which is no proof"), standard);
        assertTrue(standard.contains("statistical distances of truncation add up to 0"), standard);
        assertTrue(standard.contains("The server deals the masks: together with any one holder it has all"), standard);
        assertTrue(disclosure(settings(100, 4).with(PpgnnSettings::initialRate, 5.0), roster)
                .contains("Warning: epochs x width"));
        assertTrue(disclosure(settings(1, 4).with(PpgnnSettings::initialRule, UpdateRule.ADAM), roster)
                .contains("Warning: initialRule=adam"));
        Roster apart = new Roster(List.of("a", "b"), "server", "dealer");
        assertTrue(disclosure(settings(1, 4), apart).contains("the server with a holder has not"));
        var said = VerticalGnn.of(settings(1, 4)).train(DATA, Streams.seed(3)).disclosure();
        assertTrue(said.contains(standard.lines().findFirst().orElseThrow().replace("100", "1")));
    }

    /** Ends of an edge get close embeddings, also within a class; noise hides that. */
    @Test
    void embeddingsTellEdges() {
        Leakage.Edges open = edges(settings(3, 4));
        assertTrue(open.auc() > 0.6 && open.withinClass() > 0.6, open.toString());
        var noisy = settings(3, 4).toMap();
        noisy.put("noiseClip", "1");
        noisy.put("noiseMultiplier", "20");
        assertEquals(0.5, edges(PpgnnSettings.of(noisy)).auc(), 0.12);
    }

    private static Leakage.Edges edges(PpgnnSettings settings) {
        return Leakage.edges(
                Sample.seen("b", settings, DATA, VerticalGnn.View::embedding).get(2),
                DATA.holders().get(1).edges(),
                DATA.holders().get(0).supervision().orElseThrow().labels(),
                Streams.seed(2).stream("pairs"));
    }
}
