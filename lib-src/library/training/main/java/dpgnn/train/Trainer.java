package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.Features;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Adam;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * What all trainers have in common; all run the same loop. An {@link OpenTrainer} is for experiments, and shows what it does. A {@link
 * ReleaseTrainer} makes what may be given away, and shows nothing else.
 */
public abstract sealed class Trainer permits OpenTrainer, ReleaseTrainer {
    /** A figure that is followed through a training. The parameters are a copy: what is written there moves no training. */
    @FunctionalInterface
    public interface Metric {
        double of(Network network, Parameters parameters);
    }

    /** A metric, and after which steps it is computed; it is always computed at the end. */
    record Followed(Metric metric, LongPredicate after) {}

    /**
     * What a process remembers of trainings: what audits found of plans, and where interrupts stopped trainings that have no folder. It also
     * tells who wants to hear of runs. A cell that is run again makes its plans, trainers and lab anew; only the process outlives them.
     */
    public static final class Memory {
        private static final Memory HERE = new Memory();

        /** How many stopped trainings are held. */
        private static final int HELD = 8;

        private final Map<List<Object>, Boolean> audited = new ConcurrentHashMap<>();

        /** The features that the last training looked at. */
        private Reference<Features> lookedAt = new WeakReference<>(null);

        /** By their facts, the oldest first. */
        private final Map<String, Held> stopped = new LinkedHashMap<>();

        /** Where a training on these very data was stopped: to hash them takes longer than somebody waits who stops a cell. */
        private record Held(WeakReference<TrainingView> of, Checkpoint at) {}

        /** One that remembers nothing so far. */
        Memory() {}

        /** That of this process. */
        public static Memory here() {
            return HERE;
        }

        /** Returns this run; while a report is being made, also saves its publishable part there. */
        public Run keep(Run run) {
            Check.given("run", run);
            for (Run.Keeper keeper : ServiceLoader.load(Run.Keeper.class, Run.Keeper.class.getClassLoader()))
                keeper.keep(run);
            return run;
        }

        /**
         * Remembers that a plan was audited.
         *
         * @param clean whether no fault was found; one that was found stays known when another audit finds none
         */
        public void audited(Plan plan, boolean clean) {
            audited.merge(identity(Check.given("plan", plan)), clean, Boolean::logicalAnd);
        }

        /** Whether audits found this plan, or one that does not differ from it, clean; nothing where none was audited. */
        Optional<Boolean> audited(Plan plan) {
            return Optional.ofNullable(audited.get(identity(plan)));
        }

        /** Parts by what they are, since a class of a cell that was run again has the name of the one before. */
        private static List<Object> identity(Plan plan) {
            return List.of(plan.sampler(), plan.clip(), plan.noise(), plan.toString());
        }

        /** Remembers that a training looks at these features; returns whether the one before looked at others. */
        synchronized boolean looksAnew(Features at) {
            boolean others = lookedAt.get() != at;
            lookedAt = new WeakReference<>(at);
            return others;
        }

        /** Holds where a training of these facts was stopped on these data. */
        synchronized void hold(String facts, TrainingView of, Checkpoint at) {
            stopped.remove(facts);
            stopped.put(facts, new Held(new WeakReference<>(of), at));
            if (stopped.size() > HELD)
                stopped.remove(stopped.keySet().iterator().next());
        }

        /** Gives where such a training was stopped on these very data, once; null where none was. */
        synchronized Checkpoint release(String facts, TrainingView of) {
            Held held = stopped.get(facts);
            return held == null || held.of().get() != of
                    ? null
                    : stopped.remove(facts).at();
        }
    }

    final Model model;
    final Streams streams;
    Supplier<Optimizer> optimizer = () -> Adam.of(0.01);
    final List<Listener> listeners = new ArrayList<>();
    final Map<String, Followed> followed = new LinkedHashMap<>();
    final TreeMap<String, Object> parameters = new TreeMap<>();
    String experiment = "training";
    SumProbe probe;
    /** Whether sums are exact although streams are seeded. */
    boolean exact;
    /** Where exact sums are computed; null for this machine. */
    StepSum.Place elsewhere;

    /** The coins of a release whose steps can be taken again; null for all others. */
    StepCoins coins;

    /** After how many steps such a release commits to its state. */
    long stateEvery = 1;

    /** What all releases of the data share; null for none. */
    Budget budget;

    Path folder;
    long checkpointEvery = Long.MAX_VALUE;
    Memory memory = Memory.here();

    Trainer(Model model, Streams streams) {
        this.model = given("model", model);
        this.streams = given("streams", streams);
    }

    /** The stream of this name, of the step's own coins where there are any. */
    RandomStream stream(String name) {
        return coins == null ? streams.stream(name) : coins.stream(name);
    }

    boolean sumsAreExact() {
        return exact || streams.isSecure();
    }

    static <T> T given(String name, T value) {
        return Check.given(name, value);
    }

    /**
     * Sets the source of a fresh optimiser for every training; the default is Adam with rate 0.01.
     *
     * @throws IllegalArgumentException where the supplier gives one object twice, or one that has taken a step
     */
    public Trainer optimizer(Supplier<Optimizer> fresh) {
        optimizer = Optimizer.source(fresh);
        return this;
    }

    /** Tells a listener of every step. Of a release it hears how many steps are done and what they spend, and no loss. */
    public Trainer listen(Listener listener) {
        given("listener", listener);
        listeners.add(streams.isSecure() && listener instanceof TrainingLog log ? log.released() : listener);
        return this;
    }

    /** Names the run and its parameters in its record. */
    public Trainer experiment(Experiment<?> run) {
        Setting setting = Setting.of(given("experiment", run));
        experiment = setting.experiment();
        parameters.putAll(setting.parameters());
        return this;
    }

    /**
     * Keeps a checkpoint, and a private training's ledger, in a folder. A training of the same plan, model, data and seed
     * that finds them there continues: a seeded one bit for bit on the same kind of processor, whatever the number of
     * threads (another processor may round the last bits of a product otherwise), a secure one with fresh noise and what is
     * left of its budget. Data that differ in any edge, feature or label are refused, and so is another backend, and a second
     * training in the folder while the first runs.
     *
     * <p>{@code ledger.jsonl} may be published: nothing in it was computed from private data. Files whose names begin with
     * {@code private-} may not.
     */
    public Trainer checkpoint(Path into, long every) {
        folder = given("the folder of a checkpoint", into);
        checkpointEvery = Check.atLeast("every", every, 1);
        return this;
    }

    /**
     * Trains. An interrupt of the thread takes effect at the next step, when the checkpoint and the ledger are whole.
     *
     * <p>It throws no checked exception, so that it may stand in any lambda.
     *
     * @throws TrainingStopped after an interrupt, whose flag is then used up
     * @throws UncheckedIOException when the folder of its checkpoint cannot be read or written
     * @throws StepFailed when a gradient that is not clipped is not finite; a clipped one counts as zero then, and no step fails
     */
    public final Trained train(TrainingView view) {
        Trained made = unnoticed(view);
        memory.keep(made.run());
        return made;
    }

    /** Trains, and no report learns of it. */
    final Trained unnoticed(TrainingView view) {
        try {
            return start(view);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new TrainingStopped(e);
        }
    }

    /** Null for a training without privacy. */
    abstract Plan plan();

    /** Before its first step. */
    abstract Training training(TrainingView view);

    Trained start(TrainingView view) throws InterruptedException, IOException {
        try (TrainingLoop loop = new TrainingLoop(this, training(view))) {
            return loop.run();
        }
    }
}
