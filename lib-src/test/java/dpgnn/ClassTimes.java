package dpgnn;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Writes what the processors spent on each test class where {@code -Ddpgnn.times} names a file: a line "class,seconds" each, with
 * compilers, collectors and ended child processes. The clock says little where other work runs beside.
 */
public final class ClassTimes implements BeforeAllCallback, AfterAllCallback {
    private static final String FILE = System.getProperty("dpgnn.times", "");
    private static final double NANOS = 1e-9;
    /** Of a line of Linux's /proc: the times of children that were waited for, in hundredths of a second. */
    private static final int USER = 13, SYSTEM = 14;

    private double began;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        if (isOutermost(context)) began = seconds();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (FILE.isEmpty() || !isOutermost(context)) return;
        String line = String.format(
                Locale.ROOT, "%s,%.2f%n", context.getRequiredTestClass().getName(), seconds() - began);
        Files.writeString(Path.of(FILE), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static boolean isOutermost(ExtensionContext context) {
        return context.getRequiredTestClass().getEnclosingClass() == null;
    }

    private static double seconds() throws IOException {
        double own = 0;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system)
            own = NANOS * system.getProcessCpuTime();
        Path children = Path.of("/proc/self/stat");
        if (!Files.exists(children)) return own;
        String text = Files.readString(children);
        String[] words = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return own + (Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM])) / 100.0;
    }
}
