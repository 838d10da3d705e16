package dpgnn.nn.device;

/** A piece of a device's memory for what a kernel reads or writes beside matrices, until the next use. */
final class DeviceScratch {
    private final DeviceProgram program;
    private DeviceMemory memory;

    public DeviceScratch(DeviceProgram program) {
        this.program = program;
    }

    /** So many bytes, with any content. */
    public DeviceMemory room(long bytes) {
        if (memory == null || memory.bytes() < bytes) {
            if (memory != null) memory.close();
            memory = null;
            memory = program.memory(bytes + (bytes >> 3));
        }
        return memory;
    }

    public DeviceMemory put(int[] values, int count) {
        DeviceMemory to = room((long) Integer.BYTES * count);
        to.write(values, 0, count);
        return to;
    }

    public DeviceMemory put(float[] values, int count) {
        DeviceMemory to = room((long) Float.BYTES * count);
        to.write(values, 0, count);
        return to;
    }

    public DeviceMemory put(double[] values, int count) {
        DeviceMemory to = room((long) Double.BYTES * count);
        to.write(values, 0, count);
        return to;
    }
}
