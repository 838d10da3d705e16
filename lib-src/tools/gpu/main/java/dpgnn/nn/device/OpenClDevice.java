package dpgnn.nn.device;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dpgnn.nn.DeviceFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A device of OpenCL 1.2 or newer: GPUs of AMD, Intel, NVIDIA and Apple, and processors by PoCL. */
final class OpenClDevice implements Device {
    private static final int OUT_OF_MEMORY = -4;
    private static final int OUT_OF_RESOURCES = -5;

    private final long id;
    private final String name;
    private final boolean doubles;
    private final long context;
    private final long queue;
    private final Memory word = new Memory(8);
    private long program;

    private OpenClDevice(long id, boolean mayDoubles) {
        this.id = id;
        doubles = mayDoubles && number(id, OpenCl.DOUBLE_CONFIG) != 0;
        name = text(id, OpenCl.NAME).trim();
        int[] error = new int[1];
        context = OpenCl.clCreateContext(null, 1, new long[] {id}, null, null, error);
        check("clCreateContext", error[0]);
        queue = OpenCl.clCreateCommandQueue(context, id, 0, error);
        check("clCreateCommandQueue", error[0]);
    }

    /** The first GPU or, where processors are welcome too and there is no GPU, the first of them. */
    public static OpenClDevice find(boolean processors) {
        OpenCl.load();
        List<Long> all = new ArrayList<>();
        for (long platform : platforms()) all.addAll(devices(platform));
        if (all.isEmpty())
            throw new DeviceFailure("OpenCL is installed but has no device: no vendor's driver is registered with it");
        for (long id : all) if ((number(id, OpenCl.TYPE) & OpenCl.GPU) != 0) return new OpenClDevice(id, true);
        if (!processors)
            throw new DeviceFailure("OpenCL has no GPU here, only "
                    + text(all.get(0), OpenCl.NAME).trim() + ", which is slower than our own code for processors");
        return new OpenClDevice(all.get(0), true);
    }

    private static long[] platforms() {
        int[] count = new int[1];
        int error = OpenCl.clGetPlatformIDs(0, null, count);
        if (error == OpenCl.NO_PLATFORM) return new long[0];
        check("clGetPlatformIDs", error);
        long[] ids = new long[count[0]];
        if (ids.length > 0) check("clGetPlatformIDs", OpenCl.clGetPlatformIDs(ids.length, ids, null));
        return ids;
    }

    private static List<Long> devices(long platform) {
        int[] count = new int[1];
        int error = OpenCl.clGetDeviceIDs(platform, OpenCl.ALL, 0, null, count);
        if (error == OpenCl.NONE_FOUND || count[0] == 0) return List.of();
        check("clGetDeviceIDs", error);
        long[] ids = new long[count[0]];
        check("clGetDeviceIDs", OpenCl.clGetDeviceIDs(platform, OpenCl.ALL, ids.length, ids, null));
        List<Long> list = new ArrayList<>();
        for (long id : ids) list.add(id);
        return list;
    }

    private static String text(long device, int what) {
        Memory text = new Memory(1024);
        check("clGetDeviceInfo", OpenCl.clGetDeviceInfo(device, what, 1024, text, null));
        return text.getString(0);
    }

    private static long number(long device, int what) {
        Memory number = new Memory(8);
        number.setLong(0, 0);
        return OpenCl.clGetDeviceInfo(device, what, 8, number, null) == 0 ? number.getLong(0) : 0;
    }

    @Override
    public String describe() {
        return name + " (" + text(id, OpenCl.VERSION).trim() + ")";
    }

    @Override
    public String driver() {
        return "opencl";
    }

    @Override
    public long memory() {
        return number(id, OpenCl.GLOBAL_MEMORY);
    }

    @Override
    public boolean doubles() {
        return doubles;
    }

    /** This device as one that has no double precision, as many GPUs of laptops and telephones are. */
    public OpenClDevice withoutDoubles() {
        return new OpenClDevice(id, false);
    }

    @Override
    public String lacksForReleases() {
        if (!doubles()) return "double precision (cl_khr_fp64)";
        long wanted = OpenCl.DENORMALS | OpenCl.NANS | OpenCl.TO_NEAREST;
        return (number(id, OpenCl.SINGLE_CONFIG) & wanted) == wanted
                ? ""
                : "IEEE floats with denormals (CL_FP_DENORM, CL_FP_INF_NAN, CL_FP_ROUND_TO_NEAREST)";
    }

    @Override
    public long alloc(long bytes) {
        if (bytes > number(id, OpenCl.LARGEST_PIECE)) throw new OutOfDeviceMemory("CL_DEVICE_MAX_MEM_ALLOC_SIZE");
        int[] error = new int[1];
        long memory = OpenCl.clCreateBuffer(context, 1, bytes, null, error);
        if (error[0] == OUT_OF_MEMORY || error[0] == OUT_OF_RESOURCES) throw new OutOfDeviceMemory("clCreateBuffer");
        check("clCreateBuffer", error[0]);
        return memory;
    }

    @Override
    public void free(long memory) {
        OpenCl.clReleaseMemObject(memory);
    }

    @Override
    public void write(long memory, long at, Pointer from, long bytes) {
        if (bytes > 0)
            check(
                    "clEnqueueWriteBuffer",
                    OpenCl.clEnqueueWriteBuffer(queue, memory, 1, at, bytes, from, 0, null, null));
    }

    @Override
    public void read(long memory, long at, Pointer into, long bytes) {
        if (bytes > 0)
            check("clEnqueueReadBuffer", OpenCl.clEnqueueReadBuffer(queue, memory, 1, at, bytes, into, 0, null, null));
    }

    @Override
    public void build() {
        if (program != 0) return;
        byte[] bytes = KernelSource.openCl().getBytes(StandardCharsets.UTF_8);
        Memory text = new Memory(bytes.length);
        text.write(0, bytes, 0, bytes.length);
        Memory texts = new Memory(Native.POINTER_SIZE);
        texts.setPointer(0, text);
        Memory lengths = new Memory(Native.POINTER_SIZE);
        lengths.setLong(0, bytes.length);
        int[] error = new int[1];
        program = OpenCl.clCreateProgramWithSource(context, 1, texts, lengths, error);
        check("clCreateProgramWithSource", error[0]);
        String options = "-cl-std=CL1.2" + (doubles() ? " -DFP64=1" : "");
        int built = OpenCl.clBuildProgram(program, 1, new long[] {id}, options, null, null);
        if (built == 0) return;
        Memory log = new Memory(1 << 16);
        log.setByte(0, (byte) 0);
        OpenCl.clGetProgramBuildInfo(program, id, OpenCl.BUILD_LOG, log.size(), log, null);
        throw new DeviceFailure("OpenCL cannot build our kernels for " + name + " (clBuildProgram gave " + built + "): "
                + log.getString(0).lines().findFirst().orElse("it does not say why"));
    }

    @Override
    public long kernel(String kernel) {
        int[] error = new int[1];
        long made = OpenCl.clCreateKernel(program, kernel, error);
        check("clCreateKernel " + kernel, error[0]);
        return made;
    }

    @Override
    public void launch(long kernel, int[] groups, int[] items, Object... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            Object value = arguments[i];
            int size = 8;
            if (value instanceof DeviceMemory memory) word.setLong(0, memory.handle());
            else if (value instanceof Long number) word.setLong(0, number);
            else {
                size = 4;
                if (value instanceof Integer number) word.setInt(0, number);
                else word.setFloat(0, (Float) value);
            }
            check("clSetKernelArg " + i, OpenCl.clSetKernelArg(kernel, i, size, word));
        }
        long[] all = new long[3];
        long[] group = new long[3];
        for (int d = 0; d < 3; d++) {
            group[d] = items[d];
            all[d] = (long) groups[d] * items[d];
        }
        check(
                "clEnqueueNDRangeKernel",
                OpenCl.clEnqueueNDRangeKernel(queue, kernel, 3, null, all, group, 0, null, null));
    }

    @Override
    public void finish() {
        check("clFinish", OpenCl.clFinish(queue));
    }

    @Override
    public void close() {
        OpenCl.clReleaseCommandQueue(queue);
        OpenCl.clReleaseContext(context);
    }

    private static void check(String call, int error) {
        if (error == OUT_OF_MEMORY || error == OUT_OF_RESOURCES)
            throw new DeviceFailure("The device ran out of memory or of other resources (" + call + " gave " + error
                    + "); take smaller batches or a narrower network, or -Ddpgnn.device=cpu.");
        if (error != 0)
            throw new DeviceFailure("The device failed or was lost (" + call + " gave " + error
                    + "); start again, or train with -Ddpgnn.device=cpu.");
    }
}
