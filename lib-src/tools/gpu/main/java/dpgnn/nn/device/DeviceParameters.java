package dpgnn.nn.device;

import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.ResidentKernels;

/** The parameters of a training that a device moves, and the moments of their optimiser. */
final class DeviceParameters implements ResidentKernels.Moved {
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

    @Override
    public void write(float[] from) {
        kernels.upload(from, 0, 1, values);
    }

    @Override
    public void write(float[] moment, float[] otherMoment) {
        kernels.upload(moment, 0, 1, first);
        kernels.upload(otherMoment, 0, 1, second);
    }

    @Override
    public void read(float[] into) {
        kernels.download(values, into);
    }

    @Override
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

    @Override
    public void addNoise(GradientSum sum, double deviation, double divisor, long key) {
        kernels.program.line(
                "addNoise",
                (size + 3L) / 4,
                (long) size,
                (float) deviation,
                (float) divisor,
                (int) key,
                (int) (key >>> 32),
                DeviceKernels.memory(((DeviceSum) sum).values()));
    }

    @Override
    public boolean isFinite(GradientSum sum) {
        int[] flag = {0};
        var there = kernels.integers.put(flag, 1);
        kernels.program.line(
                "findNonFinite", size, (long) size, DeviceKernels.memory(((DeviceSum) sum).values()), there);
        there.read(flag, 0, 1);
        return flag[0] == 0;
    }

    @Override
    public void move(
            GradientSum gradient, float decay, float beta1, float beta2, float step, float scale, float epsilon) {
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
                DeviceKernels.memory(((DeviceSum) gradient).values()),
                first.memory(),
                second.memory(),
                values.memory());
    }
}
