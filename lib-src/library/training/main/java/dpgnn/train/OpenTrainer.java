package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.random.Streams;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** Trains for an experiment, whose losses and figures may be looked at: with privacy or without it, and never as a release. */
public abstract sealed class OpenTrainer extends Trainer permits PrivateTrainer, PlainTrainer {
    OpenTrainer(Model model, Streams streams) {
        super(model, streams);
    }

    /** Computes a figure at regular numbers of steps and at the end. Figures of private data are outside the guarantee. */
    public OpenTrainer follow(String name, long every, Metric metric) {
        Check.atLeast("every", every, 1);
        return follow(name, step -> step % every == 0, metric);
    }

    /** Computes a figure after these steps, counted from 1, and at the end: for instance where a budget is used up. */
    public OpenTrainer follow(String name, LongPredicate after, Metric metric) {
        followed.put(given("name", name), new Followed(given("metric", metric), given("after", after)));
        return this;
    }

    /** Lets an audit look into every step. Such a training keeps no checkpoint and has no guarantee. */
    public OpenTrainer probe(SumProbe audit) {
        probe = given("probe", audit);
        return this;
    }

    @Override
    public OpenTrainer optimizer(Supplier<Optimizer> fresh) {
        super.optimizer(fresh);
        return this;
    }

    @Override
    public OpenTrainer listen(Listener listener) {
        super.listen(listener);
        return this;
    }

    @Override
    public OpenTrainer experiment(Experiment<?> run) {
        super.experiment(run);
        return this;
    }

    @Override
    public OpenTrainer checkpoint(Path into, long every) {
        super.checkpoint(into, every);
        return this;
    }
}
