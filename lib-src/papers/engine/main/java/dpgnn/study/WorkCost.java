package dpgnn.study;

import dpgnn.base.Check;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Measures the cost of a piece of work in this process: wall-clock time, time on all processors, and the process's peak
 * resident memory up to the end of the work. On a shared machine only the processor time says something about the work.
 *
 * @param peakGib empty where the operating system does not report it
 */
public record WorkCost(double seconds, double cpuSeconds, OptionalDouble peakGib) {
    private static final double GIB = 1 << 20;

    /** A result and its cost. */
    public record Of<T>(T result, WorkCost cost) {}

    public static <T> Of<T> of(Callable<T> work) throws Exception {
        Check.given("work", work);
        long began = System.nanoTime();
        double busy = processorSeconds();
        T result = work.call();
        return new Of<>(
                result, new WorkCost((System.nanoTime() - began) / 1e9, processorSeconds() - busy, peakResidentGib()));
    }

    /** As figures of a run, under a name: "training seconds", "training cpu seconds", "peak GiB". */
    public Map<String, Double> metrics(String name) {
        Map<String, Double> all = new TreeMap<>();
        all.put(name + " seconds", seconds);
        all.put(name + " cpu seconds", cpuSeconds);
        peakGib.ifPresent(peak -> all.put("peak GiB", peak));
        return all;
    }

    private static double processorSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime() / 1e9
                : Double.NaN;
    }

    /** What Linux writes as the high-water mark of resident memory, native memory included. */
    private static OptionalDouble peakResidentGib() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) return OptionalDouble.empty();
        try {
            for (String line : Files.readAllLines(status))
                if (line.startsWith("VmHWM:"))
                    return OptionalDouble.of(Long.parseLong(line.replaceAll("\\D", "")) / GIB);
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.empty();
    }
}
