package dpgnn.nn.device;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.util.List;

/** The functions of OpenCL 1.2 that we call. */
final class OpenCl {
    static final int TYPE = 0x1000;
    static final int NAME = 0x102B;
    static final int GLOBAL_MEMORY = 0x101F;
    static final int SINGLE_CONFIG = 0x101B;
    static final int DOUBLE_CONFIG = 0x1032;
    static final int LARGEST_PIECE = 0x1010;
    static final int VERSION = 0x102F;
    static final int BUILD_LOG = 0x1183;
    static final long GPU = 4;
    static final long ALL = 0xFFFFFFFFL;
    /** Of a configuration of floating point. */
    static final long DENORMALS = 1;

    static final long NANS = 2;
    static final long TO_NEAREST = 4;
    static final int NONE_FOUND = -1;
    static final int NO_PLATFORM = -1001;

    private static boolean bound;

    private OpenCl() {}

    /** Binds all functions, once. */
    static synchronized void load() {
        if (bound) return;
        List<String> names = Platform.isMac()
                ? List.of("/System/Library/Frameworks/OpenCL.framework/OpenCL", "OpenCL")
                : Platform.isWindows() ? List.of("OpenCL") : List.of("libOpenCL.so.1", "OpenCL");
        if (Platform.isLinux()) leaveDivisionToTheJvm();
        NativeLibraries.bind(OpenCl.class, "OpenCL", names);
        bound = true;
    }

    /**
     * PoCL, the OpenCL of processors, takes over the signal of a division by zero for the whole process, and skips the instruction:
     * after that 1 / 0 is 1 in Java, without an exception. This variable keeps it from doing so.
     */
    private static void leaveDivisionToTheJvm() {
        NativeLibrary.getInstance("c").getFunction("setenv").invokeInt(new Object[] {"POCL_SIGFPE_HANDLER", "0", 1});
    }

    static native int clGetPlatformIDs(int room, long[] ids, int[] count);

    static native int clGetDeviceIDs(long platform, long type, int room, long[] ids, int[] count);

    static native int clGetDeviceInfo(long device, int what, long room, Pointer into, Pointer size);

    static native long clCreateContext(
            Pointer properties, int devices, long[] ids, Pointer notify, Pointer user, int[] error);

    static native long clCreateCommandQueue(long context, long device, long properties, int[] error);

    static native long clCreateBuffer(long context, long flags, long size, Pointer host, int[] error);

    static native int clReleaseMemObject(long memory);

    static native int clEnqueueWriteBuffer(
            long queue,
            long memory,
            int wait,
            long at,
            long size,
            Pointer from,
            int events,
            Pointer list,
            Pointer event);

    static native int clEnqueueReadBuffer(
            long queue,
            long memory,
            int wait,
            long at,
            long size,
            Pointer into,
            int events,
            Pointer list,
            Pointer event);

    static native long clCreateProgramWithSource(long context, int count, Pointer texts, Pointer lengths, int[] error);

    static native int clBuildProgram(
            long program, int devices, long[] ids, String options, Pointer notify, Pointer user);

    static native int clGetProgramBuildInfo(long program, long device, int what, long room, Pointer into, Pointer size);

    static native long clCreateKernel(long program, String name, int[] error);

    static native int clSetKernelArg(long kernel, int number, long size, Pointer value);

    static native int clEnqueueNDRangeKernel(
            long queue,
            long kernel,
            int dimensions,
            Pointer offsets,
            long[] items,
            long[] group,
            int events,
            Pointer list,
            Pointer event);

    static native int clFinish(long queue);

    static native int clReleaseCommandQueue(long queue);

    static native int clReleaseContext(long context);
}
