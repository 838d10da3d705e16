package dpgnn.nn.device;

import static org.junit.jupiter.api.Assumptions.abort;

import dpgnn.nn.Accelerator;
import dpgnn.nn.Backend;
import dpgnn.nn.DeviceFailure;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The OpenCL device of this machine, PoCL where there is no GPU. Tests of it are skipped where there is none, but never in continuous
 * integration.
 */
public final class DeviceHere {
    private static Backend backend;
    private static String missing;

    private DeviceHere() {}

    private static synchronized void look() {
        if (backend != null || missing != null) return;
        Device device;
        try {
            device = Devices.find("opencl");
        } catch (DeviceFailure e) {
            missing = e.getMessage();
            return;
        }
        // What fails from here on fails the tests.
        backend = on("opencl", device);
    }

    /** A backend that finds this device. */
    static Backend on(String wanted, Device device) {
        return Backend.decide(wanted, finder("", found -> device));
    }

    /** Finds what a function finds, on a processor of this name. */
    static Accelerator.Finder finder(String processor, Function<String, Device> devices) {
        return new Accelerator.Finder() {
            @Override
            public Accelerator find(String named) {
                return DeviceFinder.accelerator(devices.apply(named));
            }

            @Override
            public String processor() {
                return processor;
            }
        };
    }

    public static boolean isThere() {
        look();
        return backend != null;
    }

    /** The device; or the test ends here. */
    public static Backend backend() {
        look();
        if (backend == null && "true".equals(System.getenv("CI")))
            throw new IllegalStateException("tests of devices must run in CI, but " + missing);
        if (backend == null) abort("no test of a device: " + missing);
        return backend;
    }

    /** All kinds of kernels that this machine has. */
    public static List<Kernels> kinds() {
        List<Kernels> kinds = new ArrayList<>(List.of(new HostKernels()));
        if (isThere() || "true".equals(System.getenv("CI"))) kinds.add(backend().kernels());
        return kinds;
    }

    /** The same, and those of releases. */
    public static List<Kernels> allKinds() {
        List<Kernels> kinds = new ArrayList<>(kinds());
        kinds.add(new ExactKernels());
        if (isThere()) kinds.add(backend().exactKernels());
        return kinds;
    }
}
