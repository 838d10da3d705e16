package dpgnn.nn;

import dpgnn.nn.kernel.Kernels;
import java.util.function.Supplier;

/**
 * A device that trains in the processor's place.
 *
 * @param driver what drives it, such as cuda
 * @param memory bytes
 * @param lacksForReleases what a release needs and the device has not; empty where nothing is missing
 * @param exactKernels kernels for a release, with the same bits everywhere
 */
public record Accelerator(
        String describe,
        String driver,
        long memory,
        String lacksForReleases,
        Supplier<Kernels> kernels,
        Supplier<Kernels> exactKernels) {
    /** Finds devices. The module gpu has one; {@link Backend} asks {@link java.util.ServiceLoader} for it. */
    public interface Finder {
        /**
         * @param wanted auto, opencl or cuda
         * @throws DeviceFailure where there is none that can be used, and why
         */
        Accelerator find(String wanted);

        /** The processor that OpenBLAS has kernels for and takes this one to be; empty where it cannot be asked. */
        String processor();
    }
}
