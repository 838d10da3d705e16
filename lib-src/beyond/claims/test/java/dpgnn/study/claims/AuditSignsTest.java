package dpgnn.study.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.privacy.Event;
import dpgnn.random.Streams;
import dpgnn.study.claims.AuditFinding.Sign;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as a contradiction, and that planted noise is the noise that it says it is. */
class AuditSignsTest {
    private static AuditFinding audited(double coupling, double proved, double least) {
        return AuditFinding.of(AuditFinding.Seen.of(coupling, proved, least), 4, 0.95, "tried");
    }

    /** Each sign is there when its own figure is beyond its bound, and never because of another's. */
    @Test
    void everySignHasItsOwnCause() {
        double nan = Double.NaN;
        for (double coupling : new double[] {nan, 0, 1, 1 + 1e-6, 1.1, Double.POSITIVE_INFINITY})
            for (double proved : new double[] {nan, 0.5, 1, 1 + 1e-6, 1.1})
                for (double least : new double[] {0, 3.9, 4, 4.1}) {
                    Set<Sign> expected = EnumSet.noneOf(Sign.class);
                    if (coupling >= 1.1) expected.add(Sign.CHANGE);
                    if (proved >= 1.1) expected.add(Sign.PROOF);
                    if (least > 4) expected.add(Sign.EPSILON);
                    AuditFinding found = audited(coupling, proved, least);
                    assertEquals(expected, found.signs(), found.toString());
                    assertEquals(!expected.isEmpty(), found.caught());
                    Map<String, Double> metrics = found.metrics();
                    for (Sign sign : Sign.values())
                        assertEquals(expected.contains(sign) ? 1.0 : 0.0, metrics.get(sign.metric()), found.toString());
                    assertEquals(!Double.isNaN(coupling), metrics.containsKey("change over claimed"));
                    assertEquals(!Double.isNaN(proved), metrics.containsKey("change over proved"));
                    assertEquals(least, metrics.get("epsilon at least"));
                }
    }

    /** A fault is shown by what was not there without it; what the method suffers from anyway shows nothing. */
    @Test
    void aFaultIsShownByNewSignsAlone() {
        AuditFinding flawed = audited(2, Double.NaN, 1), worse = audited(3, Double.NaN, 5), clean = audited(1, 1, 1);
        assertEquals(Set.of(Sign.EPSILON), worse.beyond(flawed));
        assertEquals(Set.of(), flawed.beyond(worse));
        assertEquals(Set.of(Sign.CHANGE), flawed.beyond(clean));
        assertEquals(Set.of(), clean.beyond(clean));
    }

    /** Weak noise states the event of all its noise, and adds the share that it is planted with. */
    @Test
    void plantedNoiseIsAsWeakAsItIsPlanted() {
        for (double share : new double[] {0.25, 0.5, 1}) {
            Noise weak = PlantedFaults.share(share);
            float[] sum = new float[20_000];
            weak.add(sum, 3, 1, Streams.seed(5).stream("noise"));
            double squares = 0;
            for (float x : sum) squares += (double) x * x;
            assertEquals(3 * share, Math.sqrt(squares / sum.length), 0.05 * 3 * share, "share " + share);
            Event stated = new Event.Gaussian(3);
            assertEquals(GaussianNoise.standard().event(stated, 10), weak.event(stated, 10));
        }
        float[] sum = new float[1000];
        PlantedFaults.onPart(0.25).add(sum, 3, 1, Streams.seed(5).stream("noise"));
        for (int i = 0; i < sum.length; i++)
            assertEquals(i >= 250, sum[i] == 0, "number " + i + " of 1000 is " + sum[i]);
    }

    /** Neighbourhoods that change beyond what is counted: more with every sender, at every seed, and none without senders enough. */
    @Test
    void moreSendersChangeMoreNeighbourhoods() {
        for (int degree : new int[] {2, 5}) {
            for (long seed = 1; seed <= 5; seed++) {
                double few = PlantedFaults.keptEdges(degree, 2, seed),
                        many = PlantedFaults.keptEdges(degree, 400, seed);
                assertTrue(many > 1, degree + ", seed " + seed + ": " + many);
                assertTrue(many > few, degree + ", seed " + seed + ": " + few + ", " + many);
                assertFalse(few > 1, "two senders have no more neighbourhoods than are counted: " + few);
            }
        }
    }
}
