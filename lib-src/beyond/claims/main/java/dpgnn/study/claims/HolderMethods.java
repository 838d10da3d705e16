package dpgnn.study.claims;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.ShiftPair;
import dpgnn.linear.Matrix;
import dpgnn.mpc.EmbeddingNoise;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.VerticalGnn;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.Calibration;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.WorkCost;
import dpgnn.study.claims.AuditFinding.Seen;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;

/**
 * PPGNN among two holders, in the plain-text path, which gives the numbers of the secure one. Without noise it makes no promise
 * that has an epsilon: the first layer is computed on shares, and what is opened after it is in the clear.
 */
final class HolderMethods {
    private static final double CLIP = 1;

    private HolderMethods() {}

    static void into(Map<String, ClaimedMethod> all) {
        all.put("PPGNN", ClaimedMethod.of((bench, epsilon, seed) -> train(bench, seed, Map.of())));
        all.put(
                "PPGNN, noise on embeddings",
                ClaimedMethod.of(HolderMethods::trainWithNoise)
                        .with(ClaimedMethod::audit, HolderMethods::audit)
                        .with(
                                ClaimedMethod::uses,
                                (bench, epsilon) -> new EmbeddingNoise(CLIP, multiplier(bench, epsilon))));
    }

    private static int epochs(ClaimsBench bench) {
        return bench.name().equals("small") ? 4 : 20;
    }

    private static Event event(ClaimsBench bench, double multiplier) {
        return new Event.Repeated(new Event.Gaussian(multiplier / 2), epochs(bench));
    }

    private static double multiplier(ClaimsBench bench, double epsilon) {
        return Calibration.of(PlannedTraining.GAUSSIAN).multiplier(m -> event(bench, m), epsilon, ClaimsBench.DELTA);
    }

    private static TrialOutcome train(ClaimsBench bench, long seed, Map<String, String> noise) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        Map<String, String> settings = PpgnnSettings.standard()
                .with(PpgnnSettings::initial, PpgnnSettings.Initial.PLAIN)
                .with(PpgnnSettings::initialRule, UpdateRule.ADAM)
                .with(PpgnnSettings::initialRate, 0.01)
                .with(PpgnnSettings::decay, 1e-3)
                .with(PpgnnSettings::width, 32)
                .with(PpgnnSettings::epochs, epochs(bench))
                .with(PpgnnSettings::checkpointEvery, 1000)
                .toMap();
        settings.putAll(noise);
        var split = part.split();
        VerticalData data = VerticalData.of(
                part.data(),
                new double[] {1, 1},
                split.train(),
                split.validation(),
                split.test(),
                part.streams().stream("partition"));
        WorkCost.Of<VerticalGnn.Outcome> made =
                WorkCost.of(() -> VerticalGnn.of(PpgnnSettings.of(settings)).train(data, part.streams()));
        var figures = Map.of("accuracy", made.result().testAccuracy(), "steps", (double) epochs(bench));
        return TrialOutcome.of(Run.Data.of(part.data()), TrialOutcome.metrics(made.cost(), figures), List.of());
    }

    private static TrialOutcome trainWithNoise(ClaimsBench bench, double epsilon, long seed) throws Exception {
        double multiplier = multiplier(bench, epsilon);
        TrialOutcome made = train(
                bench, seed, Map.of("noiseClip", String.valueOf(CLIP), "noiseMultiplier", String.valueOf(multiplier)));
        Event event = event(bench, multiplier);
        Guarantee held = Guarantee.of(Unit.FEATURE, Relation.REPLACE)
                .by(
                        PlannedTraining.GAUSSIAN.name(),
                        PlannedTraining.GAUSSIAN.epsilon(event, ClaimsBench.DELTA),
                        ClaimsBench.DELTA,
                        Verdict.IDEAL,
                        List.of(
                                "The protected unit is one row of one holder's embeddings towards the server, not a node: its edges reach"
                                        + " other rows, and gradients flow back without noise.",
                                "Noise and rounding are those of a release, on a grid; here they came from a seed, for an experiment."));
        return TrialOutcome.of(made.data(), made.metrics(), List.of(held))
                .certified("PPGNN, noise on embeddings", event, 0);
    }

    private static AuditFinding audit(ClaimsBench bench, MethodAudit asked) {
        double multiplier = multiplier(bench, asked.epsilon());
        EmbeddingNoise noise = new EmbeddingNoise(CLIP, asked.planted() ? multiplier / 2 : multiplier);
        int steps = epochs(bench), rows = asked.canaries() / 2;
        RandomStream coins = Streams.seed(asked.seed()).stream("rows");
        double[][][] seen = new double[2][rows][steps];
        double change = 0;
        for (int t = 0; t < steps; t++) {
            for (int world = 0; world < 2; world++) {
                Matrix released = noise.release(rows(rows, world), coins.fork(t).fork(world));
                for (int k = 0; k < rows; k++) seen[world][k][t] = released.get(k, 0) / CLIP + 1;
            }
            double one = noise.release(rows(1, 0), coins.fork(t)).get(0, 0);
            double other = noise.release(rows(1, 1), coins.fork(t)).get(0, 0);
            change = Math.max(change, Math.abs(one - other) / (2 * CLIP));
        }
        ShiftPair shifts = ShiftPair.of(new Event.Gaussian(multiplier / 2), multiplier, 1);
        var observed = new CanaryObservations(shifts, multiplier, seen[0], seen[1]);
        return AuditFinding.of(
                Seen.canaries(change, change, observed, steps, ClaimsBench.DELTA, asked.confidence()),
                asked.epsilon(),
                asked.confidence(),
                "rows of embeddings that become their opposite; " + asked.canaries() + " of them in " + steps
                        + " epochs");
    }

    /** Rows far longer than the clip, in one direction or its opposite. */
    private static Matrix rows(int count, int world) {
        Matrix rows = Matrix.of(count, 2);
        for (int k = 0; k < count; k++) rows.values()[2 * k] = world == 0 ? -50 : 50;
        return rows;
    }
}
