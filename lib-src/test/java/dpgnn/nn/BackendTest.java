package dpgnn.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
                "Training runs on the CPU, on Java arrays with OpenBLAS, because JCublasBackend was found but cannot"
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

    @Test
    void hereTheCpuRuns() {
        Backend backend = Backend.found();
        assertTrue(backend.sentence().startsWith("Training runs on the "), backend.sentence());
        assertEquals(backend.usesArrays(), backend.kernels() instanceof Nd4jKernels);
    }
}
