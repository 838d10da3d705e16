package dpgnn.nn.device;

import java.util.HashMap;
import java.util.Map;

/** The kernels of this library, built for a device. */
final class DeviceProgram {
    private static final int LINE = 256;
    private static final int[] ROW = {64, 4, 1};

    private final Device device;
    private final Map<String, Long> kernels = new HashMap<>();

    private DeviceProgram(Device device) {
        this.device = device;
    }

    /** Builds them, which takes a second or two. */
    public static DeviceProgram of(Device device) {
        synchronized (device) {
            device.build();
        }
        return new DeviceProgram(device);
    }

    public Device device() {
        return device;
    }

    public DeviceMemory memory(long bytes) {
        return DeviceMemory.of(device, Math.max(16, bytes));
    }

    /** Runs a kernel on so many items. */
    public void line(String kernel, long items, Object... arguments) {
        launch(kernel, new int[] {groups(items, LINE), 1, 1}, new int[] {LINE, 1, 1}, arguments);
    }

    /** Runs a kernel on a matrix, an item for each entry. */
    public void grid(String kernel, int rows, int columns, Object... arguments) {
        // A device takes at most 65535 groups of rows.
        int high = rows > ROW[1] * 65535L ? 64 : ROW[1];
        int wide = ROW[0] * ROW[1] / high;
        launch(kernel, new int[] {groups(columns, wide), groups(rows, high), 1}, new int[] {wide, high, 1}, arguments);
    }

    /** Runs a kernel with so many groups of items. */
    public void launch(String kernel, int[] groups, int[] items, Object... arguments) {
        for (int g : groups) if (g < 1) return;
        synchronized (device) {
            device.launch(kernels.computeIfAbsent(kernel, device::kernel), groups, items, arguments);
        }
    }

    private static int groups(long items, int each) {
        return Math.toIntExact((items + each - 1) / each);
    }
}
