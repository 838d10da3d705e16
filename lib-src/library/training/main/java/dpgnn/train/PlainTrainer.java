package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Model;
import dpgnn.random.Streams;
import dpgnn.sampling.Sampler;

/** Trains without privacy: runs the same loop as {@link PrivateTrainer} at epsilon infinity, with neither clip nor noise. */
public final class PlainTrainer extends OpenTrainer {
    private final Sampler sampler;
    private final long steps;

    private PlainTrainer(Model model, Sampler sampler, long steps, Streams streams) {
        super(model, streams);
        this.sampler = Check.given("sampler", sampler);
        this.steps = Check.atLeast("steps", steps, 1);
    }

    public static PlainTrainer of(Model model, Sampler sampler, long steps, Streams streams) {
        return new PlainTrainer(model, sampler, steps, streams);
    }

    @Override
    Plan plan() {
        return null;
    }

    Sampler sampler() {
        return sampler;
    }

    long steps() {
        return steps;
    }

    @Override
    Training training(TrainingView view) {
        return Training.plain(this, view);
    }
}
