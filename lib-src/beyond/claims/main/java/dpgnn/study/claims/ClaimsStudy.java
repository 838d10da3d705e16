package dpgnn.study.claims;

import dpgnn.base.Check;
import dpgnn.nn.Backend;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.nodes.NodeRun;
import dpgnn.train.Run;
import dpgnn.train.folder.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs trainings and audits of all {@link ClaimedMethods}, each a function of its {@link MethodTraining} or
 * {@link MethodAudit}, so that every number of the page has a run file and can be reproduced.
 */
public final class ClaimsStudy {
    private static final String NAME = "claims";
    private static final int VERSION = 1;
    /** Raised when the bounds of audits became sharper. */
    private static final int AUDIT_VERSION = 2;

    /** The method of a sweep before it takes each of those that it is given. */
    static final String ANY = ClaimedMethods.all().get(0).name();

    /** To be run in a {@link Sweep}, as the audits are. */
    public static final Study<MethodTraining> TRAININGS =
            new Study<>(NAME, VERSION, run -> data(run.bench(), run.method(), false), ClaimsStudy::train);

    public static final Study<MethodAudit> AUDITS =
            new Study<>(NAME, AUDIT_VERSION, run -> data(run.bench(), run.method(), true), ClaimsStudy::audit);

    private ClaimsStudy() {}

    /** One training for each seed, at each epsilon. One at a time: their seconds are part of the record. */
    public static Sweep<MethodTraining> trainings(ClaimsBench bench, List<String> methods, List<Double> epsilons) {
        return Sweep.of(new MethodTraining(bench.name(), ANY, 1, 1))
                .vary(MethodTraining::method, methods)
                .vary(MethodTraining::epsilon, epsilons)
                .workers(1);
    }

    /** Such an audit of each method that can be audited, as it is or with its fault; methods without a fault are left out then. */
    public static Sweep<MethodAudit> audits(List<String> methods, MethodAudit like) {
        return Sweep.of(like).vary(MethodAudit::method, methods).where(audit -> {
            ClaimedMethod method = ClaimedMethods.named(audit.method());
            return method.isPrivate() && !(audit.planted() && method.fault().isEmpty());
        });
    }

    static void check(String method, double epsilon) {
        ClaimedMethods.named(method);
        if (!(epsilon > 0) || Double.isInfinite(epsilon))
            throw new IllegalArgumentException("epsilon must be positive and finite, was " + epsilon);
    }

    private static Run.Data data(String benchName, String methodName, boolean audited) throws IOException {
        ClaimsBench bench = ClaimsBench.of(benchName);
        ClaimedMethod method = ClaimedMethods.named(methodName);
        if (method.makesGraphs()) return bench.graphData();
        return Run.Data.of(NodeData.of((audited ? method.audited(bench) : bench).name(), ClaimsBench.FEATURES));
    }

    static Run train(MethodTraining run) throws Exception {
        TrialOutcome trial = ClaimedMethods.named(run.method())
                .training()
                .run(ClaimsBench.of(run.bench()), run.epsilon(), run.seed());
        Map<String, Double> metrics = new TreeMap<>(trial.metrics());
        metrics.put("epsilon claimed", NodeRun.claimed(trial.guarantees()));
        metrics.put("epsilon proved", NodeRun.proved(trial.guarantees()));
        return Study.made(run, trial.data(), metrics, trial.certificate()).guaranteed(trial.guarantees());
    }

    static Run audit(MethodAudit run) throws Exception {
        long began = System.nanoTime();
        ClaimedMethod method = ClaimedMethods.named(run.method());
        Check.that(method.isPrivate(), "method", "one that can be audited", run.method());
        AuditFinding audited = method.audit().run(ClaimsBench.of(run.bench()), run);
        Map<String, Double> metrics = new TreeMap<>(audited.metrics());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        Map<String, String> facts = new TreeMap<>(Provenance.of(Backend.found().sentence()));
        facts.put("audit", audited.words());
        return Run.of(run, data(run.bench(), run.method(), true), facts, metrics);
    }

    /** Releases each method once with secure streams, and says what those runs are guaranteed; without those that have no release. */
    static Map<String, Guarantee> releases(ClaimsBench bench, List<String> methods, double epsilon) throws Exception {
        Map<String, Guarantee> made = new TreeMap<>();
        for (String method : methods) {
            ClaimedMethod.Release release = ClaimedMethods.named(method).release();
            if (release != null) made.put(method, release.run(bench, epsilon));
        }
        return made;
    }

    /**
     * Writes the certificates of trainings into a folder, for {@code environment/verify}.
     *
     * @return how many there are
     */
    public static int certify(SweepResults<MethodTraining> trainings, Path folder) {
        int count = 0;
        for (Run run : trainings.runs()) {
            Optional<EpsilonCertificate> certificate = Study.certificate(run);
            certificate.ifPresent(c -> c.write(folder.resolve(name(run) + ".json")));
            if (certificate.isPresent()) count++;
        }
        return count;
    }

    /** The name of a run: its file's name begins with it, and its line among the kept runs has it as the setting's. */
    public static String name(Run run) {
        return run.experiment() + "-" + run.setting().hash();
    }
}
