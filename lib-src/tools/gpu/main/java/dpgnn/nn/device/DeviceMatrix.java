package dpgnn.nn.device;

import dpgnn.nn.kernel.FloatMatrix;

/** A matrix in a device's memory, which only ever grows. */
final class DeviceMatrix implements FloatMatrix {
    /** Of what is asked for, so that the next batch, a little larger, fits too. */
    private static final double ROOM = 1.125;

    final int columns;
    int rows;
    private final DeviceProgram program;
    private DeviceMemory memory;

    DeviceMatrix(DeviceProgram program, int columns) {
        this.program = program;
        this.columns = columns;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    long size() {
        return (long) rows * columns;
    }

    @Override
    public void resize(int newRows) {
        long bytes = (long) Float.BYTES * newRows * columns;
        if (memory == null || memory.bytes() < bytes) {
            boolean again = memory != null;
            if (again) memory.close();
            memory = null;
            memory = program.memory(again ? (long) (ROOM * bytes) : bytes);
        }
        rows = newRows;
    }

    DeviceMemory memory() {
        if (memory == null) resize(rows);
        return memory;
    }
}
