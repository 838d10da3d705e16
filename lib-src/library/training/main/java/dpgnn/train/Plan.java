package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Rounded;
import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.UserPart;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Combines a sampler, a clip and a noise, which are private only together. It is the only way into private training. The plan
 * asks its parts for one event, so that no rate is typed twice, and finds the noise or the number of steps that a budget
 * allows.
 *
 * <p><b>Guarantee.</b> The event is the one that the sampler proves for gradients clipped to the clip's norm and noise of the
 * multiplier times that norm. It is composed over all steps (adaptive composition: each step may depend on what earlier steps
 * released) and handed to the accountant. If a part has no event, such as a clip that bounds nothing, the plan's guarantee is
 * UNSOUND and the plan cannot be calibrated.
 *
 * <pre>{@code
 * Plan.of(HeterPoisson.of(4096.0 / nodes, 2), Clip.flat(0.5), GaussianNoise.standard()).steps(49).calibrated(2, 1e-5)
 * }</pre>
 * <p>Proofs: docs/proofs.md, lemmas 11 and 33.
 */
public final class Plan implements Described {
    private final Sampler sampler;
    private final Clip clip;
    private final Noise noise;
    private final Aim aim;
    private final Terms terms;

    /** How a plan is accounted for. */
    private record Terms(Accountant accountant, boolean exact, List<String> leaks, Relation against) {
        static final Terms STANDARD =
                new Terms(CachedAccountant.inMemory(PldAccountant.standard()), false, List.of(), null);
    }

    private Plan(Sampler sampler, Clip clip, Noise noise, Aim aim, Terms terms) {
        this.sampler = sampler;
        this.clip = clip;
        this.noise = noise;
        this.aim = aim;
        this.terms = terms;
    }

    private Plan with(Aim next) {
        return new Plan(sampler, clip, noise, next, terms);
    }

    private Plan with(Terms next) {
        return new Plan(sampler, clip, noise, aim, next);
    }

    /** This plan with another sampler and clip, against the change of the unit that it has: another sampler's own may be a larger one. */
    Plan with(Sampler next, Clip nextClip) {
        Relation change = next.equals(sampler) ? terms.against : relation();
        return new Plan(next, nextClip, noise, aim, new Terms(terms.accountant, terms.exact, terms.leaks, change));
    }

    public static Plan of(Sampler sampler, Clip clip, Noise noise) {
        if (sampler == null || clip == null || noise == null)
            throw new IllegalArgumentException(
                    "a plan needs a sampler, a clip and a noise, were " + sampler + ", " + clip + " and " + noise);
        return new Plan(sampler, clip, noise, Aim.NONE, Terms.STANDARD);
    }

    /** Sets the number of steps. */
    public Plan steps(long count) {
        return with(aim.steps(count));
    }

    /** Sets the noise multiplier, as {@link Schedule} defines it. */
    public Plan multiplier(double noiseMultiplier) {
        return with(aim.multiplier(noiseMultiplier));
    }

    /** Sets the delta at which a plan with given steps and noise is accounted. */
    public Plan delta(double at) {
        return with(aim.delta(at));
    }

    /** Takes the least noise under which the given steps stay within this budget. */
    public Plan calibrated(double atEpsilon, double atDelta) {
        return with(aim.budget(Aim.Goal.FIND_NOISE, atEpsilon, atDelta));
    }

    /** Takes the least noise under which the given steps let no attacker do better than this; epsilon is stated at this delta. */
    public Plan calibrated(AttackLimit atMost, double atDelta) {
        return with(aim.atMost(atMost, atDelta));
    }

    /**
     * Takes the least noise under which the sampler's paper claims this epsilon for the given steps, whatever is proved. The schedule
     * states both.
     */
    public Plan claiming(double atEpsilon, double atDelta) {
        return with(aim.budget(Aim.Goal.FIND_CLAIMED_NOISE, atEpsilon, atDelta));
    }

    /** Takes the most steps that this budget allows with the given noise. */
    public Plan within(double atEpsilon, double atDelta) {
        return with(aim.budget(Aim.Goal.FIND_STEPS, atEpsilon, atDelta));
    }

    /**
     * Accounts for what each step really draws instead of the worst that any graph could make it draw. The result is never
     * larger, and equally sound: a sampler's draws state only what is public.
     */
    public Plan exact() {
        return with(new Terms(terms.accountant, true, terms.leaks, terms.against));
    }

    /**
     * States the guarantee against this change of the unit, in place of the sampler's own.
     *
     * @param change one that the sampler proves its event for
     */
    public Plan against(Relation change) {
        if (!sampler.relations().contains(Check.given("change", change)))
            throw new IllegalArgumentException("the event of " + sampler + " is proved for " + sampler.relations()
                    + ", not for " + change + " (the unit " + (change == null ? "" : change.words()) + ")");
        return with(new Terms(terms.accountant, terms.exact, terms.leaks, change));
    }

    /** How neighbouring data differ in this plan's guarantee. */
    public Relation relation() {
        return terms.against == null ? sampler.relation() : terms.against;
    }

    public Plan accountant(Accountant chosen) {
        return with(new Terms(Check.given("chosen", chosen), terms.exact, terms.leaks, terms.against));
    }

    /**
     * Declares that something besides this plan reads private data without noise, as the code of papers does. The guarantee
     * becomes UNSOUND and states this.
     *
     * @param what a full sentence
     */
    public Plan leaking(String what) {
        List<String> all = new ArrayList<>(terms.leaks);
        all.add(Check.given("what", what));
        return with(new Terms(terms.accountant, terms.exact, List.copyOf(all), terms.against));
    }

    public Sampler sampler() {
        return sampler;
    }

    public Clip clip() {
        return clip;
    }

    public Noise noise() {
        return noise;
    }

    public Accountant accountant() {
        return terms.accountant;
    }

    public double delta() {
        return aim.delta();
    }

    /** What the accountant has of delta. */
    double accounting() {
        return reserve().accounting();
    }

    DeltaReserve reserve() {
        return new DeltaReserve(aim.delta());
    }

    List<String> leaks() {
        return terms.leaks;
    }

    /** The leaks of these data that concern the sampler's unit. */
    List<String> leaksOf(Dataset.Provenance data) {
        return leaks(data, sampler.unit(), sampler instanceof PoissonRecords);
    }

    /** The leaks of data that concern a unit, where a node does or does not take its records along. */
    public static List<String> leaks(Dataset.Provenance data, Unit unit, boolean recordsAlong) {
        Check.given("data", data);
        Check.given("unit", unit);
        List<String> left = new ArrayList<>(data.leaks());
        if (unit != Unit.NODE && unit != Unit.EDGE) left.remove(Dataset.EDGES_CHOSEN);
        if (unit != Unit.NODE || recordsAlong) left.remove(Dataset.RECORDS_APART);
        if (unit == Unit.EDGE) left.remove(Dataset.TRAINERS_CHOSEN);
        return left;
    }

    /** What its guarantee hides, and all that its event is proved to hide. */
    Budget.Neighbours neighbours() {
        return new Budget.Neighbours(sampler.unit(), relation(), sampler.relations());
    }

    /** This plan with this noise and nothing left to find. */
    Plan fixed(double noiseMultiplier) {
        return with(aim.fixed(noiseMultiplier));
    }

    /** What is said of its parts, and of the model that it trains, where the library does not ship them; of no model if null. */
    List<String> byUser(Model model) {
        List<String> parts = new ArrayList<>(UserPart.of("sampler", sampler, Sampler.class));
        parts.addAll(UserPart.of("noise", noise, Noise.class));
        parts.addAll(UserPart.of("accountant", terms.accountant, Accountant.class));
        if (model != null) parts.addAll(UserPart.of("model", model, Model.class));
        return parts;
    }

    /** Its parts' events on these facts. */
    Schedule.Steps made(Sampler.Facts facts, long dimension) {
        return made(facts, null, dimension, null);
    }

    /**
     * The same of a training of this model, or of none.
     *
     * @param draws null unless the plan is exact
     */
    Schedule.Steps made(Sampler.Facts facts, Sampler.Draws draws, long dimension, Model model) {
        return new Schedule.Steps(this, facts, draws, dimension + counted(), byUser(model));
    }

    private int counted() {
        return clip.limits().counts() ? 1 : 0;
    }

    /** How many numbers each step releases: the network's, and one where the clip counts. */
    public int numbers(Network network) {
        return Check.given("network", network).size() + counted();
    }

    /** 0 where it is to be found. */
    double multiplier() {
        return aim.multiplier();
    }

    /** The epsilon that it aims at; 0 for none. */
    double budget() {
        return aim.epsilon();
    }

    /** The given number of steps; 0 where it is to be found. */
    public long steps() {
        return aim.steps();
    }

    boolean isExact() {
        return terms.exact;
    }

    /**
     * Returns the schedule of the plan for a training of this model on this view, before anything is trained: its steps, its
     * noise, what it proves.
     */
    public Schedule schedule(TrainingView view, Model model) {
        return on(view).ofParts(view, model);
    }

    /** The schedule of the plan's parts, the leaks of the data aside. */
    Schedule ofParts(TrainingView view, Model model) {
        int inputs = Check.given("view", view).features().width();
        Network network =
                Check.given("model", model).network(inputs, view.labels().classes());
        return scheduled(Sampler.Facts.of(view.participants()), network.size(), model);
    }

    /** The plan with the leaks of these data. */
    private Plan on(TrainingView view) {
        List<String> all = new ArrayList<>(terms.leaks);
        for (String leak : leaksOf(Check.given("view", view).provenance())) if (!all.contains(leak)) all.add(leak);
        return all.equals(terms.leaks)
                ? this
                : with(new Terms(terms.accountant, terms.exact, List.copyOf(all), terms.against));
    }

    /** Makes a trainer for an experiment, which can be repeated and looked at: its coins follow from the seed. */
    public PrivateTrainer experiment(Model model, long seed) {
        return experiment(model, Streams.seed(seed));
    }

    /** Makes a trainer for an experiment, whose coins are those of streams with a seed. */
    public PrivateTrainer experiment(Model model, Streams seeded) {
        return new PrivateTrainer(model, this, seeded);
    }

    /** Makes a trainer for a release: its coins are secure, its sums exact, and it shows nothing that is private. */
    public ReleaseTrainer release(Model model) {
        return new ReleaseTrainer(model, this, Streams.secure());
    }

    /**
     * Makes a trainer that an audit looks into, with the steps of a release where streams are secure, else with those of an
     * experiment. It keeps no checkpoint, and what it trains is UNSOUND.
     */
    public Trainer probed(Model model, Streams streams, SumProbe audit) {
        Trainer trainer = trainer(model, streams);
        trainer.probe = Check.given("audit", audit);
        return trainer;
    }

    /** A release where streams are secure, else an experiment. */
    Trainer trainer(Model model, Streams streams) {
        return Check.given("streams", streams).isSecure()
                ? new ReleaseTrainer(model, this, streams)
                : new PrivateTrainer(model, this, streams);
    }

    /** Returns the noise multiplier of a training on this view, as {@link Schedule} defines it; nothing is trained. */
    public double noise(TrainingView view) {
        return anyModel(view).multiplier();
    }

    /** Returns the epsilon that is proved for a training on this view; nothing is trained. Infinite where none is. */
    public double epsilon(TrainingView view) {
        return anyModel(view).provable().epsilon();
    }

    private Schedule anyModel(TrainingView view) {
        if (noise.dependsOnDimension())
            throw new IllegalStateException(
                    noise.name()
                            + " noise depends on the size of the network; ask schedule(view, model) for multiplier and epsilon");
        return on(view).schedule(Sampler.Facts.of(view.participants()), 1);
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("sampler", sampler.toString());
        rows.put("clip", clip.toString());
        rows.put("noise", noise.name() + (multiplier() == 0 ? "" : ", multiplier " + Rounded.near(multiplier())));
        rows.put("steps", steps() == 0 ? "" : Long.toString(steps()));
        rows.put("budget", aim.budget());
        rows.put("delta", delta() == 0 ? "" : Rounded.up(delta()));
        rows.put("finds", aim.goal().words);
        rows.put("protects", sampler.unit().words() + ", which " + relation().words());
        rows.put("accountant", terms.accountant.name());
        rows.put("leaks", terms.leaks);
        return rows;
    }

    /** Returns the schedule of the plan for any graph that agrees with the facts, with sums of the given dimension. */
    public Schedule schedule(Sampler.Facts facts, long dimension) {
        Check.given("facts", facts);
        return scheduled(facts, dimension, null);
    }

    private Schedule scheduled(Sampler.Facts facts, long dimension, Model model) {
        if (terms.exact) throw new IllegalStateException("an exact plan is scheduled by its trainer, which draws");
        return schedule(made(facts, null, dimension, model));
    }

    Schedule schedule(Schedule.Steps made) {
        return aim.schedule(made);
    }

    /** Everything public about the plan, in one line; two plans that differ in anything differ here. */
    @Override
    public String toString() {
        return "Plan[" + sampler + ", " + clip + ", " + noise.name() + ", " + aim + ", exact=" + terms.exact
                + ", accountant=" + terms.accountant.name() + ", leaks=" + terms.leaks + ", against=" + relation()
                + "]";
    }
}
