package dpgnn.nn.device;

import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.Weights;

/** The parameters of a training that a device moves, and the moments of their optimiser. */
public final class DeviceParameters implements Weights {
    private final DeviceKernels kernels;
    private final int size;
    private final DeviceMatrix values;
    private final DeviceMatrix first;
    private final DeviceMatrix second;

    DeviceParameters(DeviceKernels kernels, int size) {
        this.kernels = kernels;
        this.size = size;
        values = kernels.matrix(size);
        first = kernels.matrix(size);
        second = kernels.matrix(size);
    }

    public int size() {
        return size;
    }

    /** Takes values. */
    public void write(float[] from) {
        kernels.upload(from, 0, 1, values);
    }

    public void write(float[] moment, float[] otherMoment) {
        kernels.upload(moment, 0, 1, first);
        kernels.upload(otherMoment, 0, 1, second);
    }

    public void read(float[] into) {
        kernels.download(values, into);
    }

    public void read(float[] moment, float[] otherMoment) {
        kernels.download(first, moment);
        kernels.download(second, otherMoment);
    }

    @Override
    public void load(ParameterSlot slot, FloatMatrix into) {
        into.resize(slot.rows());
        kernels.copy(values, slot.offset(), into);
    }

    @Override
    public float[] read(ParameterSlot slot) {
        FloatMatrix copy = kernels.matrix(slot.columns());
        load(slot, copy);
        float[] content = new float[slot.size()];
        kernels.download(copy, content);
        return content;
    }

    /** Adds normals times a deviation to a sum, and divides it by a number; an experiment's noise, the same for the same key. */
    public void addNoise(DeviceSum sum, double deviation, double divisor, long key) {
        kernels.program.line(
                "addNoise",
                (size + 3L) / 4,
                (long) size,
                (float) deviation,
                (float) divisor,
                (int) key,
                (int) (key >>> 32),
                DeviceKernels.memory(sum.values()));
    }

    /** Whether all of a sum is finite. */
    public boolean isFinite(DeviceSum sum) {
        int[] flag = {0};
        var there = kernels.integers.put(flag, 1);
        kernels.program.line("findNonFinite", size, (long) size, DeviceKernels.memory(sum.values()), there);
        there.read(flag, 0, 1);
        return flag[0] == 0;
    }

    /** A step of Adam. */
    public void move(
            DeviceSum gradient, float decay, float beta1, float beta2, float step, float scale, float epsilon) {
        kernels.program.line(
                "adam",
                size,
                (long) size,
                decay,
                beta1,
                beta2,
                step,
                scale,
                epsilon,
                DeviceKernels.memory(gradient.values()),
                first.memory(),
                second.memory(),
                values.memory());
    }
}
