package dpgnn.study.attacks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.RocCurve;
import dpgnn.notebook.Lab;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.attacks.AttackTables.Attack;
import dpgnn.study.attacks.AttackTables.Target;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttackStudyTest {
    private static final AttackTables TABLES = tables();

    private static AttackTables tables() {
        try {
            return AttackTables.of(Lab.of("real-units-test", "ci"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void realUnitsAreFoundWithoutPrivacyAndNeverBeyondTheProof() throws Exception {
        for (Target target : TABLES.targets()) {
            if (TABLES.attacks(target).contains(Attack.ISOLATED)) {
                RocCurve open = TABLES.found(target, TargetEpsilon.INFINITE, Attack.ISOLATED);
                assertTrue(open.area() > 0.8, target + " without privacy: " + open.area());
            }
            for (TargetEpsilon epsilon : TABLES.budgets())
                if (Double.isFinite(epsilon.value())) {
                    double most = TABLES.limit(target, epsilon).finds(0.01);
                    assertTrue(most > 0.01 && most < 1, target + " at most " + most);
                }
        }
        assertEquals(List.of(), TABLES.exceeded(0.01, 0.1));
        Target node = TABLES.targets().get(0);
        assertTrue(
                TABLES.found(node, TargetEpsilon.INFINITE, Attack.ISOLATED)
                                .at(0.01)
                                .share()
                        > 0.8,
                "an observer who knows the rest sees a unit that nothing hides");
        assertTrue(
                TABLES.found(node, TargetEpsilon.INFINITE, Attack.ISOLATED)
                        .at(0.01)
                        .exceeds(TABLES.limit(node, new TargetEpsilon(8))),
                "the same training without noise is caught by the limit of the private one");
    }

    @Test
    void aRunHasScoresOfItsUnitsAndKeepsItsBudget() throws Exception {
        AttackRun run = new AttackRun("small", Unit.NODE, new TargetEpsilon(8), 5);
        Run made = AttackStudy.STUDY.body().run(run);
        assertTrue(made.metric("epsilon") <= 8 && made.metric("epsilon") > 7.9);
        boolean[] member = AttackStudy.members(run);
        for (String name : List.of("black box", "seen", "isolated"))
            assertEquals(member.length, PackedScores.unpack(made.history().get(name)).length, name);
        assertEquals(made.history(), AttackStudy.STUDY.body().run(run).history(), "a seed repeats it");
        assertThrows(
                IllegalArgumentException.class,
                () -> AttackStudy.STUDY.body().run(run.with(AttackRun::unit, Unit.GRAPH)));
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
        assertThrows(IllegalArgumentException.class, () -> PackedScores.pack(new double[] {Double.NaN}));
        assertFalse(
                PackedScores.pack(new double[] {1, 2, 3}).size() != 3, "seven scores a point, and two for the scale");
    }
}
