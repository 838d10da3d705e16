package dpgnn.study.claims;

import dpgnn.audit.Coupling;
import dpgnn.base.RecordFields;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Adam;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import java.util.List;
import java.util.function.Supplier;

/**
 * One training that is about to run: all that a plan is made of, a model and an optimiser.
 *
 * @param claim what the method's authors claim, where a plan cannot know it; null where it can
 * @param sums another way to compute clipped sums, of a planted fault; null for the trainer's own
 */
record PlannedTraining(
        Model model,
        Sampler sampler,
        Clip clip,
        Noise noise,
        long steps,
        double multiplier,
        double delta,
        Accountant accountant,
        boolean exact,
        Supplier<Optimizer> optimizer,
        Guarantee claim,
        Coupling.Sums sums) {
    static final Accountant PLD = CachedAccountant.of(PldAccountant.standard());
    static final Accountant GAUSSIAN = GaussianAccountant.exact();

    /** Without noise yet. */
    static PlannedTraining of(Model model, Sampler sampler, Clip clip, long steps) {
        Noise noise = GaussianNoise.standard();
        return new PlannedTraining(
                model, sampler, clip, noise, steps, 0, 0, PLD, false, () -> Adam.of(0.01), null, null);
    }

    <V> PlannedTraining with(RecordFields.Field<PlannedTraining, V> field, V value) {
        return RecordFields.with(this, field.component(), value);
    }

    /** With the least noise for which the sampler's claim, by an accountant, is this epsilon. */
    PlannedTraining keeping(double epsilon, Sampler.Facts facts, double at, Accountant by) {
        double least = Calibration.of(by)
                .multiplier(
                        m -> new Event.Repeated(sampler.claimed(facts, m), steps),
                        epsilon,
                        new DeltaReserve(at).searching());
        return with(PlannedTraining::multiplier, least).with(PlannedTraining::delta, at);
    }

    /** This training with the noise that keeps epsilon by privacy-loss distributions, at the delta of a part. */
    PlannedTraining keeping(double epsilon, ClaimsBench.Part part) {
        return keeping(epsilon, part.facts(), part.delta(), PLD);
    }

    /** Claimed for all steps: the epsilon of the sampler's claim, by an accountant. */
    PlannedTraining claiming(Sampler.Facts facts, Accountant by, String sentence) {
        Event step = sampler.claimed(facts, multiplier);
        double epsilon = by.epsilon(new Event.Repeated(step, steps), new DeltaReserve(delta).searching());
        Guarantee all = Guarantee.of(sampler.unit(), sampler.relation())
                .by(by.name(), epsilon, delta, Verdict.CLAIMED, List.of(sentence));
        return with(PlannedTraining::claim, all);
    }

    Plan plan() {
        Plan plan = Plan.of(sampler, clip, noise)
                .steps(steps)
                .multiplier(multiplier)
                .delta(delta)
                .accountant(accountant);
        return exact ? plan.exact() : plan;
    }
}
