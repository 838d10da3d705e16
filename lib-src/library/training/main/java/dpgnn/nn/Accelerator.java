package dpgnn.nn;

import dpgnn.nn.kernel.Kernels;

/** A device that trains in the processor's place. */
public interface Accelerator {
    String describe();

    /** What drives it, such as cuda. */
    String driver();

    /** Bytes. */
    long memory();

    /** What a release needs and the device has not; empty where nothing is missing. */
    String lacksForReleases();

    Kernels kernels();

    /** Kernels for a release, with the same bits everywhere. */
    Kernels exactKernels();

    /** Finds devices. The module gpu has one; {@link Backend} asks {@link java.util.ServiceLoader} for it. */
    interface Finder {
        /**
         * @param wanted auto, opencl or cuda
         * @throws DeviceFailure where there is none that can be used, and why
         */
        Accelerator find(String wanted);

        /** The processor that OpenBLAS has kernels for and takes this one to be; empty where it cannot be asked. */
        String processor();
    }
}
