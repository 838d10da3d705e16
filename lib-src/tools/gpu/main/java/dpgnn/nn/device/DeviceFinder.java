package dpgnn.nn.device;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import dpgnn.nn.Accelerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;

/** Finds GPUs through OpenCL and CUDA's driver. */
public final class DeviceFinder implements Accelerator.Finder {
    /** RTLD_LAZY, without RTLD_GLOBAL. */
    private static final int LAZY_AND_LOCAL = 1;

    @Override
    public Accelerator find(String wanted) {
        return accelerator(Devices.find(wanted));
    }

    /** This device, as training uses it. */
    static Accelerator accelerator(Device device) {
        DeviceProgram program = DeviceProgram.of(device);
        DeviceData data = new DeviceData(program);
        return new Accelerator(
                device.describe(),
                device.driver(),
                device.memory(),
                device.lacksForReleases(),
                () -> new DeviceKernels(program, data),
                () -> new DeviceExactKernels(program, data));
    }

    @Override
    public String processor() {
        try {
            Path folder = Path.of(Loader.load(openblas.class)).getParent();
            Path library;
            try (var files = Files.list(folder)) {
                library = files.filter(f -> f.getFileName().toString().startsWith("libopenblas."))
                        .findFirst()
                        .orElseThrow(() -> new IOException("no libopenblas in " + folder));
            }
            // Not for all to see: OpenBLAS may be there twice, and one copy must not find the other's names.
            return NativeLibrary.getInstance(library.toString(), Map.of(Library.OPTION_OPEN_FLAGS, LAZY_AND_LOCAL))
                    .getFunction("openblas_get_corename")
                    .invokeString(new Object[0], false);
        } catch (IOException | RuntimeException | LinkageError e) {
            return "";
        }
    }
}
