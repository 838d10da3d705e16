package dpgnn.predict;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.RecordFields;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.train.Schedule;
import dpgnn.train.Trained;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a question about a node of a protected graph is answered: each of its in-neighbours votes for classes by its own row, the
 * votes are added, and noise is added to the sum before anybody sees it.
 *
 * <p><b>Guarantee.</b> A vote has norm at most 1 and is a function of one row and of released weights. A node is answered for once;
 * asked again, it gets the same answer. Over all answers, whoever asks them and however the questions follow from the answers, a
 * unit moves the sums by squares that add up to at most {@link #sensitivity} squared:
 *
 * <ul>
 *   <li>a node that is added or removed: by 1 in each answer about another node, by {@code longest} in the one about itself;
 *   <li>a node that takes part or not, votes being multiplied by sqrt(degree / out-degree) where that is less than 1: by
 *       sqrt(degree) in all answers about others, by {@code longest} in the one about itself;
 *   <li>a node that is replaced: twice as much as one that is added or removed;
 *   <li>an edge: by 1 in each of the at most two answers about its ends, however many answers there are.
 * </ul>
 *
 * <p>Proofs: docs/proofs.md, lemmas 61 and 62.
 *
 * @param answers how many answers may be asked for, fixed in advance
 * @param degree the bound on what a node sends in all answers together; 0 where the number of answers is the only bound
 * @param longest sums are shortened to this norm; infinite where edges are protected
 * @param deviation of the noise on each class, in votes; 0 where it is still to be found
 */
public record NeighbourVotes(Unit unit, Relation relation, long answers, int degree, double longest, double deviation)
        implements RecordFields.Adjustable<NeighbourVotes>, Described {
    /** The most ends of an edge; a directed one has one that reads it. */
    private static final long ENDS = 2;

    /** Remembers what it was asked: plans of many predictors are alike. */
    static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    /** More than a few roundings of a scale take away. */
    private static final double DOWN = 1 - 0x1.0p-50;

    /** More are more than anybody asks, and accounting for them would have no end. */
    private static final long MOST_ANSWERS = 1_000_000_000_000L;

    public NeighbourVotes {
        boolean edge = unit == Unit.EDGE && relation == Relation.ADD_REMOVE;
        Check.that(
                edge || unit == Unit.NODE && relation != null,
                "unit and relation",
                "a node, or an edge that is added or" + " removed",
                unit + ", " + relation);
        Check.within("answers", answers, 1, MOST_ANSWERS);
        Check.atLeast("degree", degree, 0);
        if ((relation == Relation.PARTICIPATION) != degree > 0)
            throw new IllegalArgumentException(
                    "degree must be at least 1 where a node takes part or not, and 0 otherwise,"
                            + " because weights by degrees change where edges come and go; was " + degree + " with "
                            + relation);
        if (edge) Check.that(longest == Double.POSITIVE_INFINITY, "longest", "infinite for edges", longest);
        else Check.closed("longest", longest, 1, 1e6);
        if (deviation != 0) Check.positive("deviation", deviation);
    }

    /** Hides a node that is added or removed with all its edges. */
    public static NeighbourVotes ofNodes(long answers, double longest) {
        return new NeighbourVotes(Unit.NODE, Relation.ADD_REMOVE, answers, 0, longest, 0);
    }

    /** Hides an edge that is added or removed, between nodes whose rows are public. */
    public static NeighbourVotes ofEdges(long answers) {
        return new NeighbourVotes(Unit.EDGE, Relation.ADD_REMOVE, answers, 0, Double.POSITIVE_INFINITY, 0);
    }

    /** Hides a node that takes part or not; the nodes' out-degrees are public, and what a node sends is bounded by them. */
    public NeighbourVotes weighted(int degreeBound) {
        return new NeighbourVotes(unit, Relation.PARTICIPATION, answers, degreeBound, longest, deviation);
    }

    /** Hides a node that is replaced by any other, with other edges. */
    public NeighbourVotes replaced() {
        return new NeighbourVotes(unit, Relation.REPLACE, answers, 0, longest, deviation);
    }

    /** With noise of this deviation, in votes. */
    public NeighbourVotes deviation(double votes) {
        return with(NeighbourVotes::deviation, Check.positive("deviation", votes));
    }

    /** With the least noise under which a training and all answers stay within this epsilon, at the training's delta. */
    public NeighbourVotes within(double epsilon, Trained training) {
        return within(epsilon, training, ACCOUNTANT);
    }

    /** Votes within this epsilon by another accountant. */
    public NeighbourVotes within(double epsilon, Trained training, Accountant accountant) {
        Check.given("accountant", accountant);
        Check.positive("epsilon", epsilon);
        Event trained = training(Check.given("training", training));
        double delta = new DeltaReserve(training.guarantee().delta()).accounting();
        double spent = unit == Unit.EDGE ? 0 : accountant.epsilon(trained, delta);
        if (!(spent < epsilon))
            throw new IllegalArgumentException("epsilon must be above " + spent
                    + ", which the training has spent, so that something is left for the answers; was " + epsilon);
        return deviation(Calibration.of(accountant).multiplier(s -> deviation(s).total(training), epsilon, delta));
    }

    /** What a training spends of what protects this unit; a training that protects something else is refused. */
    Event training(Trained training) {
        Schedule schedule = training.schedule();
        if (schedule == null)
            throw new IllegalArgumentException(
                    "votes need a private training with its plan, and this one has none; one that was loaded answers about what"
                            + " askers give, by Predictor.of(trained). The same training called again with the folder of its checkpoint"
                            + " is not trained again and has its plan");
        if (!training.guarantee().verdict().hasBound())
            throw new IllegalArgumentException("a predictor needs a training with a theorem, and this one has none: "
                    + String.join(" ", training.guarantee().terms().remarks()));
        if (training.guarantee().epsilon() != schedule.provable().epsilon())
            throw new IllegalArgumentException("the training spent other events than its schedule has: its epsilon is "
                    + training.guarantee().epsilon() + ", that of the schedule "
                    + schedule.provable().epsilon());
        Sampler sampler = schedule.plan().sampler();
        if (unit == Unit.EDGE) {
            if (!(sampler instanceof PoissonNodes || sampler instanceof UniformNodes))
                throw new IllegalArgumentException("answers that hide an edge need a training that reads none: by"
                        + " PoissonNodes or UniformNodes, was by " + sampler);
            return new Event.Composed(List.of());
        }
        if (sampler.unit() != unit || !sampler.relations().contains(relation))
            throw new IllegalArgumentException("the answers hide " + unit.words() + ", which " + relation.words()
                    + ", and the training by " + sampler + " hides "
                    + sampler.unit().words() + " against "
                    + sampler.relations()
                    + "; NeighbourVotes.ofNodes(...).weighted(degree) hide a node that takes part or not");
        return schedule.spent(schedule.steps());
    }

    /** By how much a unit moves one answer: another one than that about itself. */
    private int moved() {
        return relation == Relation.REPLACE ? 2 : 1;
    }

    /** How many of the answers cost something; all after them are paid for by these. */
    long charged() {
        if (unit == Unit.EDGE) return Math.min(answers, ENDS);
        return degree == 0 ? answers : Math.min(answers, degree + 1L);
    }

    /** What is spent before the first answer: by how much more a node moves the answer about itself. */
    Event opening() {
        return unit == Unit.EDGE || longest == 1
                ? new Event.Repeated(answer(1), 0)
                : new Event.Gaussian(deviation / (moved() * Math.sqrt(longest * longest - 1)) * DOWN);
    }

    /** What an answer spends, counted from 1. */
    Event answer(long number) {
        if (deviation == 0)
            throw new IllegalStateException(
                    "the votes have no noise yet: say deviation(votes) or within(epsilon, training)");
        Event one = new Event.Gaussian(deviation / moved());
        return number <= charged() ? one : new Event.Repeated(one, 0);
    }

    /** What all answers spend. */
    public Event event() {
        Event asked = new Event.Repeated(answer(1), charged());
        return opening() instanceof Event.Repeated ? asked : new Event.Composed(List.of(opening(), asked));
    }

    /** What a training and all answers spend. */
    Event total(Trained training) {
        Event trained = training(training);
        return unit == Unit.EDGE ? event() : new Event.Composed(List.of(trained, event()));
    }

    /** By how much a unit moves the sums of all answers together, in votes. */
    public double sensitivity() {
        double own = unit == Unit.EDGE ? 0 : longest * longest - 1;
        return moved() * Math.sqrt(own + charged());
    }

    /** What is taken as public. */
    List<String> assumptions() {
        List<String> all = new ArrayList<>();
        all.add("The number of answers, " + answers + ", is fixed in advance. Who asks what may follow from all answers"
                + " before, and otherwise from nothing that is protected.");
        if (unit == Unit.EDGE)
            all.add(
                    "Nodes, their rows and their labels are public; the training read no edge, so that it costs nothing here.");
        if (relation == Relation.PARTICIPATION) all.add("Out-degrees are public and do not depend on who takes part.");
        return all;
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("answers", answers + ", by neighbours' votes with noise");
        rows.put("protects", unit.words() + ", which " + relation.words());
        if (degree > 0) rows.put("bound on degrees", degree);
        if (Double.isFinite(longest)) rows.put("longest sum", longest);
        rows.put("sensitivity of all answers", sensitivity());
        rows.put("deviation of the noise", deviation == 0 ? "to be found" : deviation);
        return rows;
    }
}
