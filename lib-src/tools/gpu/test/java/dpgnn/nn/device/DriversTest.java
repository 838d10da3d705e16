package dpgnn.nn.device;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dpgnn.nn.DeviceFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class DriversTest {
    /** Edit kernels.cl, and this fails until environment/gpu --ptx made the assembly anew. */
    @Test
    void theAssemblyIsThatOfTheSource() {
        String ptx = KernelSource.text("kernels.ptx").orElseThrow();
        assertTrue(ptx.startsWith(KernelSource.heading()), "made of another text: run environment/gpu --ptx");
        assertTrue(ptx.contains(".target sm_75"), "it is for Turing and newer");
        for (String kernel : KernelSource.openCl()
                .lines()
                .filter(l -> l.startsWith("__kernel"))
                .map(l -> l.replaceAll("^__kernel (WORKERS\\(\\w+, \\w+\\) )?void (\\w+)\\(.*", "$2"))
                .toList()) assertTrue(ptx.contains(".entry " + kernel + "("), "the assembly lacks " + kernel);
    }

    @Test
    void withoutNvidiasDriverOneSentenceSaysSo() {
        assumeFalse(
                Files.exists(Path.of("/usr/lib/x86_64-linux-gnu/libcuda.so.1")), "a machine without NVIDIA's driver");
        String message = refused(DeviceFailure.class, CudaDevice::find);
        assertTrue(message.startsWith("there is no driver of NVIDIA on this machine (none of "), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void aLibraryThatLacksAFunctionIsTooOld() {
        String message = refused(
                DeviceFailure.class,
                () -> NativeLibraries.bind(Lacking.class, "library of C", List.of("nowhere", "c")));
        assertTrue(message.startsWith("the library of C of this machine is too old ("), message);
    }

    static final class Lacking {
        static native int dpgnnIsNoFunctionOfC(int value);
    }

    @Test
    void otherDriversAreRefused() {
        assertEquals("the device must be auto, cpu, opencl or cuda, was tpu", refused(() -> Devices.find("tpu")));
    }
}
