package dpgnn.nn.device;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;
import java.util.Arrays;

/** What kernels of a device do to each entry of a matrix alone. */
abstract class EntryKernels implements Kernels {
    final DeviceProgram program;
    final DeviceScratch integers;
    final DeviceScratch floats;
    private float[] host = new float[16];

    EntryKernels(DeviceProgram program) {
        this.program = program;
        integers = new DeviceScratch(program);
        floats = new DeviceScratch(program);
    }

    @Override
    public DeviceMatrix matrix(int columns) {
        return new DeviceMatrix(program, columns);
    }

    @Override
    public void upload(float[] from, int offset, int rows, FloatMatrix to) {
        to.resize(rows);
        memory(to).write(from, offset, rows * to.columns());
    }

    @Override
    public void download(FloatMatrix from, float[] into) {
        memory(from).read(into, 0, from.rows() * from.columns());
    }

    @Override
    public void biasActivate(FloatMatrix m, FloatMatrix bias, float times, Activation activation) {
        activate(m, bias, times, activation, m);
    }

    @Override
    public void activate(FloatMatrix in, Activation activation, FloatMatrix out) {
        out.resize(in.rows());
        activate(in, null, 0f, activation, out);
    }

    private void activate(FloatMatrix in, FloatMatrix bias, float times, Activation activation, FloatMatrix out) {
        program.line(
                "activate",
                size(in),
                size(in),
                in.columns(),
                memory(in),
                memory(bias == null ? in : bias),
                times,
                bias == null ? 0 : 1,
                activation.ordinal(),
                memory(out));
    }

    @Override
    public void activateBack(
            FloatMatrix output, FloatMatrix signal, Activation activation, FloatMatrix gradient, boolean accumulate) {
        if (!accumulate) gradient.resize(signal.rows());
        program.line(
                "activateBack",
                size(signal),
                size(signal),
                memory(output),
                memory(signal),
                activation.ordinal(),
                memory(gradient),
                accumulate ? 1 : 0);
    }

    @Override
    public void addTo(GradientSum sum, ParameterSlot slot, FloatMatrix m, float factor) {
        program.line(
                "addAt", slot.size(), (long) slot.size(), memory(m), factor, memory(((DeviceSum) sum).values()), (long)
                        slot.offset());
    }

    /** Copies from a place of a row into a matrix that has its rows. */
    void copy(DeviceMatrix row, int from, FloatMatrix into) {
        program.line("copyFrom", size(into), size(into), row.memory(), (long) from, memory(into));
    }

    @Override
    public void add(FloatMatrix x, float weight, FloatMatrix y) {
        int n = Math.min(x.columns(), y.columns());
        program.grid("add", x.rows(), n, x.rows(), n, x.columns(), y.columns(), memory(x), weight, memory(y));
    }

    @Override
    public void times(FloatMatrix x, FloatMatrix y) {
        program.line("times", size(x), size(x), memory(x), memory(y));
    }

    @Override
    public void fill(FloatMatrix m, float value) {
        program.line("fill", size(m), size(m), value, memory(m));
    }

    @Override
    public void scale(FloatMatrix m, RowSet space, double[] factor) {
        host = Buffers.to(host, m.rows());
        for (int e = 0; e < space.examples; e++)
            Arrays.fill(host, space.exampleStart[e], space.exampleStart[e + 1], (float) factor[e]);
        scale(m, 0);
    }

    @Override
    public void clear(FloatMatrix m, RowSet space, boolean[] kept) {
        host = Buffers.to(host, m.rows());
        for (int e = 0; e < space.examples; e++)
            Arrays.fill(host, space.exampleStart[e], space.exampleStart[e + 1], kept[e] ? 1f : 0f);
        scale(m, 1);
    }

    private void scale(FloatMatrix m, int clears) {
        program.line("scale", size(m), size(m), m.columns(), floats.put(host, m.rows()), clears, memory(m));
    }

    static DeviceMemory memory(FloatMatrix m) {
        return ((DeviceMatrix) m).memory();
    }

    static long size(FloatMatrix m) {
        return ((DeviceMatrix) m).size();
    }
}
