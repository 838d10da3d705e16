package dpgnn.bench;

import com.sun.management.ThreadMXBean;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/**
 * Times accounting where it is dearest, and prints how wide the proved brackets are there: rare samples in many steps, ten
 * million steps, the steps that a budget allows, and the calibrations of the HeterPoisson paper (five data sets, four epsilons,
 * M from 1 to 4, by either proof), and random allocation. Times are CPU seconds of the calling thread, the least of some turns, and
 * beside them those of the clock; nothing that an
 * earlier question left behind is used. Bits of the answers are printed, so that two versions can be compared.
 *
 * <pre>
 * java -Xmx512m -XX:+UseSerialGC -cp target/dpgnn-integration/test-classes:$(cat target/test-classpath) dpgnn.bench.AccountingEdges [turns] [group]
 * </pre>
 */
public final class AccountingEdges {
    private static final PldAccountant PLD = PldAccountant.standard();
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WORST = 8;

    /** Nothing that is remembered between questions outlives so many others. */
    private static final int OTHERS = 260;

    /** A question, and the event and delta whose bracket is printed; the event depends on the answer where it is a multiplier. */
    private record Cell(String group, String name, DoubleSupplier question, Bracket bracket) {}

    private interface Bracket {
        PldAccountant.Bounds of(double answer);
    }

    private record Row(
            String group, String name, double seconds, double clock, double megabytes, double heap, double width) {}

    private final List<Cell> cells = new ArrayList<>();

    private AccountingEdges() {
        epsilon("thousand", 0.01, 1, 1000, 1e-5);
        for (double q : new double[] {1e-7, 1e-6, 1e-5, 1e-4})
            for (double m : new double[] {0.5, 0.7, 1, 2})
                for (long t : new long[] {100_000, 1_000_000})
                    for (double delta : new double[] {1e-5, 1e-8, 1e-12}) epsilon("rare", q, m, t, delta);
        epsilon("rare", 8.4e-8, 0.4114, 65_847, 3.03e-12);
        for (double budget : new double[] {0.1, 1, 10}) generator(budget);
        for (double[] qm :
                new double[][] {{1e-4, 1}, {1e-3, 1}, {1e-3, 5}, {0.01, 1}, {0.01, 5}, {0.1, 20}, {0.1, 500}})
            for (double delta : new double[] {1e-5, 1e-10}) epsilon("million", qm[0], qm[1], 10_000_000, delta);
        nodes("facebook", 17_976, 4096, 9);
        nodes("twitch", 7598, 4096, 9);
        nodes("pubmed", 15_773, 4096, 9);
        nodes("amazon", 11_001, 4096, 9);
        nodes("reddit", 186_372, 4096, 4);
        homes(0.1, 2, 5, 40);
        for (double m : new double[] {0.5, 1, 2})
            for (int t : new int[] {100, 1000, 10_000}) {
                question(new Event.RandomAllocation(t, m));
                if (m > 1) question(new Event.AllocatedStars(t, 1, m));
            }
    }

    /** A hundred epochs of this. */
    private void question(Event epoch) {
        Event event = new Event.Repeated(epoch, 100);
        cells.add(new Cell(
                "allocated", "epsilon of " + event, () -> PLD.epsilon(event, 1e-5), any -> PLD.bounds(event, 1e-5)));
    }

    private static Event sampled(double q, double m, long times) {
        return new Event.Repeated(new Event.PoissonSampled(q, m, Relation.ADD_REMOVE), times);
    }

    private void epsilon(String group, double q, double m, long times, double delta) {
        Event event = sampled(q, m, times);
        cells.add(new Cell(
                group,
                "epsilon of q " + q + ", noise " + m + ", " + times + " steps at delta " + delta,
                () -> PLD.epsilon(event, delta),
                any -> PLD.bounds(event, delta)));
    }

    /** The steps that DPGGAN takes for an epsilon, and those that it may take. */
    private void generator(double budget) {
        double q = 0.01, m = 5, delta = 1e-5;
        long claimed = Math.round(Math.pow(m * budget / (2 * q), 2) / -Math.log(delta));
        epsilon("generator", q, m, claimed, delta);
        cells.add(new Cell(
                "generator",
                "most steps of q " + q + ", noise " + m + " within epsilon " + budget + " at delta " + delta,
                () -> Calibration.of(PLD).steps(t -> sampled(q, m, t), budget, delta, 10_000_000),
                steps -> PLD.bounds(sampled(q, m, (long) steps), delta)));
    }

    private void nodes(String data, int roots, int batch, int epochs) {
        double q = (double) batch / roots, delta = Math.pow(roots, -1.1);
        long steps = (long) Math.ceil(epochs / q);
        for (Event.Proof proof : Event.Proof.values())
            for (double budget : new double[] {2, 4, 8, 16})
                for (int most = 1; most <= 4; most++) {
                    int peripherals = most;
                    calibration(
                            proof == Event.Proof.PUBLISHED ? "published" : "proved",
                            data + ", M " + most + ", epsilon " + budget,
                            m -> new Event.Repeated(
                                    new Event.HeterPoisson(q, peripherals, roots - 1, m, true, proof), steps),
                            budget,
                            delta);
                }
    }

    private void calibration(
            String group, String name, java.util.function.DoubleFunction<Event> family, double budget, double delta) {
        cells.add(new Cell(
                group,
                "noise of " + name + " (" + group + ")",
                () -> Calibration.of(PLD).multiplier(family, budget, delta),
                m -> PLD.bounds(family.apply(m), delta)));
    }

    private void homes(double q, int homes, double m, long times) {
        Event event = new Event.Repeated(new Event.HomeStars(q, homes, m), times);
        cells.add(new Cell(
                "homes",
                "epsilon of home stars q " + q + ", K " + homes + ", noise " + m + ", " + times + " steps",
                () -> PLD.epsilon(event, 1e-5),
                any -> PLD.bounds(event, 1e-5)));
    }

    private static void forget() {
        for (int i = 0; i < OTHERS; i++)
            PLD.epsilon(new Event.HeterPoisson(0.5, 1 + 1e-3 * i, 2, 1e3, true, Event.Proof.PUBLISHED), 0.5);
    }

    private static Row measured(Cell cell, int turns) {
        double least = Double.POSITIVE_INFINITY, clock = least, answer = 0, megabytes = 0, heap = 0;
        for (int turn = 0; turn < turns; turn++) {
            if (cell.group.equals("published") || cell.group.equals("proved")) forget();
            System.gc();
            List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .toList();
            pools.forEach(MemoryPoolMXBean::resetPeakUsage);
            long allocated = THREAD.getCurrentThreadAllocatedBytes(), begun = THREAD.getCurrentThreadCpuTime();
            long now = System.nanoTime();
            answer = cell.question.getAsDouble();
            least = Math.min(least, (THREAD.getCurrentThreadCpuTime() - begun) / 1e9);
            clock = Math.min(clock, (System.nanoTime() - now) / 1e9);
            megabytes = (THREAD.getCurrentThreadAllocatedBytes() - allocated) / 1e6;
            heap = pools.stream().mapToDouble(p -> p.getPeakUsage().getUsed()).sum() / 1e6;
        }
        PldAccountant.Bounds bounds = cell.bracket.of(answer);
        System.out.printf(
                Locale.ROOT,
                "%-10s %8.3f s %8.3f s by the clock %8.0f MB allocated %6.0f MB heap  %a  [%.9g, %.9g] %9.4f %%  %s%n",
                cell.group,
                least,
                clock,
                megabytes,
                heap,
                answer,
                bounds.lower(),
                bounds.upper(),
                100 * bounds.width(),
                cell.name);
        return new Row(cell.group, cell.name, least, clock, megabytes, heap, bounds.width());
    }

    public static void main(String[] arguments) {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        List<String> groups = Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
        List<Row> rows = new ArrayList<>();
        for (Cell cell : new AccountingEdges().cells)
            if (groups.isEmpty() || groups.contains(cell.group)) rows.add(measured(cell, turns));
        rows.stream().map(Row::group).distinct().forEach(group -> times(group, rows));
        worst("slowest", rows, "%.3f s", Row::seconds);
        worst("widest", rows, "%.4f", Row::width);
        worst("most allocated", rows, "%.0f MB", Row::megabytes);
        worst("largest heap", rows, "%.0f MB", Row::heap);
    }

    private static void times(String group, List<Row> rows) {
        double[] seconds = rows.stream()
                .filter(row -> row.group.equals(group))
                .mapToDouble(Row::seconds)
                .sorted()
                .toArray();
        int n = seconds.length;
        System.out.printf(
                Locale.ROOT,
                "%n%s: %d questions, median %.3f s, worst %.3f s, %d above 1 s",
                group,
                n,
                (seconds[(n - 1) / 2] + seconds[n / 2]) / 2,
                seconds[n - 1],
                Arrays.stream(seconds).filter(time -> time > 1).count());
    }

    private static void worst(String what, List<Row> rows, String format, java.util.function.ToDoubleFunction<Row> by) {
        System.out.println("\n" + what);
        rows.stream()
                .sorted(Comparator.comparingDouble(by).reversed())
                .limit(WORST)
                .forEach(row -> System.out.println(
                        "  " + String.format(Locale.ROOT, format, by.applyAsDouble(row)) + "  " + row.name));
    }
}
