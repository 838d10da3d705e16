package dpgnn.nn.kernel;

/** Kernels of a device that moves the parameters of an experiment itself. */
public interface ResidentKernels extends Kernels {
    @Override
    default boolean onDevice() {
        return true;
    }

    /** Parameters that are moved where these kernels run. */
    Moved parameters(int size);

    /** The parameters of a training that a device moves, and the moments of their optimiser. Sums are those of the same device. */
    interface Moved extends Weights {
        /** Takes values. */
        void write(float[] from);

        void write(float[] moment, float[] otherMoment);

        void read(float[] into);

        void read(float[] moment, float[] otherMoment);

        /** Adds normals times a deviation to a sum, and divides it by a number; an experiment's noise, the same for the same key. */
        void addNoise(GradientSum sum, double deviation, double divisor, long key);

        /** Whether all of a sum is finite. */
        boolean isFinite(GradientSum sum);

        /** A step of Adam. */
        void move(GradientSum gradient, float decay, float beta1, float beta2, float step, float scale, float epsilon);
    }
}
