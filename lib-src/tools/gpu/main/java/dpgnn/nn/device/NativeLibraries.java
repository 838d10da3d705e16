package dpgnn.nn.device;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import dpgnn.nn.DeviceFailure;
import java.util.List;

/** Binds native methods to the first of several libraries that is there. */
final class NativeLibraries {
    private NativeLibraries() {}

    /** @throws DeviceFailure where none is there, or where it lacks a function */
    static void bind(Class<?> methods, String what, List<String> names) {
        NativeLibrary library = null;
        for (String name : names)
            try {
                library = NativeLibrary.getInstance(name);
                break;
            } catch (UnsatisfiedLinkError e) {
                // The next name may be that of this system.
            }
        if (library == null)
            throw new DeviceFailure(
                    "there is no " + what + " on this machine (none of " + String.join(", ", names) + ")");
        try {
            Native.register(methods, library);
        } catch (UnsatisfiedLinkError e) {
            throw new DeviceFailure("the " + what + " of this machine is too old (" + e.getMessage() + ")", e);
        }
    }
}
