package dpgnn.study.parties;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.mpc.wire.Traffic;
import dpgnn.study.paper.Pretended;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtocolStudyTest {
    /** Ten rounds of 40 ms, 2 MB through 100 Mbit/s, and a second of work; SecureML takes ten times of everything. */
    @Test
    void secondsOnALineAreThoseOfWorkBytesAndRounds() {
        var run = Pretended.run(
                new ProtocolStudy.Costs("small", 2, 1, 1),
                Map.of(
                        "PPGNN epoch seconds", 1.0,
                        "PPGNN epoch sent", 1e6,
                        "PPGNN epoch received", 2e6,
                        "PPGNN epoch rounds", 10.0,
                        "SecureML epoch seconds", 10.0,
                        "SecureML epoch sent", 1e7,
                        "SecureML epoch received", 2e7,
                        "SecureML epoch rounds", 100.0));
        assertEquals(1, ProtocolStudy.seconds(run, "PPGNN", null));
        assertEquals(1 + 10 * 0.04 + 16e6 / 1e8, ProtocolStudy.seconds(run, "PPGNN", Traffic.Line.WAN), 1e-9);
        assertEquals(10, PartyPaper.times(run), 1e-9);
    }
}
