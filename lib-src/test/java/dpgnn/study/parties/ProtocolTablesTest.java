package dpgnn.study.parties;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.data.Datasets;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.wire.Traffic;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtocolTablesTest {
    @Test
    void aTranscriptIsToldByWhatItsReceiverSees() throws Exception {
        var outcome = VerticalGnn.of(PpgnnSettings.standard().with("epochs", 1).with("width", 4))
                .train(ProtocolStudy.halves(Datasets.loadOrStandIn("small")), Streams.seed(1));
        Table seen = ProtocolTables.seen(outcome);
        Table server = seen.where("receiver", "server");
        assertEquals(List.of("CLEAR"), List.of(server.texts("sees")), "the server sees nothing but split learning");
        assertTrue(server.texts("kinds of matrices")[0].contains("EMBEDDING of a"), "" + server);
        Table b = seen.where("receiver", "b").where("sees", "OPENED");
        assertEquals("INITIAL_EMBEDDING of a", b.texts("kinds of matrices")[0]);
        int nodes = Datasets.loadOrStandIn("small").nodes();
        assertEquals(8e-6 * nodes * 4, b.numbers("MB")[0], 1e-12);
        assertEquals(
                List.of("uniform: tells nothing", "opened: h0", "in the clear"),
                List.of("uniform: tells nothing", "opened: h0", "in the clear").stream()
                        .filter(PartyPictures.received(outcome, "a run").svg()::contains)
                        .toList());
        String flow = PartyPictures.flow(outcome, 0).points().csv();
        long opened = flow.lines()
                .filter(l -> l.contains("opened: h0") && l.contains("sends"))
                .count();
        assertEquals(2, opened, "the two holders open h0 to each other alone: " + flow);
        long clear = flow.lines()
                .filter(l -> l.contains("in the clear") && l.contains("sends"))
                .count();
        assertEquals(4, clear, "each holder and the server, both ways: " + flow);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> PartyPictures.flow(outcome, 7))
                .getMessage()
                .contains("epoch"));
    }

    /** Figures that are easy to reckon with: SecureML takes ten times of everything. */
    @Test
    void costsAreRatios() {
        var run = Run.of(
                        new ProtocolStudy.Costs("small", 2, 1, 1),
                        new Run.Data("small", true, List.of(), List.of()),
                        Map.of(),
                        Map.of(
                                "PPGNN epoch seconds", 1.0,
                                "PPGNN epoch sent", 1e6,
                                "PPGNN epoch received", 2e6,
                                "PPGNN epoch rounds", 10.0,
                                "SecureML epoch seconds", 10.0,
                                "SecureML epoch sent", 1e7,
                                "SecureML epoch received", 2e7,
                                "SecureML epoch rounds", 100.0))
                .followed(Map.of(
                        "memory loss", List.of(new Run.Point(0, 1), new Run.Point(1, 0.5)),
                        "TLS loss", List.of(new Run.Point(0, 1), new Run.Point(1, 0.5)),
                        "processes loss", List.of(new Run.Point(0, 1), new Run.Point(1, 0.25))));
        Table table = ProtocolTables.secureMl(run, "a small graph");
        for (String row : List.of("seconds, everything on one machine", "MB sent by the busiest holder", "rounds"))
            assertEquals(10, table.where("what", row).numbers("ratio")[0], 1e-9, row);
        assertEquals(
                10,
                table.where("what", "modelled LAN seconds (1 Gbit/s, 0.2 ms)").numbers("ratio")[0],
                1e-9);
        assertEquals(0.25, ProtocolTables.apart(run), "the largest difference of any way");
        assertTrue(ProtocolTables.seconds(run, false, Traffic.Line.WAN) > 1.4, "ten rounds of 40 ms, and bytes");
    }

    @Test
    void dealtMasksAreExactAndShiftedSharesAreNot() {
        var coins = Streams.seed(1).stream("shares");
        for (int parties = 2; parties <= 4; parties++) {
            TruncationTrial trial = TruncationTrial.of(parties, 4000, 41, coins);
            assertEquals(0, trial.dealt());
            assertTrue(parties == 2 ? trial.locally() == 0 : trial.locally() > 800, "" + trial);
        }
        assertEquals(
                1,
                TruncationTrial.table(List.of(TruncationTrial.of(2, 10, 20, coins)), 20)
                        .rows());
    }
}
