package dpgnn.audit;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Event;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Attacks by shadow trainings where the best attack is known in closed form, and on what is given to them wrongly. */
class ShadowAttackTest {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** Scores N(m, 1) of a unit and N(m + d, 1) where it is a member; m is the unit's own, 3 z about the middle. */
    private static ShadowScores gaussian(int units, int trainings, double d, double middle, long seed)
            throws Exception {
        RandomStream means = Streams.seed(seed).stream("means");
        double[] mean = IntStream.range(0, units)
                .mapToDouble(u -> middle + 3 * means.nextGaussian())
                .toArray();
        return ShadowScores.of(units, trainings, seed, (member, s) -> {
            RandomStream coins = Streams.seed(s).stream("scores");
            double[] scores = new double[units];
            for (int u = 0; u < units; u++) scores[u] = mean[u] + (member[u] ? d : 0) + coins.nextGaussian();
            return scores;
        });
    }

    private static double best(double d, double rate) {
        return NORMAL.cumulativeProbability(d - NORMAL.inverseCumulativeProbability(1 - rate));
    }

    private static void near(RocCurve curve, double d, double loss, String name) {
        for (double rate : new double[] {0.001, 0.01, 0.1}) {
            RocCurve.Point found = curve.at(rate);
            double most = best(d, found.alarmLimit());
            assertTrue(found.low() <= most, name + " finds more than " + most + ", the best attack: " + found);
            assertTrue(found.high() >= best(d, rate) - loss, name + " finds much less than the best: " + found);
        }
    }

    @Test
    void bothComeNearTheBestAttackOnNormalScoresAndNotBeyond() throws Exception {
        ShadowScores few = gaussian(400, 48, 2, -20, 1), many = gaussian(150, 80, 2, -20, 2);
        near(Lira.online().attack(few), 2, 0.04, "LiRA with the variance of all");
        near(Lira.online().attack(many), 2, 0.08, "LiRA with variances of its own");
        near(Lira.offline().attack(few), 2, 0.04, "LiRA offline");
        // Far below zero a probability is e^score: ratios know a unit's own mean as LiRA does.
        double[][] population = gaussian(200, 48, 0, -20, 3).scores();
        near(Rmia.online(1).attack(few, population), 2, 0.12, "RMIA");
        near(Rmia.offline(1, 1).attack(few, population), 2, 0.12, "RMIA offline");
    }

    @Test
    void theAreaIsThatOfTwoNormalLaws() throws Exception {
        double area = Lira.online().attack(gaussian(400, 48, 2, 0, 1)).area();
        assertEquals(NORMAL.cumulativeProbability(Math.sqrt(2)), area, 0.02);
        assertEquals(
                0.75, RocCurve.of(new double[] {1, 2}, new double[] {0, 1.5}).area());
        assertEquals(0.5, RocCurve.of(new double[] {1, 1}, new double[] {1}).area(), "ties count half");
    }

    @Test
    void withoutASignalEveryCurveIsThatOfACoin() throws Exception {
        ShadowScores none = gaussian(400, 32, 0, -2, 5);
        double[][] population = gaussian(100, 32, 0, -2, 6).scores();
        for (RocCurve curve : new RocCurve[] {
            Lira.online().attack(none),
            Lira.offline().attack(none),
            Rmia.online(2).attack(none, population),
            Rmia.offline(1, 0.3).attack(none, population)
        }) {
            RocCurve.Point found = curve.at(0.01, 0.999);
            assertTrue(found.low() <= 0.01 && 0.01 <= found.high(), found.toString());
            assertEquals(0.5, curve.area(), 0.02);
        }
    }

    @Test
    void evidenceOfLiraIsTheRatioOfTheTwoLaws() {
        double[][] scores = {{1}, {2}, {4}, {5}, {7}, {8}};
        boolean[][] member = {{false}, {false}, {false}, {true}, {true}, {true}};
        // The first is attacked: 2 and 4 are without, 5, 7 and 8 with.
        double with = new NormalDistribution(null, 20 / 3.0, Math.sqrt(14 / 6.0)).logDensity(1);
        double without = new NormalDistribution(null, 3, Math.sqrt(2)).logDensity(1);
        ShadowScores shadows = new ShadowScores(scores, member);
        assertEquals(with - without, Lira.online().evidence(shadows)[0][0], 1e-12);
        assertEquals(-2 / Math.sqrt(2), Lira.offline().evidence(shadows)[0][0], 1e-12);
    }

    @Test
    void evidenceOfRmiaIsTheShareOfPointsThatAreOutdone() {
        double[] p = {0.5, 0.2, 0.3, 0.4, 0.6, 0.8};
        double[][] scores = Arrays.stream(p)
                .mapToObj(x -> new double[] {Math.log(x / (1 - x))})
                .toArray(double[][]::new);
        boolean[][] member = {{true}, {false}, {false}, {false}, {true}, {true}};
        double[] a = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, b = {0.1, 0.4, 0.4, 0.4, 0.4, 0.4};
        double[][] population = IntStream.range(0, 6)
                .mapToObj(m -> new double[] {Math.log(a[m] / (1 - a[m])), Math.log(b[m] / (1 - b[m]))})
                .toArray(double[][]::new);
        ShadowScores shadows = new ShadowScores(scores, member);
        // 0.5 over the mean of 0.3 and 0.7; the points have the ratios 1 and a quarter.
        double outdone = (1 + 1 / 2.0) / 3, offline = 0.5 / ((1.5 * 0.3 + 0.5) / 2);
        assertEquals(outdone, Rmia.online(1.5).evidence(shadows, population)[0][0], 1e-12);
        // Offline with a = 0.5 they are 0.5 / 0.475, 0.5 / 0.625 and 0.1 / 0.55.
        assertEquals(
                (2 + offline / (1 + offline)) / 3, Rmia.offline(1, 0.5).evidence(shadows, population)[0][0], 1e-12);
    }

    @Test
    void confidenceIsTheLogOddsOfTheLabelAlsoWhereNoProbabilityHoldsThem() {
        float[] logits = {9, 9, 1, 2, 0, 80, -80, -80};
        double p = Math.exp(2) / (Math.exp(1) + Math.exp(2) + 1);
        assertEquals(Math.log(p / (1 - p)), ShadowScores.confidence(logits, 2, 3, 1), 1e-6);
        assertEquals(160 - Math.log(2), ShadowScores.confidence(logits, 5, 3, 0), 1e-4);
    }

    @Test
    void limitsAreThoseOfClopperAndPearsonAndTheErrorThatOfTrainings() {
        double[] members =
                IntStream.range(0, 100).mapToDouble(i -> i < 20 ? 2 : -1).toArray();
        double[] others =
                IntStream.range(0, 1000).mapToDouble(i -> i < 9 ? 3 : i / 1e4).toArray();
        RocCurve.Point found = RocCurve.of(members, others).at(0.01);
        assertEquals(20, found.found());
        assertEquals(10, found.alarms());
        assertEquals(new BetaDistribution(20, 81).inverseCumulativeProbability(0.025), found.low(), 1e-7);
        assertEquals(new BetaDistribution(21, 80).inverseCumulativeProbability(0.975), found.high(), 1e-7);
        assertEquals(new BetaDistribution(11, 990).inverseCumulativeProbability(0.975), found.alarmLimit(), 1e-7);
        assertTrue(Double.isNaN(found.error()), "one training has no spread");
        // All members of one training are found and none of the other's.
        double[][] evidence = {{1, 1, 0, 0.5}, {-1, -1, 0, 0}};
        boolean[][] member = {{true, true, false, false}, {true, true, false, false}};
        assertEquals(0.5, RocCurve.of(evidence, member).at(0.25).error(), 1e-12);
    }

    @Test
    void aModelThatStoresItsUnitsIsCaughtAndOneWithTheProvedNoiseNever() throws Exception {
        TradeOffCurve proved = TradeOffCurve.of(new Event.Gaussian(1));
        for (int seed = 1; seed <= 20; seed++) {
            assertFalse(
                    Lira.online().attack(gaussian(200, 24, 1, 0, seed)).at(0.01).exceeds(proved), "seed " + seed);
            assertTrue(
                    Lira.online().attack(gaussian(200, 24, 2, 0, seed)).at(0.01).exceeds(proved), "seed " + seed);
        }
        ShadowScores stored = ShadowScores.of(50, 24, 1, (member, seed) -> {
            RandomStream coins = Streams.seed(seed).stream("scores");
            double[] scores = new double[50];
            for (int u = 0; u < 50; u++) scores[u] = coins.nextGaussian() + (u == 7 && member[u] ? 40 : 0);
            return scores;
        });
        double[][] evidence = Lira.online().evidence(stored);
        for (int m = 0; m < 24; m++)
            assertEquals(stored.member()[m][7], evidence[m][7] > 20, "the one unit that is stored, in training " + m);
    }

    @Test
    void badInputIsRefusedByName() throws Exception {
        ShadowScores five = gaussian(3, 5, 1, 0, 1), good = gaussian(50, 30, 1, 0, 1);
        refused(() -> Lira.online().attack(five), "trainings");
        boolean[][] all = new boolean[30][50];
        for (boolean[] m : all) Arrays.fill(m, true);
        refused(() -> Lira.offline().attack(new ShadowScores(good.scores(), all)), "unit 0 must be out of at least 3");
        refused(() -> Rmia.online(0), "gamma must be positive and finite, was 0.0");
        refused(() -> Rmia.offline(Double.NaN, 0.5), "gamma");
        refused(() -> Rmia.offline(1, 1.5), "a must be");
        refused(() -> Rmia.online(1).attack(good, new double[3][4]), "population");
        double[][] broken = Arrays.stream(good.scores()).map(double[]::clone).toArray(double[][]::new);
        broken[4][2] = Double.POSITIVE_INFINITY;
        refused(() -> new ShadowScores(broken, good.member()), "unit 2 in training 4 must be finite, was Infinity");
        refused(() -> Lira.online().attack(good).at(0.0001), "rate must be at least 1 / ");
        refused(() -> Lira.online().attack(good).at(0), "rate");
        refused(() -> Lira.online().attack(good).at(0.1, 1), "confidence");
        refused(() -> RocCurve.of(new double[] {Double.NaN}, new double[] {1}), "evidence");
        refused(() -> RocCurve.of(new double[] {1}, new double[0]), "non-members");
        refused(() -> ShadowScores.confidence(new float[3], 0, 3, 3), "label");
    }
}
