package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.base.Rounded;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.Calibration;
import java.util.function.DoubleFunction;

/**
 * What a plan is given of steps, noise and budget, and which of the three it finds.
 *
 * @param steps 0 where they are to be found
 * @param multiplier 0 where it is to be found
 * @param epsilon 0 where none is aimed at
 * @param delta 0 where none is given
 * @param limit null where epsilon is aimed at
 */
record Aim(Goal goal, long steps, double multiplier, double epsilon, double delta, AttackLimit limit) {
    static final Aim NONE = new Aim(Goal.ACCOUNT, 0, 0, 0, 0, null);

    /** No plan is searched for more steps than this. */
    private static final long MOST_STEPS = 10_000_000;

    /** What a plan finds. */
    enum Goal {
        ACCOUNT("the epsilon; plan.epsilon(view) says which"),
        FIND_NOISE("the least noise; plan.noise(view) says which"),
        FIND_CLAIMED_NOISE("the least noise that its paper claims to be enough; plan.noise(view) says which"),
        FIND_STEPS("the most steps; plan.schedule(view, model) says how many");

        final String words;

        Goal(String words) {
            this.words = words;
        }
    }

    Aim steps(long count) {
        return new Aim(goal, Check.atLeast("steps", count, 1), multiplier, epsilon, delta, limit);
    }

    Aim multiplier(double noise) {
        return new Aim(goal, steps, Check.positive("multiplier", noise), epsilon, delta, limit);
    }

    Aim delta(double at) {
        return new Aim(goal, steps, multiplier, epsilon, Check.open("delta", at, 0, 1), limit);
    }

    Aim budget(Goal finds, double atEpsilon, double atDelta) {
        return new Aim(finds, steps, multiplier, Check.positive("epsilon", atEpsilon), 0, null).delta(atDelta);
    }

    Aim atMost(AttackLimit attack, double atDelta) {
        return new Aim(Goal.FIND_NOISE, steps, multiplier, 0, 0, Check.given("atMost", attack)).delta(atDelta);
    }

    /** This aim with this noise and nothing left to find. */
    Aim fixed(double noise) {
        return new Aim(Goal.ACCOUNT, steps, noise, epsilon, delta, limit).multiplier(noise);
    }

    String budget() {
        return limit != null ? limit.toString() : epsilon == 0 ? "" : "epsilon " + Rounded.near(epsilon);
    }

    /** Finds what is not given. */
    Schedule schedule(Schedule.Steps made) {
        if (delta == 0)
            throw new IllegalStateException(
                    "say at which delta: calibrated(epsilon, delta), within(epsilon, delta) or delta(value)");
        Schedule found =
                switch (goal) {
                    case FIND_NOISE -> new Schedule(made, steps, noise(made, m -> made.events(steps, m)));
                    case FIND_CLAIMED_NOISE -> new Schedule(made, steps, noise(made, m -> made.claimed(steps, m)));
                    case FIND_STEPS -> new Schedule(made, most(made), multiplier);
                    case ACCOUNT -> {
                        if (steps == 0 || multiplier == 0)
                            throw new IllegalStateException("give two of steps(count), multiplier(value) and a budget");
                        yield new Schedule(made, steps, multiplier);
                    }
                };
        return found.accounted();
    }

    private double noise(Schedule.Steps made, DoubleFunction<Event> family) {
        if (steps == 0) throw new IllegalStateException("a plan that finds its noise needs steps(count)");
        if (multiplier != 0)
            throw new IllegalStateException(
                    "a plan that finds its noise must not be given a multiplier, was " + multiplier);
        made.requireSupported(family.apply(1));
        Calibration calibration = Calibration.of(made.plan().accountant());
        return limit == null
                ? calibration.multiplier(family, epsilon, made.plan().accounting())
                : calibration.multiplier(family, limit);
    }

    private long most(Schedule.Steps made) {
        if (multiplier == 0) throw new IllegalStateException("a plan that finds its steps needs multiplier(value)");
        if (steps != 0)
            throw new IllegalStateException("a plan that finds its steps must not be given them, was " + steps);
        made.requireSupported(made.events(1, multiplier));
        long found = Calibration.of(made.plan().accountant())
                .steps(t -> made.events(t, multiplier), epsilon, made.plan().accounting(), MOST_STEPS);
        if (found < 1)
            throw new IllegalArgumentException("no step fits into epsilon " + epsilon + " at delta " + delta
                    + ": one alone costs " + made.epsilon(made.events(1, multiplier))
                    + "; raise the multiplier or the budget");
        return found;
    }

    @Override
    public String toString() {
        return "steps=" + steps + ", multiplier=" + multiplier + ", goal=" + goal.name() + ", epsilon=" + epsilon
                + ", delta=" + delta + (limit == null ? "" : ", limit=" + limit);
    }
}
