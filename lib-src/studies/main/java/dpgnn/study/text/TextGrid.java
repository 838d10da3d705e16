package dpgnn.study.text;

import dpgnn.privacy.Guarantee;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Workbench;
import dpgnn.study.text.TextRun.Descent;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The runs behind the tables of Igamberdiev and Habernal (2022) at a notebook's scale: ci has a small synthetic graph, quick Cora,
 * CiteSeer and PubMed (without data the stand-in of Cora), paper the stand-ins of the other sets, too. A stand-in has one seed and
 * fewer settings. Each sweep is run when it is first asked for.
 */
public final class TextGrid {
    static final String SCORE = "test";
    /** The seeds of most cells. */
    private static final int FIVE = 5;
    /** The seeds where five say little: noise alone makes the answers, which are one class for all or nearly so. */
    private static final int MANY = 20;
    /** Beside it a gradient of norm one is nothing. */
    private static final double DEAFENING = 1e6;

    private final Workbench bench;
    private final boolean bare;
    private final Map<List<TextRun>, SweepResults<TextRun>> made = new HashMap<>();

    private TextGrid(Workbench bench, boolean bare) {
        this.bench = bench;
        this.bare = bare;
    }

    public static TextGrid of(Workbench bench) throws IOException {
        return new TextGrid(bench, !bench.ci() && !bench.paper() && standIn("Cora"));
    }

    /** What was run with noise. */
    public enum Noisy {
        /** The released code, which neither clips nor, after its first step, drops anything. */
        RELEASED,
        /** The same with the paper's dropout. */
        UNCLIPPED,
        /** The algorithm as the paper prints it. */
        CLIPPED;

        TextRun run(String set, Descent optimizer) {
            return switch (this) {
                case CLIPPED -> TextRun.clipped(set, optimizer, 1);
                case UNCLIPPED -> TextRun.unclipped(set, optimizer, 1);
                case RELEASED -> TextRun.unclipped(set, optimizer, 1).with(TextRun::dropout, 0.0);
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static boolean standIn(String set) throws IOException {
        return TextData.of(set).data().provenance().standIn();
    }

    /** Whether no epsilon holds on a data set, whatever the training: something was counted in it without noise. */
    static boolean leaks(String set) throws IOException {
        return !TextData.of(set).data().provenance().leaks().isEmpty();
    }

    /** What is proved for a run. */
    static Guarantee proved(Run run) {
        return run.guarantees().get(run.guarantees().size() - 1);
    }

    Workbench bench() {
        return bench;
    }

    /** Whether results are of the paper's data, so that its claims can be held against them. */
    public boolean real() {
        return !bench.ci() && !bare;
    }

    private boolean all() {
        return bench.ci() || bench.paper() || bare;
    }

    public List<String> sets() {
        return bench.ci() ? List.of("small") : bare ? List.of("Cora") : TextData.NAMES;
    }

    /** The sets that are trained with noise. */
    public List<String> noised() {
        return all() ? sets() : List.of("Cora", "CiteSeer", "PubMed");
    }

    /** The sets that are small enough for many seeds. */
    List<String> light() {
        return sets().stream().filter(set -> !big(set)).toList();
    }

    /** The set of figures that have room for one. */
    public String main() {
        return bench.ci() ? "small" : "Cora";
    }

    private static boolean big(String set) {
        return !List.of("small", "Cora", "CiteSeer").contains(set);
    }

    private SweepResults<TextRun> run(Sweep<TextRun> sweep, String set, int most) throws IOException {
        long[] seeds = bench.seeds(standIn(set) ? 1 : most);
        List<TextRun> key = sweep.seeds(seeds).experiments();
        if (!made.containsKey(key)) made.put(key, bench.run(sweep, TextGcn.STUDY));
        return made.get(key);
    }

    private Summary<TextRun> plain(String set, Descent optimizer, Double dropout) throws IOException {
        TextRun run = TextRun.plain(set, optimizer).with(TextRun::dropout, dropout);
        return run(Sweep.of(run), set, FIVE).over(SCORE).get(0);
    }

    /** Experiment A, without privacy; null where this scale leaves it out. */
    public Summary<TextRun> plain(String set, Descent optimizer) throws IOException {
        return noised().contains(set) || optimizer == Descent.ADAM ? plain(set, optimizer, null) : null;
    }

    /** The same without dropout, as the released code; null where this scale leaves it out. */
    Summary<TextRun> withoutDropout(String set, Descent optimizer) throws IOException {
        boolean wanted = noised().contains(set) && (bench.ci() || !standIn(set));
        return wanted ? plain(set, optimizer, 0.0) : null;
    }

    /** Experiment B: a summary for each share of the training documents, the smallest first. */
    public List<Summary<TextRun>> fewer(String set, Descent optimizer) throws IOException {
        boolean few = standIn(set) || big(set) && optimizer == Descent.SGD;
        List<Integer> percents = bench.ci()
                ? List.of(20, 100)
                : few
                        ? List.of(10, 50, 100)
                        : IntStream.rangeClosed(1, 10).mapToObj(i -> 10 * i).toList();
        return run(Sweep.of(TextRun.plain(set, optimizer)).vary(TextRun::percent, percents), set, FIVE)
                .over(SCORE);
    }

    /** The noises of table 3 that are run for a set, over the clip norm, with SGD. */
    List<Double> levels(String set) throws IOException {
        return bench.ci() || standIn(set) ? List.of(4.0, 112.0) : TextRun.NOISE;
    }

    private Sweep<TextRun> noises(TextRun run) throws IOException {
        List<Double> levels = levels(run.dataset());
        return Sweep.of(run).vary(TextRun::noise, noises(run.optimizer(), levels));
    }

    private static List<Double> noises(Descent optimizer, List<Double> levels) {
        return levels.stream().map(optimizer::noise).toList();
    }

    /** The optimisers that are run with noise. */
    List<Descent> optimizers(String set) throws IOException {
        return all() && !bench.paper() || !standIn(set) ? List.of(Descent.values()) : List.of(Descent.ADAM);
    }

    /** Experiment C: a summary for each of {@link #levels}; null where this scale leaves it out. */
    public List<Summary<TextRun>> noisy(String set, Descent optimizer, Noisy what) throws IOException {
        boolean wanted = what != Noisy.UNCLIPPED || set.equals(main());
        if (!noised().contains(set) || !optimizers(set).contains(optimizer) || !wanted) return null;
        boolean clipped = what == Noisy.CLIPPED, adam = optimizer == Descent.ADAM;
        boolean many = what == Noisy.RELEASED && adam && !big(set);
        int seeds = many ? MANY : clipped && adam ? FIVE : 3;
        List<Summary<TextRun>> over =
                run(noises(what.run(set, optimizer)), set, seeds).over(SCORE);
        for (Summary<TextRun> s : over) {
            Guarantee proved = proved(s.runs().get(0));
            bench.check(
                    proved.verdict().hasTheorem() == (clipped && !leaks(set)),
                    "only what is clipped, on data that do not leak, is private");
        }
        return over;
    }

    /**
     * As released with Adam and so much noise that no gradient is heard in it. Its seeds are those of {@link #noisy}, and so are
     * its draws, but for their scale, which Adam does not see.
     */
    Summary<TextRun> noiseAlone(String set) throws IOException {
        TextRun run = Noisy.RELEASED.run(set, Descent.ADAM).with(TextRun::noise, DEAFENING);
        return run(Sweep.of(run), set, MANY).over(SCORE).get(0);
    }

    /** Experiment C as the released code runs it by default: it ends when the validation loss was above its best 20 times. */
    List<Summary<TextRun>> ended(String set, Descent optimizer) throws IOException {
        TextRun run = Noisy.RELEASED.run(set, optimizer).with(TextRun::patience, TextGcn.PATIENCE);
        return run(noises(run), set, big(set) ? MANY : FIVE).over(SCORE);
    }

    /** The sets whose trainings with noise are also ended so. */
    public List<String> ended() {
        return all() && !bench.paper() ? sets() : List.of("Cora", "CiteSeer", "PubMed");
    }

    /** Experiment D as released: the least and the most noise, without clipping. */
    SweepResults<TextRun> releasedFewer(String set) throws IOException {
        List<Integer> percents = bench.ci() ? List.of(50, 100) : List.of(25, 50, 75, 100);
        List<Double> ends = noises(Descent.ADAM, List.of(4.0, 112.0));
        TextRun run = Noisy.RELEASED.run(set, Descent.ADAM);
        return run(Sweep.of(run).vary(TextRun::noise, ends).vary(TextRun::percent, percents), set, 3);
    }

    /** Experiment D: Adam, clipped, by noise and share of the training documents. */
    SweepResults<TextRun> noisyFewer(String set) throws IOException {
        List<Integer> percents =
                bench.ci() ? List.of(50, 100) : standIn(set) || big(set) ? List.of(25, 100) : List.of(25, 50, 75, 100);
        SweepResults<TextRun> results =
                run(noises(TextRun.clipped(set, Descent.ADAM, 1)).vary(TextRun::percent, percents), set, FIVE);
        for (Map.Entry<TextRun, Run> e : results.of().entrySet())
            bench.check(
                    proved(e.getValue()).verdict().hasTheorem() == (e.getKey().percent() == 100 && !leaks(set)),
                    "documents that were left out by counting labels are a leak");
        return results;
    }

    /** The provable epsilons that our own way of training is run for. */
    List<Double> budgets() {
        return bench.ci() ? List.of(10.0) : List.of(2.0, 5.0, 10.0);
    }

    /** Our own way: every document a part of its own, few and large steps; null where no budget can hold or nothing is learned. */
    SweepResults<TextRun> parts(String set) throws IOException {
        if (leaks(set) || !bench.ci() && !set.equals(main()) && standIn(set)) return null;
        TextData data = TextData.of(set);
        int parts = (int) Arrays.stream(data.split().train())
                .filter(data.data().labels()::isKnown)
                .count();
        TextRun run = TextRun.budget(set, Descent.SGD, 10)
                .with(TextRun::parts, parts)
                .with(TextRun::lots, parts)
                .with(TextRun::clip, 0.03);
        return run(
                Sweep.of(run)
                        .vary(TextRun::epochs, bench.ci() ? List.of(20) : List.of(30, 100))
                        .vary(TextRun::rate, bench.ci() ? List.of(100.0) : List.of(100.0, 300.0, 1000.0))
                        .vary(TextRun::epsilon, budgets()),
                set,
                FIVE);
    }
}
