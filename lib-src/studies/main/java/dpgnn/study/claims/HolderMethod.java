package dpgnn.study.claims;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.ShiftPair;
import dpgnn.linear.Matrix;
import dpgnn.mpc.EmbeddingNoise;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.VerticalGnn;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.Calibration;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.WorkCost;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PPGNN among two holders, in the plain-text path, which gives the numbers of the secure one. Without noise it makes no promise
 * that has an epsilon: the first layer is computed on shares, and what is opened after it is in the clear.
 *
 * @param noisy whether embeddings leave with noise
 */
record HolderMethod(String name, boolean noisy) implements ClaimedMethod {
    private static final double CLIP = 1;

    @Override
    public String paper() {
        return "PPGNN (2020)";
    }

    @Override
    public String known() {
        return noisy ? "nodes, who holds labels, gradients" : "first layer, embeddings and gradients, to the parties";
    }

    @Override
    public String missing() {
        return noisy ? "" : "computational: hides from each other what is not opened";
    }

    @Override
    public String shown() {
        return noisy ? "" : "PPGNN: what leaks";
    }

    @Override
    public String fault() {
        return noisy ? "noise for one clip where a row moves by two" : "";
    }

    @Override
    public String protects() {
        return noisy ? "a row of a holder's embeddings, from the server" : "a holder's columns and edges";
    }

    @Override
    public boolean isPrivate() {
        return noisy;
    }

    private static int epochs(ClaimsBench bench) {
        return bench.name().equals("small") ? 4 : 20;
    }

    private static double multiplier(ClaimsBench bench, double epsilon) {
        return Calibration.of(PlannedTraining.GAUSSIAN)
                .multiplier(
                        m -> new Event.Repeated(new Event.Gaussian(m / 2), epochs(bench)), epsilon, ClaimsBench.DELTA);
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        PpgnnSettings plain = PpgnnSettings.standard()
                .with("initial", "plain")
                .with("initialRule", "adam")
                .with("initialRate", 0.01)
                .with("decay", 1e-3)
                .with("width", 32)
                .with("epochs", epochs(bench))
                .with("checkpointEvery", 1000);
        Map<String, String> text = plain.toMap();
        if (noisy) {
            text.put("noiseClip", String.valueOf(CLIP));
            text.put("noiseMultiplier", String.valueOf(multiplier(bench, epsilon)));
        }
        var split = part.split();
        VerticalData data = VerticalData.of(
                part.data(),
                new double[] {1, 1},
                split.train(),
                split.validation(),
                split.test(),
                part.streams().stream("partition"));
        WorkCost.Of<VerticalGnn.Outcome> made =
                WorkCost.of(() -> VerticalGnn.of(PpgnnSettings.of(text)).train(data, part.streams()));
        Map<String, Double> metrics = new TreeMap<>(made.cost().metrics("training"));
        metrics.put("seconds", made.cost().seconds());
        metrics.put("accuracy", made.result().testAccuracy());
        metrics.put("steps", (double) epochs(bench));
        if (!noisy) return new TrialOutcome(Run.Data.of(part.data()), metrics, List.of());
        return TrialOutcome.of(
                Run.Data.of(part.data()), metrics, List.of(guarantee(bench, epsilon)), name, event(bench, epsilon), 0);
    }

    private static Event event(ClaimsBench bench, double epsilon) {
        return new Event.Repeated(new Event.Gaussian(multiplier(bench, epsilon) / 2), epochs(bench));
    }

    private static Guarantee guarantee(ClaimsBench bench, double epsilon) {
        double found = PlannedTraining.GAUSSIAN.epsilon(event(bench, epsilon), ClaimsBench.DELTA);
        return Guarantee.of(Unit.FEATURE, Relation.REPLACE)
                .by(
                        PlannedTraining.GAUSSIAN.name(),
                        found,
                        ClaimsBench.DELTA,
                        Verdict.IDEAL,
                        List.of(
                                "The protected unit is one row of one holder's embeddings towards the server, not a node: its edges reach"
                                        + " other rows, and gradients flow back without noise.",
                                "Noise and rounding are those of a release, on a grid; here they came from a seed, for an experiment."));
    }

    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean planted) {
        if (!noisy) return Optional.empty();
        double multiplier = multiplier(bench, epsilon);
        EmbeddingNoise noise = new EmbeddingNoise(CLIP, planted ? multiplier / 2 : multiplier);
        int steps = epochs(bench);
        RandomStream coins = Streams.seed(size.seed()).stream("rows");
        double[][][] seen = new double[2][size.canaries() / 2][steps];
        double change = 0;
        for (int t = 0; t < steps; t++) {
            Matrix[] released = new Matrix[2];
            for (int world = 0; world < 2; world++) {
                released[world] = noise.release(
                        rows(size.canaries() / 2, world), coins.fork(t).fork(world));
                for (int k = 0; k < size.canaries() / 2; k++) seen[world][k][t] = released[world].get(k, 0) / CLIP + 1;
            }
            Matrix one = noise.release(rows(1, 0), coins.fork(t));
            Matrix other = noise.release(rows(1, 1), coins.fork(t));
            change = Math.max(change, Math.abs(one.get(0, 0) - other.get(0, 0)) / (2 * CLIP));
        }
        ShiftPair shifts = ShiftPair.of(new Event.Gaussian(multiplier / 2), multiplier, 1);
        return Optional.of(AuditFinding.ofCanaries(
                change,
                change,
                new CanaryObservations(shifts, multiplier, seen[0], seen[1]),
                steps,
                ClaimsBench.DELTA,
                epsilon,
                size.confidence(),
                "rows of embeddings that become their opposite; " + size.canaries() + " of them in " + steps
                        + " epochs"));
    }

    /** Rows far longer than the clip, in one direction or its opposite. */
    private static Matrix rows(int count, int world) {
        Matrix rows = Matrix.of(count, 2);
        for (int k = 0; k < count; k++) rows.values()[2 * k] = world == 0 ? -50 : 50;
        return rows;
    }
}
