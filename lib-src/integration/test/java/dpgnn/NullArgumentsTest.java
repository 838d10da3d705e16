package dpgnn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Audit;
import dpgnn.audit.Canaries;
import dpgnn.audit.Coupling;
import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.attack.Pld;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.PrivateSelection;
import dpgnn.train.PrivateTrainer;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every public factory and constructor of the packages that users build from, and every public method of what they make plans,
 * trainings and audits with, refuses null for each of its arguments and numbers that are not finite, at once and by the
 * argument's name. What cannot be called, for want of a value of some type, is counted, so that the test does not become empty.
 */
class NullArgumentsTest {
    private static final List<String> PACKAGES = List.of(
            "audit",
            "baseline",
            "generate",
            "generate.measure",
            "graph",
            "graph.data",
            "graph.synthetic",
            "linear",
            "mechanism",
            "mpc",
            "mpc.attack",
            "mpc.secureml",
            "nn",
            "nn.layer",
            "notebook",
            "predict",
            "privacy",
            "privacy.account",
            "privacy.attack",
            "privacy.ledger",
            "random",
            "report",
            "report.figure",
            "sampling",
            "study",
            "train");

    /** Where null has a meaning, which its Javadoc gives. */
    private static final List<String> MEANT =
            List.of("Ledger.resume(expected)", "Figure.graph(group)", "Table.row(cells)", "Table.where(value)");

    /** Where infinity has one: what is at that end of a curve, and a paper's bound without privacy. */
    private static final List<String> ENDLESS = List.of(
            "EpsilonLowerBound.atThreshold(threshold)",
            "PaperBounds.generation(epsilon)",
            "PrecisionBound.published(epsilon)",
            "PrecisionBound.corrected(epsilon)",
            "Pld.delta(epsilon)",
            "TradeOffCurve.delta(epsilon)",
            "Accountant.delta(epsilon)",
            "RdpAccountant.leastDelta(epsilon)",
            "Calibration.delta(epsilon)");

    /** Public for another package of the library; no user has to do with it. Packages that hold nothing else are not walked: base,
     * graph.format, graph.read, nn.device, nn.kernel, privacy.numeric, privacy.step, and the wire and layers of parties. */
    private static final List<String> MACHINERY = List.of(
            "AdamSteps",
            "ArraySize",
            "Blocks",
            "Comms",
            "DecoderUpdate",
            "DeviceFailure",
            "Display",
            "Net",
            "NonFinite",
            "OutputLayer",
            "ReportFolder",
            "StepCoins",
            "Softmax",
            "TargetLoss",
            "TrainingHistory",
            "WideTable");

    @TempDir
    Path folder;

    private final List<Object> receivers = new ArrayList<>();
    private final List<Object> samples = new ArrayList<>();

    private static List<Class<?>> types() throws Exception {
        List<Class<?>> types = new ArrayList<>();
        Set<String> all = ShippedClasses.of(Object.class);
        for (String name : PACKAGES) {
            int before = types.size();
            for (String full : all) {
                if (!full.startsWith("dpgnn." + name + ".")
                        || full.lastIndexOf('.') != "dpgnn.".length() + name.length()) continue;
                Class<?> type = Class.forName(full);
                if (isPublic(type)) types.add(type);
            }
            assertTrue(types.size() > before, name + " should have public types");
        }
        return types;
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    private static List<Executable> makers(Class<?> type) {
        List<Executable> makers = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers()) && (!type.isRecord() || isBuilt(type)))
            makers.addAll(List.of(type.getConstructors()));
        for (Method method : type.getMethods())
            if (Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() == type && !type.isEnum())
                makers.add(method);
        makers.removeIf(m -> MACHINERY.contains(type.getSimpleName())
                || List.of("settings", "main", "axpy", "await").contains(m.getName())); // of the library alone
        makers.removeIf(Executable::isSynthetic);
        return makers;
    }

    /** Whether users construct this record; all others are what the library hands out. */
    private static boolean isBuilt(Class<?> record) {
        return Stream.of(
                        Event.class,
                        RunCount.class,
                        RunCount.Training.class,
                        Sampler.class,
                        Clip.class,
                        Noise.class,
                        PrivateSelection.Candidate.class)
                .anyMatch(seam -> seam.isAssignableFrom(record));
    }

    private static List<Method> methods(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(m -> !Modifier.isStatic(m.getModifiers()) && !m.isSynthetic())
                .filter(m -> m.getDeclaringClass().getName().startsWith("dpgnn."))
                .filter(m -> !m.getName().equals("equals"))
                .toList();
    }

    private static List<Object> receivers(TrainingView view, Evaluation test) {
        Plan plan = Plans.fixed(PoissonNodes.of(0.1), Clip.flat(1), 3, 2, 1e-5);
        Pld pld = Pld.of(new Event.Gaussian(1));
        return List.of(
                plan,
                Audit.of(plan),
                Canaries.of(Mlp.of(2), plan),
                Coupling.of(Mlp.of(2), plan.sampler(), plan.clip()),
                plan.experiment(Mlp.of(2), 1),
                PlainTrainer.of(Mlp.of(2), plan.sampler(), 3, Streams.seed(1)),
                PrivateSelection.of(new PrivateSelection.Candidate("a", Mlp.of(2), plan, () -> Adam.of(0.1))),
                test,
                view,
                pld,
                pld.tradeOff(),
                PldAccountant.standard(),
                RdpAccountant.standard(),
                Calibration.of(RdpAccountant.standard()),
                Streams.seed(1),
                Streams.seed(1).stream("x"),
                Adam.of(0.1),
                Table.columns("x").row(1),
                Figure.of("x").curve("y", new double[] {1}));
    }

    private void prepare() throws IOException {
        Dataset small = Datasets.load("small");
        Split split = small.publicSplit().orElseThrow();
        TrainingView view = small.transductive(split);
        Evaluation test = Evaluation.wholeGraph(small.evaluation(split, Split.Role.TEST));
        receivers.addAll(receivers(view, test));
        receivers.addAll(List.of(small, small.graph(), small.labels(), split));
        samples.addAll(receivers);
        samples.addAll(List.of(GaussianNoise.standard(), PoissonNodes.of(0.1), Mlp.of(2)));
        samples.addAll(
                List.of(small, small.graph(), small.features(), small.labels(), small.provenance(), split, view));
        samples.addAll(List.of(new Event.Gaussian(1), RunCount.geometric(0.5), AttackLimit.advantage(0.1)));
        samples.addAll(List.of("x", List.of(), Map.of(), Optional.empty(), folder.resolve("x")));
    }

    /** A value of this type, or null. */
    private Object sample(Class<?> type) {
        if (type == int.class) return 3;
        if (type == long.class) return 3L;
        if (type == double.class) return 0.5;
        if (type == float.class) return 0.5f;
        if (type == boolean.class) return true;
        if (type == char.class) return 'x';
        if (type == byte.class) return (byte) 1;
        if (type.isEnum()) return type.getEnumConstants()[0];
        if (type.isArray()) return Array.newInstance(type.getComponentType(), 1);
        for (Object sample : samples) if (type.isInstance(sample)) return sample;
        if (type.isInterface() && !type.isSealed())
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> {
                if (m.getName().equals("toString")) return "a sample";
                throw new IllegalStateException("nobody should ask this yet");
            });
        return null;
    }

    @Test
    void nullAndNumbersWithoutEndAreRefusedByName() throws Exception {
        prepare();
        List<String> wrong = new ArrayList<>();
        int[] asked = new int[2];
        for (Class<?> type : types()) for (Executable maker : makers(type)) ask(null, maker, asked, wrong);
        for (Object receiver : receivers)
            for (Method method : methods(receiver.getClass())) ask(receiver, method, asked, wrong);
        assertTrue(
                asked[0] > 400 && asked[1] > 480,
                "only " + asked[0] + " and " + asked[1] + " arguments could be asked");
        assertEquals("", String.join("\n", wrong));
    }

    /** A supplier is asked at once. */
    @Test
    void anOptimizerThatIsNotThereIsRefusedByName() throws Exception {
        prepare();
        PrivateTrainer trainer = (PrivateTrainer) sample(PrivateTrainer.class);
        var refused = assertThrows(IllegalArgumentException.class, () -> trainer.optimizer(() -> null));
        assertEquals("what the supplier of optimisers makes must be given, was null", refused.getMessage());
    }

    private void ask(Object receiver, Executable maker, int[] asked, List<String> wrong) throws Exception {
        maker.setAccessible(true); // public methods of a type that is not
        Class<?>[] wanted = maker.getParameterTypes();
        for (int i = 0; i < wanted.length; i++) {
            boolean number = wanted[i] == double.class || wanted[i] == float.class;
            if (wanted[i].isPrimitive() && !number) continue;
            Object[] arguments = new Object[wanted.length];
            boolean all = true;
            for (int j = 0; j < wanted.length; j++) if (j != i) all &= (arguments[j] = sample(wanted[j])) != null;
            if (!all) continue;
            String name = maker.getParameters()[i].getName();
            String what = maker.getDeclaringClass().getSimpleName() + "."
                    + maker.getName().replaceAll(".*\\.", "") + "(" + name + ")";
            if (!number) {
                if (MEANT.contains(what)) continue;
                asked[0]++;
                String end = end(receiver, maker, arguments, i);
                if (!end.isEmpty()) wrong.add(what + ": null " + end);
                continue;
            }
            arguments[i] = sample(wanted[i]);
            for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                if (Double.isInfinite(value) && ENDLESS.contains(what)) continue;
                asked[1]++;
                if (wanted[i] == float.class) arguments[i] = (float) value;
                else arguments[i] = value;
                String end = end(receiver, maker, arguments, i);
                if (!end.isEmpty()) wrong.add(what + ": " + value + " " + end);
            }
        }
    }

    /** Empty where the argument was refused by name, or another one before it. */
    private String end(Object receiver, Executable maker, Object[] arguments, int place) throws Exception {
        try {
            call(receiver, maker, arguments);
            return "is accepted";
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            String said = String.valueOf(cause.getMessage());
            boolean refused = cause instanceof IllegalArgumentException
                    || cause instanceof IllegalStateException
                    || cause instanceof NullPointerException && !said.startsWith("Cannot ") && !said.equals("null");
            if (!refused) return cause.toString();
            boolean named = Pattern.compile("\\b" + maker.getParameters()[place].getName() + "\\b")
                    .matcher(said)
                    .find();
            boolean valued = said.contains(" must be ") && said.contains(String.valueOf(arguments[place]));
            return named || valued || alsoRefused(receiver, maker, arguments, place) ? "" : cause.toString();
        }
    }

    /** Whether it was another argument: then a good one in this place is answered in the same way. */
    private boolean alsoRefused(Object receiver, Executable maker, Object[] arguments, int place) throws Exception {
        Object[] good = arguments.clone();
        good[place] = sample(maker.getParameterTypes()[place]);
        try {
            call(receiver, maker, good);
            return false;
        } catch (InvocationTargetException e) {
            return true;
        }
    }

    private static void call(Object receiver, Executable maker, Object[] arguments) throws Exception {
        if (maker instanceof Constructor<?> constructor) constructor.newInstance(arguments);
        else ((Method) maker).invoke(receiver, arguments);
    }
}
