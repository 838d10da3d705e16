package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * Draws the examples of a step. Arguments of a sampler's factory are public and may appear in a ledger; arguments of its
 * methods are private data, apart from {@link Facts}.
 *
 * <p><b>Guarantee.</b> An {@link #event} holds when each example contributes one vector of norm at most C to a sum, that sum
 * is divided by nothing but {@link #expectedExamples}, noise is added whether or not the batch is empty, and nobody learns
 * which examples were drawn.
 *
 * <p>Proof: docs/proofs.md, lemma 11.
 */
public interface Sampler extends Described {
    /** The sampler's name and parameters, whom it protects, and what it takes for granted. */
    @Override
    default Map<String, Object> description() {
        Map<String, Object> rows = this instanceof Record record
                ? Described.components("sampler", record)
                : new LinkedHashMap<>(Map.of("sampler", toString()));
        rows.put("protects", unit().words() + ", which " + relation().words());
        rows.put("takes for granted", assumptions());
        return rows;
    }

    /** Whom the sampler's {@link #event} protects. */
    Unit unit();

    /** Which neighbours it protects against: the strongest change that is proved. */
    Relation relation();

    /** All changes of the unit for which the {@link #event} is proved. */
    default Set<Relation> relations() {
        return Set.of(relation());
    }

    /**
     * What the {@link #event} takes as public, what it takes to be the same in two neighbouring data sets, and what must stay
     * secret: full sentences, which every guarantee prints. Numbers of nodes and of training nodes are announced always and
     * need no sentence.
     */
    List<String> assumptions();

    /**
     * What one protected unit can change in any one step: proved, for every graph that agrees with the facts. It can be had
     * before a graph is seen.
     *
     * @param multiplier standard deviation of the noise over C, the norm to which each example's gradient is clipped. The
     *     sampler converts it to what the event needs
     */
    Event event(Facts facts, double multiplier);

    /**
     * For how many steps, from a multiple of this on, the {@link #event} holds together: an epoch of a sampler whose steps are not
     * independent. The first of them is charged with it, and the others are then paid for.
     */
    default long epochSteps() {
        return 1;
    }

    /** What the sampler's paper claims instead, where that is less than what is proved. */
    default Event claimed(Facts facts, double multiplier) {
        return event(facts, multiplier);
    }

    /** The public number by which the sum of gradients may be divided. */
    double expectedExamples(Facts facts);

    /** Starts to draw. The coins are forked, never moved. */
    Draws draws(Participants participants, RandomStream coins);

    /**
     * What an event may depend on, and what is therefore public: numbers, never the graph.
     *
     * @param nodes nodes of the graph
     * @param roots announced number of nodes that examples may be rooted at
     */
    record Facts(int nodes, int roots) {
        public Facts {
            Check.atLeast("nodes", nodes, 1);
            Check.within("roots", roots, 1, nodes);
        }

        public static Facts of(Participants participants) {
            Check.given("participants", participants);
            if (participants.announcedRoots() == 0)
                throw new IllegalArgumentException(
                        "the split has no training node with a label, so nothing can be learnt");
            return new Facts(participants.graph().nodes(), participants.announcedRoots());
        }
    }

    /**
     * The batches of a training. Step t is a function of the coins and t alone, whatever was drawn before, so a training
     * resumes at any step; secure coins give fresh batches instead, because they can never be repeated.
     */
    interface Draws {
        /** Fills the batch of a step. */
        @FunctionalInterface
        interface BatchSource {
            void fill(long step, Batch batch);
        }

        /** Fills the batch of a step, counted from 0. */
        void draw(long step, Batch batch);

        /**
         * What one protected unit can change in this very step. It is smaller than {@link Sampler#event} where the draw
         * shows something public, such as the number of walks that cover a public graph, and it is known before the step
         * runs; never does it depend on what the sampler's unit protects.
         */
        Event event(long step, double multiplier);

        /** Draws in this way; what a unit can change is the same in every step. */
        static Draws of(BatchSource draw, DoubleFunction<Event> event) {
            Check.given("draw", draw);
            Check.given("event", event);
            return new Draws() {
                @Override
                public void draw(long step, Batch batch) {
                    draw.fill(Check.atLeast("step", step, 0), batch);
                }

                @Override
                public Event event(long step, double multiplier) {
                    return event.apply(multiplier);
                }
            };
        }

        /** The events of steps 0 .. steps-1 as one. */
        default Event events(long steps, double multiplier) {
            Check.atLeast("steps", steps, 0);
            List<Event> runs = new ArrayList<>();
            long begun = 0;
            Event current = steps > 0 ? event(0, multiplier) : null;
            for (long t = 1; t <= steps; t++) {
                Event next = t < steps ? event(t, multiplier) : null;
                if (current.equals(next)) continue;
                runs.add(new Event.Repeated(current, t - begun));
                current = next;
                begun = t;
            }
            return runs.size() == 1 ? runs.get(0) : new Event.Composed(runs);
        }
    }
}
