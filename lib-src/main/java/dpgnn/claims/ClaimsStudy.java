package dpgnn.claims;

import dpgnn.baseline.NodeData;
import dpgnn.nn.Backend;
import dpgnn.privacy.EpsilonCertificate;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.train.Provenance;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import dpgnn.train.Study;
import dpgnn.train.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Trainings and audits of all {@link Methods}, each a function of its setting, so that every number of the page has a run file and
 * can be made again. A training names {@code bench} (see {@link Bench}), {@code method}, {@code epsilon}, which is what the
 * method itself claims to keep, and {@code seed}; an audit also {@code canaries}, {@code couplings}, {@code confidence} and
 * whether its fault is {@code planted}.
 */
public final class ClaimsStudy {
    private static final String TRAINING = "claims";
    private static final String AUDIT = "claims-audit";

    /** What a record tells of the certificate of its run. */
    private static final String EVENT = "event";

    private static final String NOISE = "delta kept for noise";

    /** To be run in a {@link Sweep}. */
    public static final Study<Setting> STUDY = new Study<>("claims", 1, ClaimsStudy::data, ClaimsStudy::run);

    private ClaimsStudy() {}

    /** One training for each seed, at each epsilon. One at a time: their seconds are part of the record. */
    public static Sweep<Setting> trainings(Bench bench, List<String> methods, Object[] epsilons, long... seeds) {
        return Sweep.of(TRAINING)
                .vary("bench", bench.name())
                .vary("method", methods.toArray())
                .vary("epsilon", epsilons)
                .seeds(seeds)
                .workers(1);
    }

    /** One audit of each method that can be audited, as it is or with its fault; methods without a fault are left out then. */
    public static Sweep<Setting> audits(
            Bench bench, List<String> methods, double epsilon, Method.AuditSize size, boolean planted) {
        return Sweep.of(AUDIT)
                .vary("bench", bench.name())
                .vary("method", methods.toArray())
                .vary("epsilon", epsilon)
                .vary("canaries", size.canaries())
                .vary("couplings", size.couplings())
                .vary("confidence", size.confidence())
                .vary("planted", planted)
                .seeds(size.seed())
                .where(s -> isAudited(Methods.named(s.text("method")), planted));
    }

    static boolean isAudited(Method method, boolean planted) {
        return method.isPrivate() && !(planted && method.fault().isEmpty());
    }

    private static Run.Data data(Setting setting) throws IOException {
        Bench bench = Bench.of(setting.text("bench"));
        Method method = Methods.named(setting.text("method"));
        if (method.makesGraphs()) return bench.graphData();
        Bench there = setting.experiment().equals(AUDIT) ? method.audited(bench) : bench;
        return Run.Data.of(NodeData.of(there.name(), Bench.FEATURES));
    }

    /** A training, or an audit. */
    public static Run run(Setting setting) throws Exception {
        Bench bench = Bench.of(setting.text("bench"));
        Method method = Methods.named(setting.text("method"));
        double epsilon = setting.number("epsilon");
        if (!(epsilon > 0) || Double.isInfinite(epsilon))
            throw new IllegalArgumentException("epsilon must be positive and finite, was " + epsilon);
        Map<String, String> environment = Provenance.of(Backend.found().sentence());
        if (setting.experiment().equals(TRAINING)) {
            Trial trial = method.train(bench, epsilon, setting.whole("seed"));
            Map<String, Double> metrics = new TreeMap<>(trial.metrics());
            metrics.put("epsilon claimed", Trial.claimed(trial.guarantees()));
            metrics.put("epsilon proved", Trial.proved(trial.guarantees()));
            Map<String, String> facts = new TreeMap<>(environment);
            trial.certificate().ifPresent(c -> {
                facts.put(EVENT, EventText.write(c.event()));
                facts.put(NOISE, Double.toString(c.noise()));
            });
            return Run.of(setting, trial.data(), facts, metrics, Map.of(), trial.guarantees());
        }
        if (!setting.experiment().equals(AUDIT))
            throw new IllegalArgumentException(
                    "experiment must be " + TRAINING + " or " + AUDIT + ", was " + setting.experiment());
        Method.AuditSize size = new Method.AuditSize(
                setting.integer("canaries"),
                setting.integer("couplings"),
                setting.number("confidence"),
                setting.whole("seed"));
        long began = System.nanoTime();
        Audited audited = method.audit(bench, epsilon, size, setting.flag("planted"))
                .orElseThrow(() -> new IllegalArgumentException(
                        "method must be one that can be audited, was \"" + method.name() + "\""));
        Map<String, Double> metrics = new TreeMap<>(audited.metrics());
        metrics.put("seconds", (System.nanoTime() - began) / 1e9);
        Map<String, String> facts = new TreeMap<>(environment);
        facts.put("audit", audited.words());
        return Run.of(setting, data(setting), facts, metrics, Map.of(), List.of());
    }

    /** The certificate of what is proved of a recorded training; none where nothing is, or where the record tells no event. */
    public static Optional<EpsilonCertificate> certificate(Run run) {
        String event = run.environment().get(EVENT);
        if (event == null) return Optional.empty();
        Guarantee held = run.guarantees().get(run.guarantees().size() - 1);
        return Optional.of(new EpsilonCertificate(
                run.setting().text("method") + " on " + run.data().name(),
                held.verdict(),
                held.unit(),
                held.relation(),
                held.terms().lines(),
                held.epsilon(),
                held.delta(),
                Double.parseDouble(run.environment().get(NOISE)),
                held.accountant(),
                EventText.parse(event)));
    }

    /**
     * Writes the certificates of trainings into a folder, for {@code environment/verify}.
     *
     * @return how many there are
     */
    public static int certify(List<Run> trainings, Path folder) {
        int count = 0;
        for (Run run : trainings) {
            Optional<EpsilonCertificate> certificate = certificate(run);
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
