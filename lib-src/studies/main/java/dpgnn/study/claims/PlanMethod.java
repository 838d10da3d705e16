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
import dpgnn.train.PrivateTrainer;
import dpgnn.train.Run;
import dpgnn.train.Scores;
import dpgnn.train.Trained;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * A method that is a plan: a sampler, a clip and a noise. It is tested on test nodes that read test nodes alone, and audited by
 * {@link Audit}.
 *
 * @param apart the largest change over the claimed one, by seed, where two worlds have no coins in common that a coupling could share;
 *     null where they have
 */
record PlanMethod(
        String name,
        String paper,
        String known,
        String missing,
        String shown,
        Making making,
        String fault,
        UnaryOperator<PlannedTraining> planted,
        LongToDoubleFunction apart)
        implements ClaimedMethod {
    PlanMethod(
            String name,
            String paper,
            String known,
            String missing,
            String shown,
            Making making,
            String fault,
            UnaryOperator<PlannedTraining> planted) {
        this(name, paper, known, missing, shown, making, fault, planted, null);
    }

    private static final int MOST_TRAININGS = 8;

    /** How a training of the method is made on a part of a bench. */
    @FunctionalInterface
    interface Making {
        PlannedTraining job(ClaimsBench bench, ClaimsBench.Part part, double epsilon);
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        PlannedTraining job = making.job(bench, part, epsilon);
        WorkCost.Of<Trained> made = WorkCost.of(() -> PrivateTrainer.of(job.model(), job.plan(), part.streams())
                .optimizer(job.optimizer())
                .train(part.view()));
        Trained trained = made.result();
        Map<String, Double> metrics = new TreeMap<>(made.cost().metrics("training"));
        metrics.put("seconds", made.cost().seconds());
        metrics.putAll(tested(part, trained));
        metrics.put("steps", (double) job.steps());
        metrics.put("noise multiplier", job.multiplier());
        return new TrialOutcome(
                Run.Data.of(part.data()),
                metrics,
                guarantees(job, trained.run().guarantees()),
                trained.guarantee().verdict().hasTheorem() ? Optional.of(trained.certificate()) : Optional.empty());
    }

    @Override
    public Optional<Guarantee> release(ClaimsBench bench, double epsilon) throws Exception {
        if (!missing.isEmpty()) return Optional.empty();
        ClaimsBench.Part part = bench.part(1);
        PlannedTraining job = making.job(bench, part, epsilon);
        return Optional.of(PrivateTrainer.release(job.model(), job.plan())
                .optimizer(job.optimizer())
                .train(part.view())
                .guarantee());
    }

    static Map<String, Double> tested(ClaimsBench.Part part, Trained trained) {
        Scores scores = Evaluation.stars(
                        part.data().evaluationAmong(part.split(), Split.Role.TEST),
                        ClaimsBench.TEST_NEIGHBOURS,
                        part.streams().stream("test"))
                .scores(trained.network(), trained.parameters());
        return Map.of("accuracy", scores.accuracy());
    }

    private static List<Guarantee> guarantees(PlannedTraining job, List<Guarantee> ofRun) {
        if (job.claim() == null) return ofRun;
        List<Guarantee> all = new ArrayList<>(List.of(job.claim()));
        all.add(ofRun.get(ofRun.size() - 1));
        return all;
    }

    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean faulty)
            throws Exception {
        ClaimsBench.Part part = bench.part(size.seed());
        PlannedTraining sound = making.job(bench, part, epsilon);
        PlannedTraining job = faulty ? planted.apply(sound) : sound;
        // Canaries share no coordinate: a small network takes fewer at a time, in more trainings.
        int canaries = Math.min(size.canaries(), 2 * (parameters(job, part) / 2));
        int trainings = Math.min(MOST_TRAININGS, (size.canaries() + canaries - 1) / canaries);
        Audit audit = Audit.of(job.plan())
                .model(job.model())
                .canaries(canaries)
                .trainings(trainings)
                .couplings(size.couplings())
                .confidence(size.confidence())
                .seed(size.seed());
        if (job.sums() != null) audit.sums(job.sums());
        AuditReport report = audit.report(part.view());
        double claimed = sound.claim() != null
                ? sound.claim().epsilon()
                : report.schedule().claimed().epsilon();
        double overClaim = apart != null
                ? apart.applyAsDouble(size.seed())
                : AuditFinding.overClaim(report.coupling(), claimedShift(sound.sampler(), part.facts()));
        boolean proved = Double.isFinite(report.schedule().provable().epsilon());
        return Optional.of(AuditFinding.of(
                overClaim,
                proved ? report.coupling().worst() : Double.NaN,
                report.variance().isGaussian() ? report.mostNoise() : 0,
                report.schedule().multiplier(),
                report.epsilon(),
                claimed,
                size.confidence(),
                (apart != null
                                ? "one hostile graph; "
                                : report.coupling().findings().size() + " neighbours in " + size.couplings()
                                        + " batches each; ")
                        + canaries * trainings + " canaries in trainings of " + sound.steps() + " steps"));
    }

    private static int parameters(PlannedTraining job, ClaimsBench.Part part) {
        return job.model()
                .network(part.view().features().width(), part.view().labels().classes())
                .size();
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
