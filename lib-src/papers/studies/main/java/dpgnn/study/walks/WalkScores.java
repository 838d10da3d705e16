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
import java.util.function.LongPredicate;

/** Micro-F1 of validation and test nodes from one pass over the whole graph. It is not noisy, and therefore not private. */
final class WalkScores {
    private final WalkData data;
    private final Evaluation evaluation;
    private final int[] nodes;
    private double validation;

    WalkScores(WalkData data) {
        this.data = data;
        evaluation = Evaluation.wholeGraph(data.held());
        nodes = evaluation.nodes();
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
