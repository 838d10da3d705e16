package dpgnn.study.text;

import dpgnn.study.Study;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the test nodes that a model without privacy, trained on all data, gets wrong, and counts how many of them another
 * model gets wrong too (Igamberdiev and Habernal 2022, figures 3 and 4).
 */
public final class HardCases {
    /** To be run in a {@link dpgnn.study.Sweep}. */
    public static final Study<TextRun> STUDY = new Study<>("hard cases", 1, TextRun::data, HardCases::run);

    private static final Map<TextRun, HardCases> KNOWN = new ConcurrentHashMap<>();

    private final BitSet nodes = new BitSet();

    private HardCases(int[] wrong) {
        for (int v : wrong) nodes.set(v);
        if (nodes.isEmpty())
            throw new IllegalArgumentException("there must be a hard case; the model without privacy made no error");
    }

    /** @param wrong the nodes that the model without privacy gets wrong */
    static HardCases of(int[] wrong) {
        return new HardCases(wrong);
    }

    /**
     * A training of {@link TextRun}. Metrics beside those of the training: how many "hard cases"
     * there are for this data set, optimiser and seed, the "share" of them that this model gets wrong too, and how many
     * "tested" nodes there are.
     */
    static Run run(TextRun text) throws IOException, InterruptedException {
        HardCases hard = hard(text);
        TextRun.Outcome outcome = TextRun.train(text);
        Run run = outcome.trained().run();
        Map<String, Double> metrics = new TreeMap<>(run.metrics());
        metrics.put("hard cases", (double) hard.count());
        metrics.put("share", hard.shareOf(outcome.wrong()));
        TextData data = TextData.of(text.dataset());
        metrics.put("tested", (double) Arrays.stream(data.split().test())
                .filter(data.data().labels()::isKnown)
                .count());
        return run.withMetrics(metrics);
    }

    /** Those of the model without privacy on all data, which is trained once for all settings of a process. */
    private static HardCases hard(TextRun text) throws IOException, InterruptedException {
        TextRun reference = TextRun.plain(text.dataset(), text.optimizer())
                .with(TextRun::epochs, text.epochs())
                .with(TextRun::dropout, text.dropout())
                .with(TextRun::seed, text.seed());
        synchronized (KNOWN) {
            HardCases known = KNOWN.get(reference);
            if (known == null)
                KNOWN.put(reference, known = of(TextRun.train(reference).wrong()));
            return known;
        }
    }

    public int count() {
        return nodes.cardinality();
    }

    /** The share of the hard cases that are among these errors: 1 where another model makes the same errors and perhaps more. */
    double shareOf(int[] errors) {
        BitSet both = new BitSet();
        for (int v : errors) both.set(v);
        both.and(nodes);
        return (double) both.cardinality() / count();
    }
}
