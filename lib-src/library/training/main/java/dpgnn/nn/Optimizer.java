package dpgnn.nn;

import dpgnn.base.Check;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Moves parameters against a gradient. Its state between steps can be saved and loaded, so that a resumed training continues
 * exactly.
 *
 * <p>Everything here is computed from the given gradient: after noise, this is post-processing and costs no privacy.
 */
public sealed interface Optimizer permits Sgd, Adam, ClampedOptimizer, ScheduledOptimizer {
    /** What it is, for a run's record. */
    String name();

    /** One step. The gradient is left as it is. */
    void step(Parameters parameters, float[] gradient);

    /** What must be kept to continue later; the same settings are assumed. */
    byte[] save();

    /** Continues from what {@link #save()} gave. */
    void load(byte[] saved);

    /** Another one with these settings, before its first step. */
    Optimizer fresh();

    /**
     * One like this that sees every coordinate of the gradient clamped to at most the bound in absolute value. With a bound far
     * below the noise only signs are left, as in the HeterPoisson authors' code.
     */
    default Optimizer clamped(double bound) {
        return new ClampedOptimizer(this, bound);
    }

    /**
     * A source of fresh optimisers, all with the settings of the first one that the supplier makes. The supplier is asked twice
     * here and never again: trainings that share moments, or whose settings move from one to the next, depend on each other.
     *
     * @throws IllegalArgumentException where it gives one object twice, two settings, or an optimiser that has taken a step
     */
    static Supplier<Optimizer> source(Supplier<Optimizer> supplier) {
        Check.given("optimizer", supplier);
        Optimizer first = Check.given("what the supplier of optimisers makes", supplier.get());
        Optimizer second = Check.given("what the supplier of optimisers makes", supplier.get());
        String needed = "optimizer must make a fresh optimiser each time, as () -> Adam.of(0.01) does; this one gave ";
        if (first == second) throw new IllegalArgumentException(needed + "the same " + first.name() + " twice");
        if (!first.name().equals(second.name()))
            throw new IllegalArgumentException(needed + first.name() + " and then " + second.name());
        for (Optimizer made : new Optimizer[] {first, second})
            if (!Arrays.equals(made.save(), made.fresh().save()))
                throw new IllegalArgumentException(needed + made.name() + " with the state of steps that it has taken");
        return first::fresh;
    }
}
