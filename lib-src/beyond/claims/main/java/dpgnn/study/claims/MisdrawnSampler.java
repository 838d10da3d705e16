package dpgnn.study.claims;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Says what one sampler says and draws something else: a fault to be planted.
 *
 * @param says whose event and unit it states
 * @param does whose examples it draws
 * @param edit what becomes of each example
 */
public record MisdrawnSampler(Sampler says, Sampler does, Edit edit) implements Sampler {
    /** Puts what becomes of an example into another batch. */
    @FunctionalInterface
    public interface Edit {
        void example(Batch from, int example, Participants participants, Batch into);
    }

    /** Draws what another sampler draws. */
    public static MisdrawnSampler of(Sampler says, Sampler does) {
        return new MisdrawnSampler(says, does, (from, example, participants, into) -> copy(from, example, into));
    }

    /** Draws its own examples and spoils them. */
    public static MisdrawnSampler of(Sampler says, Edit edit) {
        return new MisdrawnSampler(says, says, edit);
    }

    /** The same example; its first node reads these nodes too. */
    public static void copy(Batch from, int example, Batch into, int... more) {
        int begin = from.exampleStart(example);
        copy(from, example, into, r -> r == begin ? more : new int[0]);
    }

    /** The same example; each of its rows reads more nodes, which stand at its end, one after the other. */
    static void copy(Batch from, int example, Batch into, IntFunction<int[]> more) {
        into.beginExample();
        int begin = from.exampleStart(example), end = from.exampleStart(example + 1);
        int shift = into.rows() - begin;
        IntStream.Builder added = IntStream.builder();
        int next = shift + end;
        for (int r = begin; r < end; r++) {
            into.addRow(from.node(r));
            for (int k = from.edgeStart(r); k < from.edgeStart(r + 1); k++) into.addSource(shift + from.source(k));
            for (int node : more.apply(r)) {
                into.addSource(next++);
                added.add(node);
            }
        }
        added.build().forEach(into::addRow);
        for (int k = from.targetStart(example); k < from.targetStart(example + 1); k++)
            into.addTarget(shift + from.target(k));
    }

    @Override
    public Unit unit() {
        return says.unit();
    }

    @Override
    public Relation relation() {
        return says.relation();
    }

    @Override
    public Set<Relation> relations() {
        return says.relations();
    }

    @Override
    public List<String> assumptions() {
        return says.assumptions();
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return says.event(facts, multiplier);
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        return says.claimed(facts, multiplier);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return says.expectedExamples(facts);
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        Draws words = says.draws(participants, coins);
        Draws drawn = does.equals(says) ? words : does.draws(participants, coins);
        Batch honest = new Batch();
        return new Draws() {
            @Override
            public void draw(long step, Batch batch) {
                drawn.draw(step, honest);
                batch.clear();
                for (int e = 0; e < honest.examples(); e++) edit.example(honest, e, participants, batch);
            }

            @Override
            public Event event(long step, double multiplier) {
                return words.event(step, multiplier);
            }
        };
    }
}
