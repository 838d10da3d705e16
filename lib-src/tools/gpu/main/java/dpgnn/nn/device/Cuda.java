package dpgnn.nn.device;

import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.util.List;

/** The functions of the CUDA driver that we call; they take and give handles as they are, without structures. */
final class Cuda {
    static final int OUT_OF_MEMORY = 2;
    static final int NO_DEVICE = 100;
    static final int OLD_PTX = 222;
    /** Attributes of a device. */
    static final int MAJOR = 75;

    static final int MINOR = 76;

    private static boolean bound;

    private Cuda() {}

    /** Binds all functions, once. */
    static synchronized void load() {
        if (bound) return;
        NativeLibraries.bind(
                Cuda.class,
                "driver of NVIDIA",
                Platform.isWindows() ? List.of("nvcuda") : List.of("libcuda.so.1", "cuda"));
        bound = true;
    }

    static native int cuInit(int flags);

    static native int cuDriverGetVersion(int[] version);

    static native int cuDeviceGetCount(int[] count);

    static native int cuDeviceGet(int[] device, int number);

    static native int cuDeviceGetName(byte[] name, int room, int device);

    static native int cuDeviceTotalMem_v2(long[] bytes, int device);

    static native int cuDeviceGetAttribute(int[] value, int what, int device);

    static native int cuDevicePrimaryCtxRetain(long[] context, int device);

    static native int cuDevicePrimaryCtxRelease_v2(int device);

    static native int cuCtxSetCurrent(long context);

    static native int cuCtxSynchronize();

    static native int cuMemAlloc_v2(long[] memory, long bytes);

    static native int cuMemFree_v2(long memory);

    static native int cuMemcpyHtoD_v2(long to, Pointer from, long bytes);

    static native int cuMemcpyDtoH_v2(Pointer into, long from, long bytes);

    static native int cuModuleLoadData(long[] module, byte[] image);

    static native int cuModuleGetFunction(long[] function, long module, String name);

    static native int cuLaunchKernel(
            long function,
            int groupsX,
            int groupsY,
            int groupsZ,
            int itemsX,
            int itemsY,
            int itemsZ,
            int shared,
            long stream,
            Pointer arguments,
            Pointer extra);

    static native int cuGetErrorName(int error, long[] text);
}
