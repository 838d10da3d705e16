package dpgnn.train;

import dpgnn.base.Shipped;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.sampling.Sampler;
import java.util.ArrayList;
import java.util.List;

/** States whether a run met what is proved for its schedule, and what is missing if it did not. */
record RunVerdict(Schedule schedule, StepSum sum, boolean secure, List<String> assumptions, List<String> leaks) {
    /**
     * Claimed, where that differs, and what holds, for the events that were spent.
     *
     * @param asScheduled whether those are the schedule's
     * @param leftOut steps that were paid for and not taken, since a listener ended the training
     * @param given what is read as it is
     */
    List<Guarantee> guarantees(Event spent, boolean asScheduled, long leftOut, List<String> given) {
        Guarantee ideal = asScheduled && leaks.isEmpty() ? schedule.provable() : schedule.guarantee(spent, leaks);
        Guarantee held = judged(ideal, leftOut, given);
        return asScheduled && !schedule.claimed().equals(schedule.provable())
                ? List.of(schedule.claimed(), held)
                : List.of(held);
    }

    /** An ideal guarantee, with the verdict that follows from how the run was made. */
    Guarantee judged(Guarantee ideal, long leftOut, List<String> given) {
        boolean exact = sum instanceof StepSum.Released;
        List<String> remarks = new ArrayList<>();
        remarks.add(
                exact
                        ? "The clipped gradients, each within the clip's norm, rounding included, and a function of its example"
                                + " alone, were added exactly."
                        : "The clipped gradients, each within the clip's norm, rounding included, were added in 32-bit floating"
                                + " point; the rounding of that sum is not part of the bound (at most gamma_n times the sum of"
                                + " absolute values, Higham 2002).");
        if (exact) remarks.addAll(assumptions);
        if (!secure)
            remarks.add(
                    "The noise came from a seed, for an experiment: whoever knows or guesses the seed sees through it."
                            + " For a release use PrivateTrainer.release.");
        Plan plan = schedule.plan();
        if (!Shipped.isShipped(plan.sampler().getClass(), Sampler.class))
            remarks.add(
                    plan.isAudited()
                            ? "The user's sampler was audited: no fault was found in this plan, which is no proof."
                            : "The user's sampler was not audited: in this process no Audit of this plan ended without faults.");
        if (leftOut > 0)
            remarks.add("A listener ended the training " + leftOut + " steps early. They are paid for, but what the"
                    + " listener looked at is not bounded.");
        boolean sound = ideal.verdict() == Verdict.IDEAL && exact && secure && leftOut == 0;
        return ideal.with(
                sound ? Verdict.SOUND : ideal.verdict(),
                ideal.terms().given(given).and(remarks));
    }
}
