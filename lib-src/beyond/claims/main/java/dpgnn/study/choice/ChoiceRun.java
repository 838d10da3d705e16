package dpgnn.study.choice;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.study.Study;
import dpgnn.train.Evaluation;
import dpgnn.train.Experiment;
import dpgnn.train.HoldoutCount;
import dpgnn.train.Plan;
import dpgnn.train.PrivateSelection;
import dpgnn.train.PrivateSelection.Candidate;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One choice among eight trainings. A run has the metrics "test accuracy", "epsilon spent", "noise multiplier" (of the first
 * candidate) and "candidate"; one of all candidates also "test accuracy of NAME".
 *
 * @param dataset Cora, PubMed or small, a synthetic one
 * @param way how one of the candidates is chosen
 * @param epsilon what all of it may cost; for a naive choice, what it claims
 */
public record ChoiceRun(String dataset, Way way, double epsilon, long seed) implements Experiment<ChoiceRun> {
    public static final Study<ChoiceRun> STUDY =
            new Study<>("choice", 2, run -> Run.Data.of(data(run.dataset())), ChoiceRun::run);

    /** The deviation of the noise on a count of right answers. */
    public static final double NOISE = 8;

    private static final Accountant PLD = CachedAccountant.of(PldAccountant.standard());

    /** How one comes to a model. */
    public enum Way {
        /** A candidate is drawn blindly, and has all of the budget. */
        BLIND("one drawn blindly", null),
        /** Each candidate is trained with all of the budget, and the best is said to have cost that. */
        NAIVE("naive, as claimed", null),
        /** Each candidate is trained, with noise under which all of them together stay within the budget. */
        COMPOSED("naive, paid for", null),
        /** Private selection. */
        GEOMETRIC("private, geometric", RunCount.geometric(0.125)),
        LOGARITHMIC("private, logarithmic", RunCount.ofMean(0, 8)),
        POISSON("private, Poisson", RunCount.poisson(8));

        private final String words;
        private final RunCount law;

        Way(String words, RunCount law) {
            this.words = words;
            this.law = law;
        }

        /** How many trainings there are; null where that is no secret. */
        public RunCount law() {
            return law;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    @Override
    public String experiment() {
        return "choice";
    }

    static Dataset data(String name) throws IOException {
        if (name.equals("small")) return SyntheticGraphs.small();
        return Scaling.rows(Datasets.loadOrStandIn(name.toLowerCase(Locale.ROOT)), Scaling.Norm.L2);
    }

    /** Four rates of learning, each with few steps and with many; plans without noise. */
    public static List<Candidate> candidates(boolean small) {
        List<Candidate> all = new ArrayList<>();
        for (double rate : new double[] {0.001, 0.004, 0.016, 0.064})
            for (int steps : small ? new int[] {5, 10} : new int[] {25, 100})
                all.add(new Candidate(
                        "rate " + rate + ", " + steps + " steps",
                        Mlp.of(16),
                        Plan.of(PoissonNodes.of(0.1), Clip.flat(0.5), GaussianNoise.standard())
                                .steps(steps),
                        () -> Adam.of(rate)));
        return List.copyOf(all);
    }

    static Run run(ChoiceRun run) throws IOException, InterruptedException {
        Dataset data = data(run.dataset());
        Split split = Split.random(data.nodes(), 0.6, 0.2, Streams.seed(run.seed()).stream("split"));
        TrainingView view = data.transductive(split);
        Job job = new Job(
                run,
                view,
                HoldoutCount.of(data.evaluationAmong(split, Split.Role.VALIDATION), NOISE),
                data.evaluationAmong(split, Split.Role.TEST),
                candidates(run.dataset().equals("small")),
                delta(view),
                new TreeMap<>());
        if (run.way().law() != null) job.privately();
        else job.naively();
        return Study.made(run, data, job.metrics);
    }

    static double delta(TrainingView view) {
        return Math.pow(view.participants().announcedRoots(), -1.1);
    }

    private record Job(
            ChoiceRun run,
            TrainingView view,
            HoldoutCount score,
            EvaluationView test,
            List<Candidate> candidates,
            double delta,
            Map<String, Double> metrics) {
        void privately() throws IOException, InterruptedException {
            PrivateSelection selection = PrivateSelection.of(candidates)
                    .by(score)
                    .times(run.way().law())
                    .calibrated(run.epsilon(), delta);
            metrics.put("noise multiplier", selection.plans(view).get(0).noise(view));
            metrics.put("epsilon spent", selection.guarantee(view).epsilon());
            var chosen = selection.choose(view, Streams.seed(run.seed()));
            // Where nothing was trained, a user has the first class to offer.
            metrics.put(
                    "test accuracy",
                    chosen.isEmpty() ? 0 : accuracy(chosen.get().trained()));
            metrics.put("candidate", (double)
                    (chosen.isEmpty() ? -1 : index(chosen.get().name())));
        }

        private int index(String name) {
            return candidates.stream().map(Candidate::name).toList().indexOf(name);
        }

        void naively() {
            boolean blind = run.way() == Way.BLIND;
            List<Double> noise = new ArrayList<>();
            Calibration calibration = Calibration.of(PLD);
            for (Candidate c : candidates) noise.add(calibration.multiplier(m -> event(c, m), run.epsilon(), delta));
            if (run.way() == Way.COMPOSED) {
                double factor = calibration.multiplier(f -> all(noise, f), run.epsilon(), delta);
                noise.replaceAll(m -> factor * m);
            }
            Streams streams = Streams.seed(run.seed());
            RandomStream coins = streams.stream("choice");
            int only = coins.nextInt(candidates.size()), best = -1;
            double most = 0;
            for (int i = 0; i < candidates.size(); i++) {
                if (blind && i != only) continue;
                Trained trained = train(
                        candidates.get(i),
                        noise.get(i),
                        Streams.seed(coins.fork(i).nextLong()));
                double counted = score.of(trained, coins.fork(-1 - i)), accuracy = accuracy(trained);
                if (!blind) metrics.put("test accuracy of " + candidates.get(i).name(), accuracy);
                if (best >= 0 && counted <= most) continue;
                best = i;
                most = counted;
                metrics.put("test accuracy", accuracy);
            }
            metrics.put("candidate", (double) best);
            metrics.put("noise multiplier", noise.get(0));
            Event spent = blind ? event(candidates.get(best), noise.get(best)) : all(noise, 1);
            metrics.put("epsilon spent", PLD.epsilon(spent, delta));
        }

        private Event event(Candidate c, double multiplier) {
            Sampler.Facts facts = Sampler.Facts.of(view.participants());
            Event step = c.plan().noise().event(c.plan().sampler().event(facts, multiplier), 1);
            return new Event.Repeated(step, c.plan().steps());
        }

        /** All trainings and all their scores. */
        private Event all(List<Double> noise, double factor) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < noise.size(); i++) events.add(event(candidates.get(i), factor * noise.get(i)));
            events.add(new Event.Repeated(score.event(), noise.size()));
            return new Event.Composed(events);
        }

        private Trained train(Candidate c, double multiplier, Streams streams) {
            return c.plan()
                    .multiplier(multiplier)
                    .delta(delta)
                    .accountant(PLD)
                    .experiment(c.model(), streams)
                    .optimizer(c.optimizer())
                    .train(view);
        }

        private double accuracy(Trained trained) {
            return Evaluation.stars(test, 0, Streams.seed(0).stream("no neighbour is drawn"))
                    .scores(trained.network(), trained.parameters())
                    .accuracy();
        }
    }
}
