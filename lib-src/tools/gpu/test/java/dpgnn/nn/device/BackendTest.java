package dpgnn.nn.device;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Pointer;
import dpgnn.nn.Backend;
import dpgnn.nn.DeviceFailure;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.HostKernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackendTest {
    private static final Logger LOGGER = Logger.getLogger("dpgnn");
    private static final String CPU =
            "Training runs on the CPU, on Java arrays with OpenBLAS for Zen, because neither -Ddpgnn.device nor Backend.device names another";

    private static final String AUTO =
            CPU.replaceFirst("because .*", "because auto was asked for and no GPU can be used: ");

    private static Backend decided(String wanted, Function<String, Device> devices) {
        return Backend.decide(wanted, DeviceHere.finder("Zen", devices));
    }

    /** A device whose kernels do nothing; memory that is read holds one byte, again and again. */
    private record Dumb(int memoryMegabytes, String lacks) implements Device {
        @Override
        public String describe() {
            return "Dumb 1";
        }

        @Override
        public String driver() {
            return "opencl";
        }

        @Override
        public long memory() {
            return (long) memoryMegabytes << 20;
        }

        @Override
        public String lacksForReleases() {
            return lacks;
        }

        @Override
        public boolean doubles() {
            return lacks.isEmpty();
        }

        @Override
        public long alloc(long bytes) {
            return 1;
        }

        @Override
        public void free(long memory) {}

        @Override
        public void write(long memory, long at, Pointer from, long bytes) {}

        @Override
        public void read(long memory, long at, Pointer into, long bytes) {
            into.clear(bytes);
        }

        @Override
        public void build() {}

        @Override
        public long kernel(String name) {
            return 1;
        }

        @Override
        public void launch(long kernel, int[] groups, int[] items, Object... arguments) {}

        @Override
        public void finish() {}

        @Override
        public void close() {}
    }

    @Test
    void withoutAWishTheCpuRunsAndNoDeviceIsLookedFor() {
        Backend backend = decided("cpu", wanted -> {
            throw new AssertionError("looked for " + wanted);
        });
        assertEquals(CPU + ".", backend.sentence());
        assertEquals("cpu", backend.name());
        assertInstanceOf(HostKernels.class, backend.kernels());
        assertInstanceOf(ExactKernels.class, backend.exactKernels());
        assertEquals("cpu", Backend.found().name());
    }

    private static Device noDriver(String wanted) {
        throw new DeviceFailure("there is no driver");
    }

    @Test
    void autoFallsBackAndSaysWhy() {
        Backend backend = decided("auto", BackendTest::noDriver);
        assertEquals(AUTO + "there is no driver.", backend.sentence());
        assertFalse(backend.isDevice());
    }

    /** A jar that trains on the CPU though a GPU was hoped for says so without being asked. */
    @Test
    void theLogSaysThatAutoFellBack() {
        List<String> said = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LOGGER.addHandler(handler);
        try {
            decided("cpu", BackendTest::noDriver);
            assertEquals(List.of(), said);
            decided("auto", BackendTest::noDriver);
            assertEquals(List.of(AUTO + "there is no driver."), said);
        } finally {
            LOGGER.removeHandler(handler);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"opencl", "cuda"})
    void aDeviceThatWasNamedIsNotReplaced(String wanted) {
        assertEquals(
                "the device " + wanted + " cannot be used: there is no driver. Take cpu, or auto to fall back on it.",
                refused(DeviceFailure.class, () -> decided(wanted, BackendTest::noDriver)));
    }

    @Test
    void aDeviceThatComputesWrongIsLeftAside() {
        Backend backend = decided("auto", wanted -> new Dumb(1000, ""));
        assertEquals(
                AUTO + "Dumb 1 cannot be used: a product of small matrices came out as 0.0 instead of 22.",
                backend.sentence());
    }

    @Test
    void aDeviceWithTooLittleMemoryIsLeftAside() {
        Backend backend = decided("auto", wanted -> new Dumb(0, ""));
        String said = backend.sentence();
        assertTrue(said.contains("The device has too little memory: 1 MB more were wanted"), said);
    }

    /** A training may run elsewhere; whatever becomes of it, the next one runs where it would have run. */
    @Test
    void workOnADeviceLeavesTheChoiceAsItWas() {
        Backend before = Backend.found();
        assertEquals("cpu", Backend.on("cpu", () -> Backend.found().name()));
        assertEquals("auto", Backend.on("auto", () -> {
            assertEquals("cpu", Backend.on("cpu", () -> Backend.found().name()));
            return Backend.found() == Backend.device("auto")
                    ? "auto"
                    : Backend.found().name();
        }));
        assertSame(before, Backend.found());
        assertThrows(
                IllegalStateException.class,
                () -> Backend.on("auto", () -> {
                    throw new IllegalStateException("the training failed");
                }));
        assertSame(before, Backend.found());
        refused(() -> Backend.on("gpu", () -> {
            throw new AssertionError("was run");
        }));
        assertSame(before, Backend.found());
    }

    @Test
    void otherDevicesAreRefused() {
        assertEquals("the device must be auto, cpu, opencl or cuda, was gpu", refused(() -> Backend.device("gpu")));
        assertEquals("cpu", Backend.found().name());
    }

    @Test
    void autoTakesNoProcessor() {
        Backend backend = decided("auto", dpgnn.nn.device.Devices::find);
        if (backend.isDevice()) assumeTrue(false, "a machine without a GPU");
        assertTrue(backend.sentence().contains("no GPU can be used: there is no driver of NVIDIA"), backend.sentence());
        if (DeviceHere.isThere())
            assertTrue(backend.sentence().contains("OpenCL has no GPU here, only "), backend.sentence());
    }

    @Test
    void theDeviceOfThisMachineComputes() {
        Backend backend = DeviceHere.backend();
        assertTrue(backend.isDevice());
        assertTrue(
                backend.sentence()
                        .matches("Training runs on .+ by OpenCL, because opencl was asked for and a product and a"
                                + " norm came out right on it."),
                backend.sentence());
        assertTrue(backend.name().startsWith("opencl: "), backend.name());
        assertInstanceOf(DeviceKernels.class, backend.kernels());
        assertInstanceOf(DeviceExactKernels.class, backend.exactKernels());
        assertTrue(backend.room(1 << 20).startsWith("This training takes about 1 MB of the "));
        String tooMuch = refused(DeviceFailure.class, () -> backend.room(1L << 60));
        assertTrue(tooMuch.endsWith("Take smaller batches or -Ddpgnn.device=cpu."), tooMuch);
    }

    /** The processors that OpenBLAS falls back to where it does not know one: without AVX2, and three times as slow. */
    @Test
    void openBlasDoesNotTakeThisProcessorForAnOldOne() throws IOException {
        Path facts = Path.of("/proc/cpuinfo");
        assumeTrue(Files.exists(facts) && Files.readString(facts).contains(" avx2 "), "a processor with AVX2");
        String sentence = Backend.cpu().sentence();
        assertTrue(sentence.contains("OpenBLAS for "), sentence);
        for (String old : List.of("Prescott", "Core2", "Nehalem", "Barcelona", "Bobcat", "Sandybridge", "Generic"))
            assertFalse(sentence.toLowerCase(Locale.ROOT).contains(old.toLowerCase(Locale.ROOT)), sentence);
    }

    @Test
    void aDivisionByZeroIsAnExceptionBesideADevice() {
        assertTrue(DeviceHere.backend().isDevice());
        assertThrows(ArithmeticException.class, () -> Math.floorDiv(1, Integer.parseInt("0")));
    }
}
