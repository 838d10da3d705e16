package dpgnn.study.walks;

import dpgnn.graph.Labels;
import dpgnn.graph.Split.Role;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Scores;
import dpgnn.train.Evaluation;
import dpgnn.train.OpenTrainer;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/** Micro-F1 of validation and test nodes from one pass over the whole graph. It is not noisy, and therefore not private. */
public final class WalkScores {
    private static final int PATIENCE = 50;

    private final WalkData data;
    private final Evaluation evaluation;
    private final int[] nodes;
    private double validation;

    WalkScores(WalkData data) {
        this.data = data;
        evaluation = Evaluation.wholeGraph(data.held());
        nodes = evaluation.nodes();
    }

    /**
     * Trains without privacy until 50 evaluations bring no better validation figure; "test" and "validation" are those of the best
     * step.
     *
     * @param every the number of steps between two evaluations
     */
    public static Run atBest(OpenTrainer trainer, WalkData data, long every) throws InterruptedException {
        trainer.listen(new Plateau("validation", every, PATIENCE));
        new WalkScores(data).follow(trainer, step -> step % every == 0);
        Run made = trainer.train(data.view()).run();
        List<Run.Point> validation = made.history().get("validation");
        int best = highest(validation);
        TreeMap<String, Double> metrics = new TreeMap<>(made.metrics());
        metrics.put("validation", validation.get(best).value());
        metrics.put("test", made.history().get("test").get(best).value());
        metrics.put("best step", (double) validation.get(best).step());
        return made.withMetrics(metrics);
    }

    /**
     * Trains with privacy; "test" and "validation" are also of the steps where epsilon comes to a whole number k, after "steps at
     * epsilon k" steps.
     *
     * @param steps see {@link WalkAccounting#steps}
     */
    public static Run atBudgets(OpenTrainer trainer, WalkData data, SortedMap<Double, Long> steps)
            throws InterruptedException {
        return atBudgets(trainer, data, steps, steps::containsValue);
    }

    /** @param after whether to look after a step on the way */
    static Run atBudgets(OpenTrainer trainer, WalkData data, SortedMap<Double, Long> steps, LongPredicate after)
            throws InterruptedException {
        new WalkScores(data).follow(trainer, after);
        Run made = trainer.train(data.view()).run();
        TreeMap<String, Double> metrics = new TreeMap<>();
        steps.forEach((epsilon, afforded) -> {
            if (epsilon == Math.rint(epsilon))
                metrics.put("steps at epsilon " + Math.round(epsilon), (double) afforded);
        });
        metrics.putAll(made.metrics());
        return made.withMetrics(metrics);
    }

    /** Follows "test" and "validation" after these steps, in this order: the first computes both. */
    void follow(OpenTrainer trainer, LongPredicate after) {
        trainer.follow("test", after, this::both).follow("validation", after, (network, parameters) -> validation);
    }

    /** Both figures by name. */
    Map<String, Double> figures(Network network, Parameters parameters) {
        double test = both(network, parameters);
        return Map.of("test", test, "validation", validation);
    }

    /** Which of these is the first with the highest value. */
    static int highest(List<Run.Point> of) {
        int best = 0;
        for (int i = 1; i < of.size(); i++) if (of.get(i).value() > of.get(best).value()) best = i;
        return best;
    }

    private double both(Network network, Parameters parameters) {
        float[] logits = evaluation.logits(network, parameters);
        validation = of(Role.VALIDATION, logits);
        return of(Role.TEST, logits);
    }

    private double of(Role role, float[] logits) {
        Labels labels = data.data().labels();
        int classes = labels.classes();
        int count = 0;
        for (int v : nodes) if (data.split().role(v) == role) count++;
        int[] chosen = new int[count];
        boolean[] predicted = new boolean[Math.multiplyExact(count, classes)];
        count = 0;
        for (int k = 0; k < nodes.length; k++) {
            if (data.split().role(nodes[k]) != role) continue;
            predict(logits, k * classes, predicted, count * classes, classes, labels.isMulti());
            chosen[count++] = nodes[k];
        }
        return Scores.of(labels, chosen, predicted).microF1();
    }

    private static void predict(float[] logits, int from, boolean[] into, int at, int classes, boolean multi) {
        int best = 0;
        for (int c = 0; c < classes; c++) {
            if (multi) into[at + c] = logits[from + c] > 0;
            if (logits[from + c] > logits[from + best]) best = c;
        }
        if (!multi) into[at + best] = true;
    }
}
