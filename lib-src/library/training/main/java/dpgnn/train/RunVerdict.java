package dpgnn.train;

import dpgnn.base.Shipped;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Verdict;
import dpgnn.sampling.Sampler;
import dpgnn.train.folder.BudgetShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States whether a run met what is proved for its schedule, and what is missing if it did not.
 *
 * @param audited whether audits of the plan found no fault; nothing where there was none
 * @param charged which budget it is charged to; null for none
 */
record RunVerdict(
        Schedule schedule,
        StepSum sum,
        boolean secure,
        Optional<Boolean> audited,
        List<String> assumptions,
        List<String> leaks,
        String charged) {
    /** What a run that was interrupted and went on rests on. */
    static final String INTERRUPTED = "The run was interrupted and went on. Whether it was interrupted depended on no"
            + " private value but through what it had released.";

    /** Of a run that did not go on. */
    private static final String STOPPED =
            "The run was stopped. Whether and when depended on no private value but through what it had released.";

    /** What holds of the steps before an interrupt. */
    List<Guarantee> stopped(Event spent, Checkpoint.Past past) {
        Guarantee held = judged(schedule.guarantee(spent, leaks), past, List.of());
        return List.of(held.with(held.verdict(), held.terms().assuming(List.of(STOPPED))));
    }

    /**
     * Claimed, where that differs, and what holds, for the events that were spent.
     *
     * @param asScheduled whether those are the schedule's
     * @param past how the training went
     * @param given what is read as it is
     */
    List<Guarantee> guarantees(Event spent, boolean asScheduled, Checkpoint.Past past, List<String> given) {
        Guarantee ideal = asScheduled && leaks.isEmpty() ? schedule.provable() : schedule.guarantee(spent, leaks);
        Guarantee held = judged(ideal, past, given);
        return asScheduled && !schedule.claimed().equals(schedule.provable())
                ? List.of(schedule.claimed(), held)
                : List.of(held);
    }

    /** What a title and a sentence say of lost steps; nothing where there are none. */
    static String lost(Checkpoint.Past past, long steps) {
        if (past.lost() == 0) return "";
        return ": " + past.lost() + " steps were lost, and " + (steps - past.lost()) + " of " + steps
                + " were left to take";
    }

    /** An ideal guarantee, with the verdict that follows from how the run was made. */
    Guarantee judged(Guarantee ideal, Checkpoint.Past past, List<String> given) {
        boolean exact = sum instanceof StepSum.Exact;
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
                            + " For a release use Plan.release.");
        Plan plan = schedule.plan();
        if (!Shipped.isShipped(plan.sampler().getClass(), Sampler.class))
            remarks.add("The user's sampler was "
                    + audited.map(clean -> clean
                                    ? "audited: no fault was found in this plan, which is no proof."
                                    : "audited, and an Audit of this plan found faults. Its report names them.")
                            .orElse("not audited: in this process there was no Audit of this plan."));
        if (past.leftOut() > 0)
            remarks.add("A listener ended the training " + past.leftOut() + " steps early, or a listener, a followed"
                    + " figure or a step failed there. The steps are paid for, but what was looked at is not bounded.");
        String lost = lost(past, schedule.steps());
        if (!lost.isEmpty()) remarks.add("The training was interrupted" + lost + ". The lost steps are paid for.");
        GuaranteeTerms terms = ideal.terms();
        if (charged != null) terms = terms.covering(BudgetShare.OTHERS, charged);
        boolean sound = ideal.verdict() == Verdict.IDEAL && exact && secure && past.leftOut() == 0;
        return ideal.with(
                sound ? Verdict.SOUND : ideal.verdict(),
                terms.assuming(past.resumed() ? List.of(INTERRUPTED) : List.of())
                        .given(given)
                        .and(remarks));
    }
}
