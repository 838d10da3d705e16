package dpgnn.nn.device;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dpgnn.nn.DeviceFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** A GPU of NVIDIA, from Turing on, through its driver alone: no CUDA toolkit is needed. */
final class CudaDevice implements Device {
    private static final int MOST_ARGUMENTS = 32;
    /** Turing, of 2018: what the PTX is made for. */
    private static final int OLDEST = 75;

    private final int number;
    private final long context;
    /** The values of a launch's arguments, and a pointer to each. */
    private final Memory values = new Memory(8L * MOST_ARGUMENTS);

    private final Memory pointers = new Memory((long) Native.POINTER_SIZE * MOST_ARGUMENTS);
    private long module;

    private CudaDevice(int number) {
        this.number = number;
        long[] made = new long[1];
        check("cuDevicePrimaryCtxRetain", Cuda.cuDevicePrimaryCtxRetain(made, number));
        context = made[0];
        for (int i = 0; i < MOST_ARGUMENTS; i++)
            pointers.setPointer((long) i * Native.POINTER_SIZE, values.share(8L * i));
    }

    /** The first GPU. */
    public static CudaDevice find() {
        Cuda.load();
        int error = Cuda.cuInit(0);
        int[] count = new int[1];
        if (error == 0) error = Cuda.cuDeviceGetCount(count);
        if (error == Cuda.NO_DEVICE || error == 0 && count[0] == 0)
            throw new DeviceFailure("NVIDIA's driver is installed but finds no GPU");
        check("cuInit", error);
        int[] device = new int[1];
        check("cuDeviceGet", Cuda.cuDeviceGet(device, 0));
        int capability = 10 * attribute(device[0], Cuda.MAJOR) + attribute(device[0], Cuda.MINOR);
        if (capability < OLDEST)
            throw new DeviceFailure("the GPU of NVIDIA has compute capability " + capability / 10 + "."
                    + capability % 10 + ", and our kernels are for 7.5 (Turing, 2018) and newer");
        return new CudaDevice(device[0]);
    }

    private static int attribute(int device, int what) {
        int[] value = new int[1];
        check("cuDeviceGetAttribute", Cuda.cuDeviceGetAttribute(value, what, device));
        return value[0];
    }

    @Override
    public String describe() {
        byte[] name = new byte[256];
        check("cuDeviceGetName", Cuda.cuDeviceGetName(name, name.length, number));
        int[] version = new int[1];
        check("cuDriverGetVersion", Cuda.cuDriverGetVersion(version));
        int end = 0;
        while (end < name.length && name[end] != 0) end++;
        return new String(name, 0, end, StandardCharsets.UTF_8) + " (CUDA " + version[0] / 1000 + "."
                + version[0] % 1000 / 10 + ")";
    }

    @Override
    public String driver() {
        return "cuda";
    }

    @Override
    public long memory() {
        long[] bytes = new long[1];
        check("cuDeviceTotalMem", Cuda.cuDeviceTotalMem_v2(bytes, number));
        return bytes[0];
    }

    @Override
    public boolean doubles() {
        return true;
    }

    @Override
    public String lacksForReleases() {
        return "";
    }

    @Override
    public long alloc(long bytes) {
        enter();
        long[] memory = new long[1];
        int error = Cuda.cuMemAlloc_v2(memory, bytes);
        if (error == Cuda.OUT_OF_MEMORY) throw new OutOfDeviceMemory("cuMemAlloc");
        check("cuMemAlloc", error);
        return memory[0];
    }

    @Override
    public void free(long memory) {
        if (Cuda.cuCtxSetCurrent(context) == 0) Cuda.cuMemFree_v2(memory);
    }

    @Override
    public void write(long memory, long at, Pointer from, long bytes) {
        enter();
        if (bytes > 0) check("cuMemcpyHtoD", Cuda.cuMemcpyHtoD_v2(memory + at, from, bytes));
    }

    @Override
    public void read(long memory, long at, Pointer into, long bytes) {
        enter();
        if (bytes > 0) check("cuMemcpyDtoH", Cuda.cuMemcpyDtoH_v2(into, memory + at, bytes));
    }

    @Override
    public void build() {
        if (module != 0) return;
        enter();
        Optional<String> ready = KernelSource.ptx();
        byte[] ptx = ready.isPresent()
                ? ready.get().getBytes(StandardCharsets.US_ASCII)
                : Nvrtc.compile("compute_" + OLDEST);
        long[] made = new long[1];
        int error = Cuda.cuModuleLoadData(made, Arrays.copyOf(ptx, ptx.length + 1));
        if (error == Cuda.OLD_PTX)
            throw new DeviceFailure("NVIDIA's driver is too old for our kernels: take 520 or newer");
        check("cuModuleLoadData", error);
        module = made[0];
    }

    @Override
    public long kernel(String kernel) {
        enter();
        long[] function = new long[1];
        check("cuModuleGetFunction " + kernel, Cuda.cuModuleGetFunction(function, module, kernel));
        return function[0];
    }

    @Override
    public void launch(long kernel, int[] groups, int[] items, Object... arguments) {
        enter();
        for (int i = 0; i < arguments.length; i++) {
            Object value = arguments[i];
            if (value instanceof DeviceMemory memory) values.setLong(8L * i, memory.handle());
            else if (value instanceof Long whole) values.setLong(8L * i, whole);
            else if (value instanceof Integer whole) values.setInt(8L * i, whole);
            else values.setFloat(8L * i, (Float) value);
        }
        check(
                "cuLaunchKernel",
                Cuda.cuLaunchKernel(
                        kernel, groups[0], groups[1], groups[2], items[0], items[1], items[2], 0, 0, pointers, null));
    }

    @Override
    public void finish() {
        enter();
        check("cuCtxSynchronize", Cuda.cuCtxSynchronize());
    }

    @Override
    public void close() {
        Cuda.cuDevicePrimaryCtxRelease_v2(number);
    }

    /** A context belongs to the thread that calls. */
    private void enter() {
        check("cuCtxSetCurrent", Cuda.cuCtxSetCurrent(context));
    }

    private static void check(String call, int error) {
        if (error == 0) return;
        if (error == Cuda.OUT_OF_MEMORY)
            throw new DeviceFailure("The GPU ran out of memory (" + call
                    + "); take smaller batches or a narrower network, or -Ddpgnn.device=cpu.");
        long[] text = new long[1];
        String name = Cuda.cuGetErrorName(error, text) == 0 ? new Pointer(text[0]).getString(0) : "error " + error;
        throw new DeviceFailure("The GPU failed or was lost (" + call + " gave " + name
                + "); start again, or train with -Ddpgnn.device=cpu.");
    }
}
