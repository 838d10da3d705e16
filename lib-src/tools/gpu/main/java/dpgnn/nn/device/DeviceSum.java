package dpgnn.nn.device;

import dpgnn.nn.kernel.FloatSum;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.kernel.RowSet;

/** A floating-point sum on a device, where noise and optimiser may take it up. */
final class DeviceSum extends GradientSum {
    private final DeviceKernels kernels;
    private final float[] home;
    private final DeviceMatrix values;

    DeviceSum(DeviceKernels kernels, float[] home) {
        this.kernels = kernels;
        this.home = home;
        values = kernels.matrix(home.length);
        clear();
    }

    private void clear() {
        values.resize(1);
        kernels.fill(values, 0f);
    }

    /** One row. */
    DeviceMatrix values() {
        return values;
    }

    @Override
    public void finish() {
        kernels.download(values, home);
    }

    @Override
    public DeviceSum another() {
        return new DeviceSum(kernels, home);
    }

    @Override
    public void begin(GradientSum whole) {
        clear();
    }

    @Override
    public void add(GradientSum other) {
        kernels.add(((DeviceSum) other).values, 1f, values);
    }

    @Override
    public void add(float[] gradient, double factor) {
        DeviceMatrix there = kernels.matrix(gradient.length);
        kernels.upload(gradient, 0, 1, there);
        kernels.add(there, (float) factor, values);
    }

    @Override
    public void add(ParameterSlot slot, RowSet rows, double[] gradients, double[] factor) {
        float[] sum = new float[1];
        FloatSum one = new FloatSum(sum);
        one.add(slot.at(0), rows, gradients, factor);
        DeviceMatrix number = kernels.matrix(1);
        kernels.upload(sum, 0, 1, number);
        kernels.addTo(this, slot, number, 1f);
    }
}
