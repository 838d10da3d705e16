package dpgnn.nn.device;

import dpgnn.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The text of the kernels: OpenCL C, which CUDA compiles behind a prefix, and that made to PTX once. */
final class KernelSource {
    /** How the first line of the PTX begins: the hash of what it was made of follows. */
    static final String OF = "// of kernels with SHA-256 ";

    private KernelSource() {}

    static String openCl() {
        return text("kernels.cl").orElseThrow();
    }

    static String cuda() {
        return text("cuda-prefix.cu").orElseThrow() + openCl();
    }

    /** Assembly for any NVIDIA GPU from Turing on, if there is any of this very source. */
    static Optional<String> ptx() {
        return text("kernels.ptx").filter(ptx -> ptx.startsWith(heading()));
    }

    static String heading() {
        return OF + Sha256.of(cuda()) + "\n";
    }

    static Optional<String> text(String name) {
        try (InputStream in = KernelSource.class.getResourceAsStream("/dpgnn/device/" + name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
