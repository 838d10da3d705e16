package dpgnn.nn.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compiles the kernels by NVRTC, for environment/gpu. With a file it writes PTX for Turing and newer there, under the hash of the source;
 * with names such as sm_90 it says whether, and how large, code for such GPUs comes out.
 */
public final class PtxMaker {
    private PtxMaker() {}

    public static void main(String[] arguments) throws IOException {
        for (String argument : arguments) {
            long start = System.nanoTime();
            if (argument.startsWith("sm_")) {
                byte[] code = Nvrtc.compile(argument);
                System.out.printf(
                        "compiles for %s: %d bytes in %.1f s%n",
                        argument, code.length, (System.nanoTime() - start) / 1e9);
                continue;
            }
            byte[] ptx = Nvrtc.compile("compute_75");
            String text = new String(ptx, 0, ptx.length - 1, StandardCharsets.US_ASCII);
            Files.writeString(Path.of(argument), KernelSource.heading() + text);
            System.out.println("wrote " + argument + ", " + ptx.length + " bytes");
        }
    }
}
