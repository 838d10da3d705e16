package dpgnn.bench;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mpc.SecureEpochBench;
import dpgnn.nn.Backend;
import dpgnn.nn.kernel.PrivateStep;
import dpgnn.privacy.PldBenchmark;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Measures in turns, writes a record, and says what became slower since the last record of the same machine; environment/bench calls
 * it. Every time is CPU time of this process, in which steps have one thread, so that other programs disturb it little; what is
 * compared is a ratio to the matrix products of a step, measured in the same turn, so that a slower clock does not count.
 */
public final class RegressionWatch {
    private static final int TURNS = 7;
    private static final String FLOOR = "floor 767,128,10";
    private static final Pattern SIZE = Pattern.compile("(\\d+,\\d+,\\d+): .*");
    private static final Pattern RATIO = Pattern.compile("(ghost/dpgnn) ([\\d.]+) \\(([\\d.]+) to ([\\d.]+)\\)");

    /** The clock of a process ticks a hundred times a second: a turn is long against a tick. */
    private static final long TURN = 300_000_000;

    /** What is measured. */
    private record Task(Runnable call) {
        /** Of one call, over as many as a turn takes. */
        double milliseconds() {
            long begun = cpu();
            int calls = 0;
            long spent;
            do {
                call.run();
                calls++;
                spent = cpu() - begun;
            } while (spent < TURN);
            return spent / 1e6 / calls;
        }
    }

    private final Map<String, Task> tasks = new LinkedHashMap<>();

    private RegressionWatch() {
        PrivateStep step = step("767,128,10", "host", 0, PrivateStep.EXAMPLES);
        tasks.put(FLOOR, new Task(step::floor));
        tasks.put("step 767,128,10", new Task(step::step));
        tasks.put("release 767,128,10", new Task(step("767,128,10", "release", 0, PrivateStep.EXAMPLES)::step));
        tasks.put("step 1433,128,7 sparse", new Task(step("1433,128,7", "host", 18, PrivateStep.EXAMPLES)::step));
        tasks.put("sampler", new Task(sampler(200_000, 10)));
        PldBenchmark pld = new PldBenchmark();
        tasks.put("epsilon of 1000 steps", new Task(pld::thousandSampledSteps));
        SecureEpochBench secure = new SecureEpochBench();
        secure.shape = "2708x1433x5278x18";
        secure.prepare();
        tasks.put("ten secure epochs", new Task(secure::tenSecureEpochs));
    }

    public static void main(String[] arguments) throws Exception {
        Path records = Path.of(arguments[0]);
        String commit = arguments[1];
        String python = arguments[2];
        boolean growth = Arrays.asList(arguments).contains("--growth");
        List<PerformanceRecord> former = PerformanceRecord.read(records);
        PerformanceRecord now = new RegressionWatch().measure(commit, python, growth);
        now.milliseconds().forEach((name, ms) -> System.out.printf("%-28s %10.2f ms%n", name, ms));
        now.ratios().forEach((name, r) -> System.out.printf("%-40s %6.2f (%.2f to %.2f)%n", name, r[0], r[1], r[2]));
        List<String> slower = now.before(former).map(now::slowerThan).orElse(null);
        now.append(records);
        if (slower == null) System.out.println("There is no earlier record of this machine to compare with.");
        else if (slower.isEmpty()) System.out.println("Nothing is slower than in the last record of this machine.");
        else System.out.println("Slower than in the last record of this machine:\n  " + String.join("\n  ", slower));
        System.exit(slower == null || slower.isEmpty() ? 0 : 1);
    }

    /** Whether more is faster: where the other's time stands above ours. */
    static boolean higherIsBetter(String ratio) {
        return ratio.startsWith("ghost");
    }

    private PerformanceRecord measure(String commit, String python, boolean growth) throws IOException {
        Map<String, double[]> times = new LinkedHashMap<>();
        tasks.forEach((name, task) -> {
            task.milliseconds(); // warms up
            times.put(name, new double[TURNS]);
        });
        double load = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            for (Map.Entry<String, Task> task : tasks.entrySet())
                times.get(task.getKey())[turn] = task.getValue().milliseconds();
            load += ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage() / TURNS;
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        Map<String, double[]> ratios = new LinkedHashMap<>();
        times.forEach((name, each) -> {
            medians.put(name, median(each));
            if (name.equals(FLOOR)) return;
            double[] ratio = IntStream.range(0, TURNS)
                    .mapToDouble(t -> each[t] / times.get(FLOOR)[t])
                    .toArray();
            ratios.put(name + " / floor", spread(ratio));
        });
        double[] step = times.get("step 767,128,10");
        double[] release = times.get("release 767,128,10");
        ratios.put(
                "release / step, 767,128,10",
                spread(IntStream.range(0, TURNS)
                        .mapToDouble(t -> release[t] / step[t])
                        .toArray()));
        ratios.putAll(ghost(python));
        return new PerformanceRecord(
                LocalDate.now().toString(),
                commit,
                machine(),
                core(),
                System.getProperty("java.specification.version"),
                Math.round(10 * load) / 10.0,
                medians,
                ratios,
                growth ? growth() : Map.of());
    }

    /** Cost along one axis at a time, everything else as in the step of 128 inputs. */
    private static Map<String, PerformanceRecord.Curve> growth() {
        Map<String, PerformanceRecord.Curve> curves = new LinkedHashMap<>();
        curves.put(
                "examples of a batch (step of 128 inputs, 128 wide)",
                curve(new double[] {512, 1024, 2048, 4096, 8192}, n -> step("128,128,4", "host", 0, (int) n)::step));
        curves.put(
                "width (step of 128 inputs, 4096 examples)",
                curve(
                        new double[] {32, 64, 128, 256, 512},
                        n -> step("128," + (int) n + ",4", "host", 0, PrivateStep.EXAMPLES)::step));
        curves.put(
                "nodes (HeterPoisson batch of 4096 centres, degree 10)",
                curve(new double[] {20_000, 60_000, 200_000, 600_000}, n -> sampler((int) n, 10)));
        curves.put(
                "degree (HeterPoisson batch of 4096 centres, 200,000 nodes)",
                curve(new double[] {5, 10, 20, 40}, n -> sampler(200_000, (int) n)));
        return curves;
    }

    private static PerformanceRecord.Curve curve(double[] sizes, java.util.function.DoubleFunction<Runnable> at) {
        double[] cost = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            Task task = new Task(at.apply(sizes[i]));
            for (int k = 0; k < 2; k++) task.milliseconds(); // warms up
            double[] turns = new double[TURNS];
            for (int t = 0; t < TURNS; t++) turns[t] = task.milliseconds();
            cost[i] = median(turns);
        }
        return new PerformanceRecord.Curve(sizes, cost);
    }

    private static PrivateStep step(String size, String kernels, int words, int examples) {
        PrivateStep step = new PrivateStep();
        step.size = size;
        step.kernels = kernels;
        step.words = words;
        step.examples = examples;
        step.setup();
        for (int i = 0; i < 40; i++) step.step();
        return step;
    }

    private static Runnable sampler(int nodes, int degree) {
        Graph graph = SyntheticGraphs.powerLaw(nodes, (long) nodes * degree / 2, 2.5, 2_000, 1);
        Participants all = Participants.of(graph, IntStream.range(0, nodes).toArray());
        Sampler.Draws stars = HeterPoisson.of(4096.0 / nodes, 2).draws(all, Streams.seed(1).stream("sampler"));
        Batch batch = new Batch();
        long[] step = {0};
        return () -> stars.draw(step[0]++, batch);
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double[] spread(double[] values) {
        return new double[] {
            median(values),
            Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow()
        };
    }

    /** What the script beside this class prints of PyTorch's ghost norms; nothing where that Python has no PyTorch. */
    private static Map<String, double[]> ghost(String python) throws IOException {
        Map<String, double[]> ratios = new LinkedHashMap<>();
        if (python.isEmpty()) return ratios;
        List<String> command = new ArrayList<>(List.of(
                python,
                "lib-src/bench/python/private_step.py",
                "--turns",
                "5",
                "--java",
                ProcessHandle.current().info().command().orElse("java"),
                "--classpath",
                System.getProperty("java.class.path")));
        Process script = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8))) {
            String size = "";
            for (String line; (line = out.readLine()) != null; ) {
                Matcher head = SIZE.matcher(line);
                if (head.matches()) size = head.group(1);
                Matcher ratio = RATIO.matcher(line);
                if (ratio.find())
                    ratios.put(
                            "ghost / dpgnn, " + size,
                            IntStream.of(2, 3, 4)
                                    .mapToDouble(g -> Double.parseDouble(ratio.group(g)))
                                    .toArray());
            }
        }
        return ratios;
    }

    private static String machine() throws IOException {
        String name = System.getProperty("os.arch");
        Path about = Path.of("/proc/cpuinfo");
        if (Files.exists(about))
            for (String line : Files.readAllLines(about))
                if (line.startsWith("model name"))
                    name = line.substring(line.indexOf(':') + 1).trim();
        return Runtime.getRuntime().availableProcessors() + " x " + name;
    }

    private static String core() {
        Matcher named =
                Pattern.compile("OpenBLAS for (\\w+)").matcher(Backend.found().sentence());
        return named.find() ? named.group(1) : Backend.found().sentence();
    }
}
