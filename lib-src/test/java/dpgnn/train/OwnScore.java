package dpgnn.train;

import dpgnn.graph.Dataset;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Sampler;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** Any score that a test makes up, which need not be what it says. */
record OwnScore(
        String words,
        Event event,
        Set<Relation> against,
        Dataset.Provenance provenance,
        ToDoubleBiFunction<Trained, RandomStream> value)
        implements PrivateSelection.Score {
    /** On the held-out nodes, against every change. */
    OwnScore(String words, Event event, ToDoubleFunction<Trained> value) {
        this(
                words,
                event,
                Set.of(Relation.values()),
                SmallTraining.HELD.provenance(),
                (t, coins) -> value.applyAsDouble(t));
    }

    @Override
    public Set<Relation> relations(Sampler sampler) {
        return against;
    }

    @Override
    public double of(Trained trained, RandomStream coins) {
        return value.applyAsDouble(trained, coins);
    }

    @Override
    public String toString() {
        return words;
    }
}
