package dpgnn.study.attacks;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Lira;
import dpgnn.audit.RocCurve;
import dpgnn.audit.ShadowScores;
import dpgnn.privacy.Unit;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AttackStudyTest {
    /** What trainings of one kind tell of their units, each attacked by the others, and what no attack may exceed. */
    private record Trainings(ShadowScores shadows, TradeOffCurve limit) {
        static Trainings of(Unit unit, TargetEpsilon epsilon, String scores) throws Exception {
            double[][] seen = new double[24][];
            boolean[][] member = new boolean[seen.length][];
            TradeOffCurve limit = null;
            for (int m = 0; m < seen.length; m++) {
                AttackRun run = new AttackRun("small", unit, epsilon, m + 1);
                Run made = AttackRun.STUDY.body().run(run);
                seen[m] = AttackRun.scores(made, scores);
                member[m] = AttackRun.members(run);
                if (run.isPrivate() && limit == null)
                    limit = TradeOffCurve.of(AttackRun.event(run, made.metric("noise multiplier")));
            }
            return new Trainings(new ShadowScores(seen, member), limit);
        }
    }

    @Test
    @Tag("nightly")
    void realUnitsAreFoundWithoutPrivacyAndNeverBeyondTheProof() throws Exception {
        for (Unit unit : List.of(Unit.NODE, Unit.EDGE, Unit.FEATURE)) {
            String scores = unit == Unit.FEATURE ? "black box" : "isolated";
            ShadowScores open = Trainings.of(unit, TargetEpsilon.INFINITE, scores).shadows;
            Trainings hidden = Trainings.of(unit, new TargetEpsilon(8), scores);
            double most = hidden.limit.finds(0.01);
            assertTrue(most > 0.01 && most < 1, unit + " at most " + most);
            for (double rate : new double[] {0.01, 0.1})
                for (RocCurve found :
                        List.of(hidden.shadows.attack(), Lira.online().attack(hidden.shadows)))
                    assertFalse(found.at(rate).exceeds(hidden.limit), unit + " at " + rate);
            if (unit == Unit.FEATURE) continue;
            assertTrue(
                    open.attack().area() > 0.8,
                    unit + " without privacy: " + open.attack().area());
            if (unit == Unit.NODE)
                assertTrue(
                        open.attack().at(0.01).share() > 0.8
                                && open.attack().at(0.01).exceeds(hidden.limit),
                        "the same training without noise is caught by the limit of the private one");
        }
    }

    @Test
    void aRunHasScoresOfItsUnitsAndKeepsItsBudget() throws Exception {
        AttackRun run = new AttackRun("small", Unit.NODE, new TargetEpsilon(8), 5);
        Run made = AttackRun.STUDY.body().run(run);
        assertTrue(made.metric("epsilon") <= 8 && made.metric("epsilon") > 7.9);
        boolean[] member = AttackRun.members(run);
        for (String name : List.of("black box", "seen", "isolated"))
            assertEquals(member.length, PackedScores.unpack(made.history().get(name)).length, name);
        assertEquals(made.history(), AttackRun.STUDY.body().run(run).history(), "a seed repeats it");
        refused(() -> AttackRun.STUDY.body().run(run.with(AttackRun::unit, Unit.GRAPH)));
    }

    @Test
    void packedScoresAreThoseThatWerePackedToHalfALevel() {
        RandomStream coins = Streams.seed(1).stream("scores");
        for (int count : new int[] {1, 6, 7, 8, 400}) {
            double[] scores = IntStream.range(0, count)
                    .mapToDouble(i -> coins.nextGaussian())
                    .toArray();
            double[] back = PackedScores.unpack(PackedScores.pack(scores));
            assertEquals(count, back.length);
            double wide = java.util.Arrays.stream(scores).max().orElseThrow()
                    - java.util.Arrays.stream(scores).min().orElseThrow();
            assertArrayEquals(scores, back, wide / 255 / 2 * 1.001 + 1e-12);
        }
        assertArrayEquals(new double[] {3, 3}, PackedScores.unpack(PackedScores.pack(new double[] {3, 3})));
        refused(() -> PackedScores.pack(new double[] {Double.NaN}));
        assertFalse(
                PackedScores.pack(new double[] {1, 2, 3}).size() != 3, "seven scores a point, and two for the scale");
    }
}
