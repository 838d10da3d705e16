package dpgnn.train;

/** A probe that looks at the sum alone. */
interface Summed extends SumProbe {
    @Override
    default void released(Moment moment, float[] gradient) {}
}
