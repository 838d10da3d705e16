package dpgnn.study.claims;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.baseline.Blink;
import dpgnn.baseline.Gap;
import dpgnn.baseline.GapTraining;
import dpgnn.graph.Split;
import dpgnn.privacy.DeltaReserve;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.WorkCost;
import dpgnn.study.claims.AuditFinding.Seen;
import dpgnn.study.claims.GapAudit.Fault;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;

/**
 * GAP or ProGAP, with one of its noises and one of its bounds on degrees; {@link GapAudit} audits its hops. Blink, which trains GAP's
 * networks, comes with them.
 *
 * @param planted the fault of its audits
 */
record GapMethod(Gap gap, Fault planted) {
    static void into(Map<String, ClaimedMethod> all) {
        Gap published = Gap.of(Gap.Noise.PUBLISHED), corrected = Gap.of(Gap.Noise.CORRECTED);
        Gap full = Gap.of(Gap.Noise.FULL).withLoops().weighted();
        all.put("GAP, published", method(published, Fault.NONE));
        all.put("GAP, corrected noise", method(corrected, Fault.ONE_EDGE));
        all.put("GAP, weighted", method(published.weighted(), Fault.UNBOUNDED));
        all.put("GAP, weighted, full noise", method(full, Fault.ONE_EDGE));
        all.put("GAP, hops alone, proved", method(corrected.weighted().hopsOnly(), Fault.ONE_EDGE));
        all.put("ProGAP, weighted", method(published.weighted().inStages(), Fault.UNBOUNDED));
        all.put("GAP, edges hidden", method(Gap.of(Gap.Noise.EDGE), Fault.HALF));
        all.put("ProGAP, edges hidden", method(Gap.of(Gap.Noise.EDGE).inStages(), Fault.HALF));
        all.put("GAP, edges hidden, published", method(Gap.of(Gap.Noise.ARC), Fault.HALF));
        all.put(
                "Blink",
                ClaimedMethod.of(GapMethod::blink)
                        .with(ClaimedMethod::audit, GapMethod::pairsOfBlink)
                        .with(ClaimedMethod::uses, (bench, epsilon) -> Blink.of()));
    }

    private static TrialOutcome blink(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        Blink blink = new Blink(Blink.of().share(), new GapMethod(Gap.of(Gap.Noise.EDGE), Fault.NONE).sized(bench));
        WorkCost.Of<Blink.Fitted> made =
                WorkCost.of(() -> blink.train(part.data(), part.split(), epsilon, part.streams()));
        double accuracy = made.result().scores(part.split(), Split.Role.TEST).accuracy();
        return TrialOutcome.of(
                Run.Data.of(part.data()),
                TrialOutcome.metrics(made.cost(), Map.of("accuracy", accuracy)),
                blink.guarantees(epsilon, part.delta(), part.view().provenance().leaks()));
    }

    /** Planted, everything is sent twice. */
    private static AuditFinding pairsOfBlink(ClaimsBench bench, MethodAudit asked) throws Exception {
        RandomStream coins = Streams.seed(asked.seed()).stream("pairs");
        int pairs = 16 * asked.canaries();
        double[][] seen = Blink.of().lookAt(pairs, asked.epsilon(), coins);
        if (asked.planted()) {
            double[][] more = Blink.of().lookAt(pairs, asked.epsilon(), coins.fork("again"));
            for (int world = 0; world < 2; world++) for (int i = 0; i < pairs; i++) seen[world][i] += more[world][i];
        }
        double least = EpsilonLowerBound.ofScores(
                        seen[0], seen[1], bench.part(asked.seed()).delta(), asked.confidence())
                .epsilon();
        String words = 2 * pairs + " pairs of nodes, their degrees and answers";
        return AuditFinding.of(Seen.of(Double.NaN, Double.NaN, least), asked.epsilon(), asked.confidence(), words);
    }

    private static ClaimedMethod method(Gap gap, Fault planted) {
        GapMethod method = new GapMethod(gap, planted);
        return ClaimedMethod.of(method::train)
                .with(ClaimedMethod::audit, method::audit)
                .with(ClaimedMethod::uses, (bench, epsilon) -> gap);
    }

    private Gap sized(ClaimsBench bench) {
        return gap.with(Gap::batch, bench.batch()).with(Gap::epochs, bench.passes());
    }

    private TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        Gap sized = sized(bench);
        int roots = part.facts().roots();
        double multiplier = sized.multiplier(roots, epsilon, part.delta());
        WorkCost.Of<GapTraining.Fitted> made = WorkCost.of(
                () -> GapTraining.of(sized, multiplier, part.streams()).train(part.view()));
        double accuracy =
                made.result().scores(part.data(), part.split(), Split.Role.TEST).accuracy();
        var figures = Map.of(
                "accuracy",
                accuracy,
                "steps",
                (double) sized.trainings() * sized.steps(roots),
                "noise multiplier",
                multiplier);
        List<String> leaks = part.view().provenance().leaks();
        return TrialOutcome.of(
                        Run.Data.of(part.data()),
                        TrialOutcome.metrics(made.cost(), figures),
                        sized.guarantees(roots, multiplier, part.delta(), leaks))
                .certified("GAP", sized.event(roots, multiplier), DeltaReserve.SHARE);
    }

    private AuditFinding audit(ClaimsBench bench, MethodAudit asked) throws Exception {
        ClaimsBench.Part part = bench.part(asked.seed());
        Gap sized = sized(bench);
        int roots = part.facts().roots();
        double multiplier = sized.multiplier(roots, asked.epsilon(), part.delta());
        return new GapAudit(sized, asked.planted() ? planted : Fault.NONE)
                .run(
                        part.view(),
                        multiplier,
                        sized.guarantees(roots, multiplier, part.delta(), List.of()),
                        asked.canaries(),
                        asked.confidence(),
                        asked.seed());
    }
}
