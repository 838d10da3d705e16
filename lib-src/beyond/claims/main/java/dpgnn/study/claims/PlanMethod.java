package dpgnn.study.claims;

import dpgnn.audit.Audit;
import dpgnn.audit.AuditReport;
import dpgnn.graph.Split;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.sampling.Sampler;
import dpgnn.study.WorkCost;
import dpgnn.train.Evaluation;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * How a method is run that is a plan: a sampler, a clip and a noise. It is tested on test nodes that read test nodes alone, and
 * audited by {@link Audit}.
 *
 * @param planted puts the fault into a training
 * @param apart the largest change over the claimed one, by seed, where two worlds have no coins in common that a coupling could share;
 *     null where they have
 */
record PlanMethod(Making making, UnaryOperator<PlannedTraining> planted, LongToDoubleFunction apart) {
    private static final int MOST_TRAININGS = 8;

    /** How a training of the method is made on a part of a bench. */
    @FunctionalInterface
    interface Making {
        PlannedTraining job(ClaimsBench bench, ClaimsBench.Part part, double epsilon);
    }

    TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        PlannedTraining job = making.job(bench, part, epsilon);
        WorkCost.Of<Trained> made = WorkCost.of(() -> job.plan()
                .experiment(job.model(), part.streams())
                .optimizer(job.optimizer())
                .train(part.view()));
        Trained trained = made.result();
        List<Guarantee> held = trained.run().guarantees();
        return new TrialOutcome(
                Run.Data.of(part.data()),
                TrialOutcome.metrics(
                        made.cost(),
                        Map.of(
                                "accuracy", accuracy(part, trained),
                                "steps", (double) job.steps(),
                                "noise multiplier", job.multiplier())),
                job.claim() == null ? held : List.of(job.claim(), held.get(held.size() - 1)),
                trained.guarantee().verdict().hasTheorem() ? Optional.of(trained.certificate()) : Optional.empty());
    }

    Guarantee release(ClaimsBench bench, double epsilon) throws Exception {
        ClaimsBench.Part part = bench.part(1);
        PlannedTraining job = making.job(bench, part, epsilon);
        return job.plan()
                .release(job.model())
                .optimizer(job.optimizer())
                .train(part.view())
                .guarantee();
    }

    static double accuracy(ClaimsBench.Part part, Trained trained) {
        return Evaluation.stars(
                        part.data().evaluationAmong(part.split(), Split.Role.TEST),
                        ClaimsBench.TEST_NEIGHBOURS,
                        part.streams().stream("test"))
                .scores(trained.network(), trained.parameters())
                .accuracy();
    }

    AuditFinding audit(ClaimsBench bench, MethodAudit asked) throws Exception {
        ClaimsBench.Part part = bench.part(asked.seed());
        PlannedTraining sound = making.job(bench, part, asked.epsilon());
        PlannedTraining job = asked.planted() ? planted.apply(sound) : sound;
        int parameters = job.model()
                .network(part.view().features().width(), part.view().labels().classes())
                .size();
        // Canaries share no coordinate: a small network takes fewer at a time, in more trainings.
        int canaries = Math.min(asked.canaries(), 2 * (parameters / 2));
        int trainings = Math.min(MOST_TRAININGS, (asked.canaries() + canaries - 1) / canaries);
        Audit audit = Audit.of(job.plan())
                .model(job.model())
                .canaries(canaries)
                .trainings(trainings)
                .couplings(asked.couplings())
                .confidence(asked.confidence())
                .seed(asked.seed());
        if (job.sums() != null) audit.sums(job.sums());
        AuditReport report = audit.report(part.view());
        double change = apart != null
                ? apart.applyAsDouble(asked.seed())
                : AuditFinding.overClaim(report.coupling(), claimedShift(sound.sampler(), part.facts()));
        double proved = Double.isFinite(report.schedule().provable().epsilon())
                ? report.coupling().worst()
                : Double.NaN;
        double most = report.variance().isGaussian() ? report.mostNoise() : 0;
        Guarantee claim =
                sound.claim() != null ? sound.claim() : report.schedule().claimed();
        String tried = apart != null
                ? "one hostile graph; "
                : report.coupling().findings().size() + " neighbours in " + asked.couplings() + " batches each; ";
        return AuditFinding.of(
                new AuditFinding.Seen(change, proved, most, report.schedule().multiplier(), report.epsilon()),
                claim.epsilon(),
                asked.confidence(),
                tried + canaries * trainings + " canaries in trainings of " + sound.steps() + " steps");
    }

    /** The largest shift of the claimed event in units of the clip norm; infinite where it has none. */
    private static double claimedShift(Sampler sampler, Sampler.Facts facts) {
        double given = 8;
        Event event = sampler.claimed(facts, given);
        if (event instanceof Event.Gaussian g) return given / g.scale();
        if (event instanceof Event.PoissonSampled p)
            return given / p.scale() * (p.relation() == Relation.REPLACE ? 2 : 1);
        return Double.POSITIVE_INFINITY;
    }
}
