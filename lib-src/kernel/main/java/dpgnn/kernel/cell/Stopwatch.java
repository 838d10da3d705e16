package dpgnn.kernel.cell;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Time on the wall, and of the processors that this JVM used meanwhile. */
record Stopwatch(long wallNanos, long cpuNanos) {
    static Stopwatch start() {
        return new Stopwatch(System.nanoTime(), cpu());
    }

    String elapsed() {
        double wall = (System.nanoTime() - wallNanos) / 1e9, cpu = (cpu() - cpuNanos) / 1e9;
        return String.format(Locale.ROOT, "%.3f s, %.3f s of CPU", wall, cpu);
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }
}
