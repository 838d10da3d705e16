package dpgnn.graph;

import dpgnn.graph.mapped.MappedDataset;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.random.Streams;
import dpgnn.report.figure.Figure;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Memory and time of a step on mapped data sets of growing size, for a batch that stays the same. One call measures one folder
 * and one sampler, in a process of its own, since a heap remembers what it was used for; it prints a line of CSV. With
 * {@code --plot} it draws the lines of a file.
 */
public final class ScaleBench {
    private static final int BATCH = 256, DEGREE = 5, STEPS = 100;

    private ScaleBench() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("--plot")) plot(Path.of(arguments[1]), Path.of(arguments[2]));
        else measure(Path.of(arguments[0]), arguments[1]);
    }

    private static Sampler sampler(String name, Sampler.Facts facts) {
        double rate = (double) BATCH / facts.roots();
        return switch (name) {
            case "HeterPoisson" -> HeterPoisson.of(rate, DEGREE);
            case "home stars" -> HomeStars.of(rate, DEGREE);
            case "Poisson nodes" -> PoissonNodes.of(rate);
            case "walks" -> DisjointWalks.of(DEGREE, BATCH / 2);
            default -> throw new IllegalArgumentException("sampler must be one of four, was " + name);
        };
    }

    private static void measure(Path folder, String name) throws Exception {
        long began = System.nanoTime();
        Dataset data = MappedDataset.open(folder);
        double open = (System.nanoTime() - began) / 1e6;
        began = System.nanoTime();
        TrainingView view = data.transductive();
        Sampler sampler = sampler(name, Sampler.Facts.of(view.participants()));
        Sampler.Draws draws = sampler.draws(view.participants(), Streams.seed(1).stream("sampler"));
        double prepare = (System.nanoTime() - began) / 1e6;
        Batch batch = new Batch();
        double[] draw = new double[STEPS];
        for (int t = 0; t < STEPS; t++) {
            long from = System.nanoTime();
            draws.draw(t, batch);
            draw[t] = (System.nanoTime() - from) / 1e6;
        }
        draws = null;
        double[] step = new double[STEPS];
        long[] last = {0};
        int[] taken = {0};
        Plan plan = Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                .steps(STEPS)
                .multiplier(4)
                .delta(1e-9);
        plan.experiment(Gcn.of(32), 1)
                .listen(moment -> {
                    long now = System.nanoTime();
                    if (last[0] != 0 && taken[0] < STEPS) step[taken[0]++] = (now - last[0]) / 1e6;
                    last[0] = now;
                    return true;
                })
                .train(view);
        System.gc();
        long held = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                >> 20;
        System.out.printf(
                Locale.ROOT,
                "%s,%d,%d,%d,%.0f,%.0f,%.2f,%.2f,%d,%d%n",
                name,
                data.nodes(),
                data.graph().edges(),
                view.participants().announcedRoots(),
                open,
                prepare,
                median(draw, STEPS),
                median(step, taken[0]),
                held,
                peak);
    }

    private static double median(double[] of, int count) {
        double[] sorted = Arrays.copyOf(of, count);
        Arrays.sort(sorted);
        return count == 0 ? Double.NaN : sorted[count / 2];
    }

    private static void plot(Path csv, Path image) throws Exception {
        List<String[]> rows =
                Files.readAllLines(csv).stream().skip(1).map(l -> l.split(",")).toList();
        Map<String, Integer> columns = new LinkedHashMap<>();
        columns.put("ms a step of training", 7);
        columns.put("peak heap, MB", 9);
        Figure[] panels = columns.entrySet().stream()
                .map(c -> panel(c.getKey(), c.getValue(), rows))
                .toArray(Figure[]::new);
        Figure.grid("A step on a mapped graph", 2, panels).save(image);
    }

    private static Figure panel(String what, int column, List<String[]> rows) {
        Figure figure = Figure.of(what).x("nodes").y(what).logX();
        for (String name : rows.stream().map(r -> r[0]).distinct().toList()) {
            List<String[]> own = rows.stream().filter(r -> r[0].equals(name)).toList();
            figure = figure.curve(
                    name,
                    own.stream().mapToDouble(r -> Double.parseDouble(r[1])).toArray(),
                    own.stream().mapToDouble(r -> Double.parseDouble(r[column])).toArray());
        }
        return figure;
    }
}
