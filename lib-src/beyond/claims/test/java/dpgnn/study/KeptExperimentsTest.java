package dpgnn.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.study.attacks.AttackRun;
import dpgnn.study.batches.BatchRun;
import dpgnn.study.choice.ChoiceRun;
import dpgnn.study.claims.MethodAudit;
import dpgnn.study.claims.MethodTraining;
import dpgnn.study.league.LeagueAudit;
import dpgnn.study.league.LeagueRun;
import dpgnn.study.nodes.HeterPoissonRun;
import dpgnn.study.nodes.NodeRun;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.study.parties.LinearReference;
import dpgnn.study.parties.PartyRun;
import dpgnn.study.parties.ProtocolStudy;
import dpgnn.study.predict.AnswerRun;
import dpgnn.study.walks.WalkControl;
import dpgnn.study.walks.WalkRun;
import dpgnn.study.walks.WalkVariant;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What came with the notebooks is found by the records of today: none of its settings is one that no record can have. */
class KeptExperimentsTest {
    /** The record of each experiment. */
    private static final Map<String, Class<? extends Experiment<?>>> RECORDS = Map.ofEntries(
            Map.entry("walks-plain", WalkRun.class),
            Map.entry("walks-private", WalkRun.class),
            Map.entry("walks-untrained", WalkRun.class),
            Map.entry("public edges", WalkControl.Answers.class),
            Map.entry("heterpoisson", HeterPoissonRun.class),
            Map.entry("node-baselines", NodeRun.class),
            Map.entry("ppgnn", PartyRun.class),
            Map.entry("ppgnn linear", LinearReference.class),
            Map.entry("ppgnn costs", ProtocolStudy.Costs.class),
            Map.entry("ppgnn leakage", ProtocolStudy.Leaks.class),
            Map.entry("ppgnn columns", ProtocolStudy.Columns.class),
            Map.entry("ppgnn noise", ProtocolStudy.Noisy.class),
            Map.entry("answers", AnswerRun.class),
            Map.entry("batches", BatchRun.class),
            Map.entry("league", LeagueRun.class),
            Map.entry("league-audit", LeagueAudit.class),
            Map.entry("real units", AttackRun.class),
            Map.entry("choice", ChoiceRun.class),
            Map.entry("claims", MethodTraining.class),
            Map.entry("claims-audit", MethodAudit.class));

    /** Experiments that notebooks lay out in cells. */
    private static final Set<String> IN_CELLS = Set.of(
            "text-plain",
            "text-noisy",
            "text-budget",
            "mnist-lots",
            "link-prediction",
            "generation",
            "generation-motifs",
            "generation-gin");

    private static final Map<Class<?>, Function<String, Object>> VALUES = Map.of(
            WalkVariant.class,
            KeptExperimentsTest::variant,
            TargetEpsilon.class,
            text -> text.equals("infinity") ? TargetEpsilon.INFINITE : new TargetEpsilon(Double.parseDouble(text)));

    private static WalkVariant variant(String text) {
        return WalkVariant.of(Arrays.stream(WalkVariant.Departure.values())
                .filter(departure -> Set.of(text.split("\\+")).contains(departure.toString()))
                .toArray(WalkVariant.Departure[]::new));
    }

    @Test
    @Tag("nightly")
    void everyKeptSettingIsThatOfARecord() throws Exception {
        Set<String> seen = new TreeSet<>();
        for (Path file : KeptRuns.files(Path.of("notebooks/kept")))
            for (Run run : KeptFile.read(file)) {
                seen.add(run.experiment());
                Setting again = Setting.of(experiment(run));
                assertEquals(run.setting(), again);
                assertEquals(run.setting().hash(), again.hash());
            }
        Set<String> all = new TreeSet<>(RECORDS.keySet());
        all.addAll(IN_CELLS);
        assertEquals(all, seen);
    }

    private static Experiment<?> experiment(Run run) throws Exception {
        if (IN_CELLS.contains(run.experiment())) {
            TreeMap<String, Object> values = new TreeMap<>(run.parameters());
            return new Variation(run.experiment(), values, (long) values.remove("seed"));
        }
        Class<? extends Experiment<?>> type = RECORDS.get(run.experiment());
        assertNotNull(type, () -> "no record of " + run.experiment());
        return read(type, run.setting());
    }

    /** The record whose setting this should be. */
    private static <E> E read(Class<E> type, Setting setting) throws Exception {
        Map<String, Object> left = new TreeMap<>(setting.parameters());
        E read = read(type, left);
        assertTrue(left.isEmpty(), () -> type + " has no component for " + left + " of " + setting);
        return read;
    }

    /** Takes the values of its components from those that are left. */
    private static <E> E read(Class<E> type, Map<String, Object> left) throws Exception {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            Experiment.Named named = components[i].getAnnotation(Experiment.Named.class);
            String name = named == null ? components[i].getName() : named.value();
            if (left.containsKey(name)) values[i] = value(components[i].getType(), left.remove(name));
            else if (components[i].getType().isSealed()) values[i] = read(kind(components[i].getType(), left), left);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    /** The kind of a part with the most components, all of which are left. */
    private static Class<?> kind(Class<?> part, Map<String, Object> left) {
        return Arrays.stream(part.getPermittedSubclasses())
                .filter(k -> Arrays.stream(k.getRecordComponents())
                        .allMatch(c -> c.getType().isSealed() || left.containsKey(c.getName())))
                .max(Comparator.comparingInt(k -> k.getRecordComponents().length))
                .orElseThrow();
    }

    private static Object value(Class<?> type, Object plain) {
        if (type == int.class || type == Integer.class) return Math.toIntExact((Long) plain);
        if (type.isEnum())
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> constant.toString().equals(plain))
                    .findFirst()
                    .orElseThrow();
        return VALUES.containsKey(type) ? VALUES.get(type).apply(plain.toString()) : plain;
    }
}
