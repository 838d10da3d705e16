package dpgnn.train;

import dpgnn.base.Described;
import dpgnn.base.Rounded;
import dpgnn.mechanism.Clip;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Sampler;
import dpgnn.train.folder.BudgetShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of applying a {@link Plan} to public facts: the number of steps, the amount of noise, what each step reveals,
 * and the guarantee after any number of steps.
 *
 * <p><b>The noise multiplier</b> is the standard deviation of the noise over the clip's {@link Clip#noiseUnit}, its norm. The
 * term has this meaning in plans, schedules, samplers and audits. A sampler divides it by the most that a unit can move the
 * sum, in clip norms; the quotient is the {@link Event#scale} of its event. The {@link #deviation}, that of the noise drawn,
 * is the product of multiplier and clip norm.
 */
public final class Schedule implements Described, Budget.Planned {
    private static final List<String> UNCOVERED = List.of(
            "Losses, metrics and figures that were shown of the run.",
            "Predictions that read private rows or edges.",
            "Choosing this run among others on the same data.",
            BudgetShare.OTHERS);

    /** A hundredth of the largest float: no draw of the noise reaches that. */
    private static final double MOST_NOISE = 3e36;

    private final Steps made;
    private final long steps;
    private final double multiplier;
    private final Event total;
    private Guarantee provable;
    private Guarantee claimed;

    Schedule(Steps made, long steps, double multiplier) {
        this.made = made;
        this.steps = steps;
        this.multiplier = multiplier;
        requireNumbers();
        total = made.events(steps, multiplier);
    }

    /** Refuses public numbers under which noise or divisor leave the range of floats, and the weights with them. */
    private void requireNumbers() {
        if (plan().clip() instanceof Clip.NoneNoPrivacy) return;
        double divisor = plan().sampler().expectedExamples(made.facts);
        if (deviation() > MOST_NOISE || divisor < Float.MIN_NORMAL || deviation() / divisor > MOST_NOISE)
            throw new IllegalArgumentException("noise of deviation " + deviation() + " on sums that are divided by "
                    + divisor
                    + " would leave no finite weights: the deviation, and its quotient by the divisor, must be"
                    + " at most " + MOST_NOISE + "; take a smaller clip or multiplier, or a larger rate");
    }

    /** This schedule, once its epsilons are known: what has none that can be computed fails here. */
    Schedule accounted() {
        provable = guarantee(total, List.of());
        claimed = claim();
        return this;
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("steps", steps);
        rows.put("noise multiplier", multiplier);
        rows.put("deviation of the noise", deviation());
        rows.put("event of the first step", event(0).toString());
        if (claimed() != provable()) rows.put("claimed", shortly(claimed));
        boolean proved = provable.verdict() == Verdict.SOUND;
        rows.put(
                proved ? "proved" : provable.verdict() == Verdict.CLAIMED ? "claimed" : "guarantee", shortly(provable));
        rows.put("protects", provable.description().get("protects"));
        if (!largeDelta().isEmpty()) rows.put("remark", largeDelta());
        return rows;
    }

    /** What is to be said of a delta that protects no node by itself. */
    private String largeDelta() {
        return plan().sampler().unit() == Unit.EDGE || plan().delta() <= 1.0 / made.facts.nodes()
                ? ""
                : "Delta is above one over the number of nodes, " + made.facts.nodes()
                        + ": to publish all data of one node, drawn at random, would meet it. Take a smaller one.";
    }

    private static String shortly(Guarantee of) {
        return "epsilon: " + of.description().get("epsilon") + ", delta: " + Rounded.up(of.delta()) + ", "
                + of.verdict();
    }

    /** The plan. */
    public Plan plan() {
        return made.plan;
    }

    /** How many steps will be taken. */
    public long steps() {
        return steps;
    }

    /** The noise multiplier. */
    public double multiplier() {
        return multiplier;
    }

    /** What is said of parts that the library does not ship. */
    List<String> byUser() {
        return made.byUser;
    }

    /** Standard deviation of the noise on the sum; of a clip that moves, in the first step. */
    public double deviation() {
        return multiplier * plan().clip().noiseUnit();
    }

    /** The event of one step, counted from 0. */
    public Event event(long step) {
        return made.event(step, multiplier);
    }

    /** What this many steps spend, as one event. */
    public Event spent(long done) {
        return done == steps ? total : made.events(done, multiplier);
    }

    /** What all steps spend. */
    Event spent() {
        return total;
    }

    /** What all steps charge to a {@link Budget}. */
    @Override
    public Budget.Spending spending() {
        return new Budget.Spending(total, plan().noise().variation() * made.dimension * steps, plan().delta());
    }

    @Override
    public Budget.Neighbours neighbours() {
        return plan().neighbours();
    }

    /** What can be proved for all steps. */
    public Guarantee provable() {
        if (provable == null) accounted();
        return provable;
    }

    /** What the method's paper claims for them, by the same accountant; {@link #provable} where it claims no more. */
    public Guarantee claimed() {
        if (claimed == null) accounted();
        return claimed;
    }

    /** The epsilon of events that the plan's parts made, leaks aside; infinite where nobody bounds it. */
    double epsilon(Event spent) {
        return made.epsilon(spent);
    }

    /** Hides a sum of which an example makes up so much at most. */
    void addNoise(float[] sum, double unit, RandomStream coins) {
        plan().noise().add(sum, multiplier * unit, unit, coins);
    }

    /** Hides an exact sum; only the noisy sum may be rounded. */
    void release(double[] sum, double unit, RandomStream coins) {
        plan().noise().release(sum, multiplier * unit, unit, coins);
    }

    /** Refuses a noise that has no release, before anything is on record: no number, so nothing is released. */
    void requireRelease(RandomStream coins) {
        release(new double[0], plan().clip().noiseUnit(), coins);
    }

    /**
     * What is guaranteed for events that the plan's parts made, for instance all that a ledger holds. It is of the ideal
     * algorithm: whether a run comes up to it is for {@link RunVerdict} to say.
     *
     * @param moreLeaks beside those that the plan admits
     */
    Guarantee guarantee(Event spent, List<String> moreLeaks) {
        Plan plan = plan();
        Accountant accountant = plan.accountant();
        List<String> leaks = new ArrayList<>(plan.leaks());
        leaks.addAll(moreLeaks);
        List<String> remarks = new ArrayList<>(List.of("Drawn by " + plan.sampler() + ", clipped by " + plan.clip()
                + ", with " + plan.noise().name() + " noise."));
        boolean bounded = accountant.supports(spent);
        if (!bounded) remarks.add("No accountant bounds this: " + unbounded(spent, accountant) + ".");
        remarks.addAll(leaks);
        boolean holds = bounded && leaks.isEmpty() && !(plan.clip() instanceof Clip.NoneNoPrivacy);
        double found = epsilon(spent);
        String loose = holds ? accountant.remark(spent, plan.accounting()) : "";
        if (!loose.isEmpty()) remarks.add(loose);
        String large = largeDelta();
        if (!large.isEmpty()) remarks.add(large);
        List<String> statements = StatedPair.statements(spent);
        statements.forEach(s -> remarks.add("Stated by the user, and not proved here: " + s));
        // GIVEN where a part is a user's, too: the terms name it.
        Verdict verdict = statements.isEmpty() ? Verdict.IDEAL : Verdict.GIVEN;
        return stated(
                holds ? found : Double.POSITIVE_INFINITY,
                holds && Double.isFinite(found) ? verdict.by(accountant.proves(spent)) : Verdict.UNSOUND,
                remarks);
    }

    private Guarantee claim() {
        Plan plan = plan();
        if (plan.clip() instanceof Clip.NoneNoPrivacy) return provable;
        Event event = made.claimed(steps, multiplier);
        if (!plan.accountant().supports(event)) return provable;
        double found = epsilon(event);
        if (found >= provable.epsilon()) return provable;
        return stated(
                found,
                Verdict.CLAIMED,
                List.of("As the method's paper claims; what is missing is said where the sampler is."));
    }

    /** An epsilon of this schedule's parts, with their terms. */
    Guarantee stated(double epsilon, Verdict verdict, List<String> remarks) {
        Plan plan = plan();
        Sampler.Facts facts = made.facts;
        List<String> published = new ArrayList<>(plan.sampler().assumptions());
        published.add("The number of nodes, " + facts.nodes() + ", and of training nodes, " + facts.roots()
                + ", are public, as are the width of the features and the number of classes.");
        List<String> derived = List.of("The sampler's parameters, the divisor of the sums, "
                + Rounded.near(plan.sampler().expectedExamples(facts))
                + ", the number of steps, the noise and delta, where they were chosen by those numbers.");
        return Guarantee.of(plan.sampler().unit(), plan.relation())
                .by(
                        plan.accountant().name(),
                        epsilon,
                        plan.delta(),
                        verdict,
                        new GuaranteeTerms(published, derived, List.of(), UNCOVERED, remarks, made.byUser));
    }

    private static String unbounded(Event event, Accountant accountant) {
        Event first = event.parts().findFirst().orElse(event);
        if (first instanceof Event.Unsupported u) return "nothing is proved for " + u.reason();
        if (first instanceof Event.NonPrivate n) return n.reason();
        return "the accountant does not know " + first
                + (first instanceof Event.HeterPoisson h ? most(h, accountant) : "");
    }

    /** Up to how many peripherals the accountant bounds the same; the more of them, the more work it is. */
    private static String most(Event.HeterPoisson of, Accountant accountant) {
        int most = 0;
        while (most + 1 < of.peripherals()
                && accountant.supports(new Event.HeterPoisson(
                        of.rate(), most + 1, of.maxOutDegree(), of.scale(), of.enforced(), of.proof()))) most++;
        return most == 0
                ? ""
                : "; here it bounds HeterPoisson.of(rate, peripherals) of up to " + most + " peripherals, were "
                        + of.peripherals();
    }

    /**
     * The events of a plan's parts on given facts, at any number of steps and any noise.
     *
     * @param draws null unless the plan is exact
     * @param byUser what is said of parts that the library does not ship
     */
    record Steps(Plan plan, Sampler.Facts facts, Sampler.Draws draws, long dimension, List<String> byUser) {
        Event event(long step, double multiplier) {
            if (plan.clip() instanceof Clip.NoneNoPrivacy) return new Event.NonPrivate("gradients are not clipped");
            if (plan.isExact()) return plan.noise().events(draws.event(step, multiplier), dimension);
            Event event = plan.noise().event(plan.sampler().event(facts, multiplier), dimension);
            return step % Math.max(1, plan.sampler().epochSteps()) == 0 ? event : new Event.Repeated(event, 0);
        }

        Event events(long count, double multiplier) {
            if (plan.clip() instanceof Clip.NoneNoPrivacy) return event(0, multiplier);
            return plan.isExact()
                    ? plan.noise().events(draws.events(count, multiplier), dimension)
                    : all(event(0, multiplier), count);
        }

        /** What the sampler's paper claims of so many steps. */
        Event claimed(long count, double multiplier) {
            if (plan.clip() instanceof Clip.NoneNoPrivacy) return event(0, multiplier);
            return all(plan.noise().event(plan.sampler().claimed(facts, multiplier), dimension), count);
        }

        /** Of so many steps: of all the sampler's periods that they touch. */
        Event all(Event period, long count) {
            return new Event.Repeated(
                    period, -Math.floorDiv(-count, Math.max(1, plan.sampler().epochSteps())));
        }

        double epsilon(Event spent) {
            Accountant accountant = plan.accountant();
            return accountant.supports(spent) ? accountant.epsilon(spent, plan.accounting()) : Double.POSITIVE_INFINITY;
        }

        void requireSupported(Event event) {
            if (!plan.accountant().supports(event) || event instanceof Event.NonPrivate)
                throw new IllegalArgumentException(
                        "this plan has no epsilon to aim at, since " + unbounded(event, plan.accountant())
                                + "; give steps and multiplier instead, and its runs will say that nothing is guaranteed");
        }
    }
}
