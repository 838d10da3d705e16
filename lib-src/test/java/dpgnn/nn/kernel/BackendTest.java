package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class BackendTest {
    private static Backend decided(String name, DoubleSupplier product) {
        return Backend.decide(new Backend.Probe() {
            @Override
            public String load() {
                if (name == null) throw new UnsatisfiedLinkError("no jnind4jcpu in java.library.path");
                return name;
            }

            @Override
            public String core() {
                return name == null ? "" : "Zen";
            }

            @Override
            public double multiply() {
                return product.getAsDouble();
            }
        });
    }

    @Test
    void aGpuThatWorksIsUsed() {
        Backend backend = decided("JCublasBackend", () -> 4);
        assertTrue(backend.usesArrays());
        assertEquals("Training runs on the GPU, because JCublasBackend works on it.", backend.sentence());
        assertTrue(backend.kernels() instanceof Nd4jKernels);
    }

    @Test
    void aGpuThatCannotComputeIsLeftAside() {
        Backend backend = decided("JCublasBackend", () -> {
            throw new IllegalStateException(
                    "op failed", new RuntimeException("no kernel image is available for execution on the device"));
        });
        assertFalse(backend.usesArrays());
        assertEquals(
                "Training runs on the CPU, on Java arrays with OpenBLAS for Zen, because JCublasBackend was found but cannot"
                        + " compute on this GPU (RuntimeException: no kernel image is available for execution on the"
                        + " device); its machine code is for compute capability 3.7 to 8.6.",
                backend.sentence());
    }

    @Test
    void aGpuThatComputesWrongIsLeftAside() {
        Backend backend = decided("JCublasBackend", () -> 0);
        assertFalse(backend.usesArrays());
        assertTrue(backend.sentence().contains("came out as 0.0 instead of 4"), backend.sentence());
    }

    @Test
    void withoutALibraryTheReasonIsSaid() {
        Backend backend = decided(null, () -> 4);
        assertFalse(backend.usesArrays());
        assertTrue(backend.sentence().contains("no jnind4jcpu in java.library.path"), backend.sentence());
    }

    /** The processors that OpenBLAS falls back to where it does not know one: without AVX2, and three times as slow. */
    @Test
    void openBlasDoesNotTakeThisProcessorForAnOldOne() throws IOException {
        Path facts = Path.of("/proc/cpuinfo");
        assumeTrue(Files.exists(facts) && Files.readString(facts).contains(" avx2 "), "a processor with AVX2");
        String sentence = Backend.found().sentence();
        assertTrue(sentence.contains("OpenBLAS for "), sentence);
        for (String old : List.of("Prescott", "Core2", "Nehalem", "Barcelona", "Bobcat", "Sandybridge", "Generic"))
            assertFalse(sentence.toLowerCase(Locale.ROOT).contains(old.toLowerCase(Locale.ROOT)), sentence);
    }

    @Test
    void hereTheCpuRuns() {
        Backend backend = Backend.found();
        assertTrue(backend.sentence().startsWith("Training runs on the "), backend.sentence());
        assertEquals(backend.usesArrays(), backend.kernels() instanceof Nd4jKernels);
    }
}
