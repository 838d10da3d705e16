package dpgnn.nn.device;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import dpgnn.nn.DeviceFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** NVIDIA's compiler at run time. It wants no GPU and no driver. */
final class Nvrtc {
    private static boolean bound;

    private Nvrtc() {}

    /**
     * Compiles our kernels.
     *
     * @param architecture compute_75 for PTX of that version, sm_90 for code of one kind of GPU
     */
    static synchronized byte[] compile(String architecture) {
        load();
        long[] program = new long[1];
        check("nvrtcCreateProgram", nvrtcCreateProgram(program, KernelSource.cuda(), "kernels.cu", 0, null, null));
        List<String> options = List.of(
                "--gpu-architecture=" + architecture,
                "--fmad=false",
                "--device-as-default-execution-space",
                "--std=c++17");
        if (nvrtcCompileProgram(program[0], options.size(), texts(options)) != 0)
            throw new DeviceFailure("NVRTC cannot compile our kernels for " + architecture + ": " + log(program[0]));
        boolean code = architecture.startsWith("sm_");
        long[] size = new long[1];
        check("size", code ? nvrtcGetCUBINSize(program[0], size) : nvrtcGetPTXSize(program[0], size));
        byte[] made = new byte[Math.toIntExact(size[0])];
        check("code", code ? nvrtcGetCUBIN(program[0], made) : nvrtcGetPTX(program[0], made));
        nvrtcDestroyProgram(program);
        return made;
    }

    private static Pointer texts(List<String> options) {
        int room = options.stream().mapToInt(o -> o.length() + 1).sum();
        int head = options.size() * Native.POINTER_SIZE;
        Memory memory = new Memory(head + room);
        int at = head;
        for (int i = 0; i < options.size(); i++) {
            memory.setString(at, options.get(i), "US-ASCII");
            memory.setPointer((long) i * Native.POINTER_SIZE, memory.share(at));
            at += options.get(i).length() + 1;
        }
        return memory;
    }

    private static String log(long program) {
        long[] size = new long[1];
        nvrtcGetProgramLogSize(program, size);
        byte[] log = new byte[Math.toIntExact(Math.max(1, size[0]))];
        nvrtcGetProgramLog(program, log);
        String text = new String(Arrays.copyOf(log, log.length - 1), StandardCharsets.UTF_8);
        return text.lines().filter(l -> l.contains("error")).findFirst().orElse("it does not say why");
    }

    private static void load() {
        if (bound) return;
        NativeLibraries.bind(
                Nvrtc.class,
                "compiler of CUDA, libnvrtc,",
                Platform.isWindows()
                        ? List.of("nvrtc64_130_0", "nvrtc64_120_0", "nvrtc64_112_0")
                        : List.of("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "nvrtc"));
        bound = true;
    }

    private static void check(String call, int error) {
        if (error != 0) throw new DeviceFailure("NVRTC failed (" + call + " gave " + error + ")");
    }

    private static native int nvrtcCreateProgram(
            long[] program, String text, String name, int headers, Pointer texts, Pointer names);

    private static native int nvrtcCompileProgram(long program, int count, Pointer options);

    private static native int nvrtcGetPTXSize(long program, long[] size);

    private static native int nvrtcGetPTX(long program, byte[] into);

    private static native int nvrtcGetCUBINSize(long program, long[] size);

    private static native int nvrtcGetCUBIN(long program, byte[] into);

    private static native int nvrtcGetProgramLogSize(long program, long[] size);

    private static native int nvrtcGetProgramLog(long program, byte[] into);

    private static native int nvrtcDestroyProgram(long[] program);
}
