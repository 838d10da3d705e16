package dpgnn.nn.kernel;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Names the library that does the arithmetic, and the reason, in one sentence. The choice is made once, by a trial: a GPU
 * library that is present but cannot run a small product (its machine code ends at compute capability 8.6 and has no
 * fall-back for newer chips) is not used.
 *
 * @param usesArrays whether steps run in ND4J's operations, which is what a GPU needs; else on Java arrays
 */
public record Backend(String name, boolean usesArrays, String sentence) {
    /** What can be asked of ND4J; replaced in tests. */
    interface Probe {
        /** The name of the backend that ND4J loaded; throws when none loads. */
        String load();

        /** The processor that OpenBLAS has kernels for and takes this one to be; empty where it cannot be asked. */
        String core();

        /** Multiplies two small matrices on the device and returns one value of the product, 4 when all is well. */
        double multiply();
    }

    private static final class Found {
        static final Backend HERE = decide(new Nd4jProbe());
    }

    /** What runs in this JVM. */
    public static Backend found() {
        return Found.HERE;
    }

    public Kernels kernels() {
        return usesArrays ? new Nd4jKernels() : new HostKernels();
    }

    static Backend decide(Probe probe) {
        String loaded;
        try {
            loaded = probe.load();
        } catch (RuntimeException | LinkageError e) {
            return new Backend("cpu", false, onCpu(probe) + "because ND4J's library did not load (" + reason(e) + ").");
        }
        boolean gpu = loaded.toLowerCase(java.util.Locale.ROOT).contains("cuda")
                || loaded.toLowerCase(java.util.Locale.ROOT).contains("jcublas");
        if (!gpu)
            return new Backend(
                    "cpu", false, onCpu(probe) + "because " + loaded + " is the ND4J backend on the class path.");
        return tried(loaded, probe);
    }

    private static String onCpu(Probe probe) {
        String core = probe.core();
        return "Training runs on the CPU, on Java arrays with OpenBLAS" + (core.isEmpty() ? "" : " for " + core) + ", ";
    }

    private static Backend tried(String loaded, Probe probe) {
        try {
            double value = probe.multiply();
            if (value == 4)
                return new Backend("gpu", true, "Training runs on the GPU, because " + loaded + " works on it.");
            return fallen(probe, loaded, "a product of small matrices came out as " + value + " instead of 4");
        } catch (RuntimeException | LinkageError e) {
            return fallen(probe, loaded, reason(e));
        }
    }

    private static Backend fallen(Probe probe, String loaded, String why) {
        return new Backend(
                "cpu",
                false,
                onCpu(probe) + "because " + loaded
                        + " was found but cannot compute on this GPU (" + why
                        + "); its machine code is for compute capability 3.7 to 8.6.");
    }

    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) root = root.getCause();
        String message = root.getMessage() == null
                ? ""
                : ": " + root.getMessage().lines().findFirst().orElse("");
        return root.getClass().getSimpleName() + message;
    }

    private static final class Nd4jProbe implements Probe {
        /** RTLD_LAZY, without RTLD_GLOBAL. */
        private static final int LAZY_AND_LOCAL = 1;

        @Override
        public String load() {
            return Nd4j.getBackend().getClass().getSimpleName();
        }

        @Override
        public String core() {
            try {
                Path folder = Path.of(Loader.load(openblas.class)).getParent();
                Path library;
                try (var files = Files.list(folder)) {
                    library = files.filter(f -> f.getFileName().toString().startsWith("libopenblas."))
                            .findFirst()
                            .orElseThrow(() -> new IOException("no libopenblas in " + folder));
                }
                // Not for all to see: OpenBLAS is there twice, and one copy must not find the other's names.
                return NativeLibrary.getInstance(library.toString(), Map.of(Library.OPTION_OPEN_FLAGS, LAZY_AND_LOCAL))
                        .getFunction("openblas_get_corename")
                        .invokeString(new Object[0], false);
            } catch (IOException | RuntimeException | LinkageError e) {
                return "";
            }
        }

        @Override
        public double multiply() {
            INDArray two = Nd4j.createFromArray(new float[][] {{1, 1}, {1, 1}});
            return two.mmul(two).muli(2).getDouble(1, 1);
        }
    }
}
