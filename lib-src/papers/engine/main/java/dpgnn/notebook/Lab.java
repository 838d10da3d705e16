package dpgnn.notebook;

import dpgnn.base.Check;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.report.CellCode;
import dpgnn.report.Display;
import dpgnn.report.Notice;
import dpgnn.report.figure.Figure;
import dpgnn.study.KeptRuns;
import dpgnn.study.RunOrigins;
import dpgnn.study.RunPlan;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Workbench;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import dpgnn.train.TrainingStopped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * The workbench of a notebook. It sets the scale of the experiment, its seeds and the place of its runs, checks results, and
 * formats their figures.
 *
 * <pre>{@code
 * var lab = Lab.of("ppgnn", scale, seeds);
 * int epochs = lab.at(2, 40, 300);
 * for (var s : lab.run(sweep.seeds(lab.seeds()), PartyRun.STUDY).over("test")) {
 *     lab.check(s.mean() > 0.5, "the network learns");
 *     System.out.println(s.experiment().method() + ": " + lab.plusMinus(s));
 * }
 * }</pre>
 *
 * The scales are ci (seconds; nobody reads its runs again), quick (that of the committed notebook) and paper (all of the paper).
 */
public final class Lab implements Workbench {
    private static final List<String> SCALES = List.of("ci", "quick", "paper");
    private static final String FIRST_SEED = "DPGNN_FIRST_SEED";

    private final String name;
    private final String scale;
    private final int seeds;
    private final boolean fresh;
    private final List<Run> runs;
    private Path folder;

    private Lab(String name, String scale, int seeds, boolean fresh, List<Run> runs) {
        this.name = name;
        this.scale = scale;
        this.seeds = seeds;
        this.fresh = fresh;
        this.runs = runs;
    }

    /**
     * Opens the workbench of one notebook.
     *
     * @param name of the folder of its runs; notebooks that share runs share it
     * @param scale ci, quick or paper
     * @param seeds how many seeds the notebook may take
     */
    public static Lab of(String name, String scale, int seeds) {
        if (name == null || !name.matches("[a-z0-9-]+"))
            throw new IllegalArgumentException(
                    "name must be small letters, digits and hyphens, the name of a folder, was " + name);
        if (scale == null || !SCALES.contains(scale))
            throw new IllegalArgumentException("scale must be ci, quick or paper, was " + scale);
        if (seeds < 1) throw new IllegalArgumentException("seeds must be at least 1, was " + seeds);
        boolean others = System.getenv(FIRST_SEED) != null; // what has a seed of its own is made anew, too
        return new Lab(name, scale, seeds, others, new ArrayList<>());
    }

    /** Opens the workbench of a notebook that trains nothing for several seeds. */
    public static Lab of(String name, String scale) {
        return of(name, scale, 1);
    }

    /** Returns the same workbench, but every run is made anew: none is kept, and none is taken from a folder. */
    public Lab fresh() {
        return new Lab(name, scale, seeds, true, runs);
    }

    @Override
    public boolean ci() {
        return scale.equals("ci");
    }

    @Override
    public boolean paper() {
        return scale.equals("paper");
    }

    /** Chooses among three values by the scale. */
    public <T> T at(T ci, T quick, T paper) {
        return ci() ? ci : paper() ? paper : quick;
    }

    /**
     * Puts a number on a slider; what follows from it, a figure say, is computed anew when the reader moves it. Where nobody can,
     * some numbers of the range stand side by side.
     */
    public Dial dial(String number, double low, double high, Dial.Shown shown) {
        return Dial.of(number, low, high, shown);
    }

    /** Fails the cell unless the claim holds. */
    @Override
    public void check(boolean holds, String claim) {
        if (!holds) throw new AssertionError("does not hold: " + claim);
    }

    /** Returns the seeds from 1, or from {@code DPGNN_FIRST_SEED}: all that were asked for, or only the first at ci. */
    @Override
    public long[] seeds() {
        return seeds(seeds);
    }

    /** Returns the same seeds, but at most this many. */
    @Override
    public long[] seeds(int most) {
        if (most < 1) throw new IllegalArgumentException("most must be at least 1 seed, was " + most);
        String first = System.getenv().getOrDefault(FIRST_SEED, "1");
        Check.that(first.matches("[1-9][0-9]{0,8}"), FIRST_SEED, "a number from 1 to 999999999", first);
        return LongStream.range(0, ci() ? 1 : Math.min(seeds, most))
                .map(k -> Long.parseLong(first) + k)
                .toArray();
    }

    /** Returns the folder of this notebook's runs. */
    @Override
    public synchronized Path folder() {
        if (folder == null) folder = ci() || fresh ? temporary() : folder(name);
        return folder;
    }

    /** Returns the folder of another notebook's runs; at ci that of this notebook. */
    @Override
    public Path folder(String of) {
        return ci() ? folder() : state().resolve("sweeps").resolve(of);
    }

    /** What DPGNN_STATE names, else environment/.state of the checkout in which the notebook lies, whatever its ring. */
    private static Path state() {
        String given = System.getenv("DPGNN_STATE");
        if (given != null) return Path.of(given);
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent())
            if (Files.isDirectory(at.resolve("environment"))) return at.resolve("environment/.state");
        return Path.of("../environment/.state");
    }

    Path temporary() {
        try {
            return Files.createTempDirectory(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes the missing runs of a sweep, and remembers all runs for {@link #versions}.
     *
     * @throws TrainingStopped after an interrupt; finished runs are kept
     */
    @Override
    public <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study) {
        return run(sweep, study, folder());
    }

    /** Does the same with runs in another folder. */
    @Override
    public <E extends Experiment<E>> SweepResults<E> run(Sweep<E> sweep, Study<E> study, Path into) {
        if (fresh) sweep.kept(KeptRuns.none());
        try {
            SweepResults<E> results = sweep.into(into).run(study);
            runs.addAll(results.runs());
            return results;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new TrainingStopped(e);
        }
    }

    /**
     * Begins a grid of trainings in cells: the first parameter and its values (see {@link Variations}).
     *
     * <pre>{@code
     * lab.vary("M", 1, 2, 4).and("epsilon", 2, 8).seeds(3).run(p -> train(p.integer("M"), p.number("epsilon"), p.seed()))
     * }</pre>
     */
    public Variations vary(String parameter, Object... values) {
        return Variations.of(this, name).and(parameter, values);
    }

    /** Varies a parameter over the values of a list. */
    public Variations vary(String parameter, List<?> values) {
        return Variations.of(this, name).and(parameter, values);
    }

    /**
     * Counts the trainings of several steps before the first one begins, says about how long they take, and asks before more than
     * five minutes. Each step is taken once more when it is due.
     */
    public void plan(Runnable... steps) {
        RunPlan.of(List.of(steps));
    }

    /** Lets trainings of this notebook begin without a question, however long they take. */
    public void yes() {
        RunOrigins.yes();
    }

    /**
     * Returns the trainings whose curve this notebook has drawn, in order: what was changed, what is proved and claimed of each, its score
     * and its curve. They outlive the kernel. To choose one of them by its test is not covered by its epsilon.
     */
    public Display.Rich tried() {
        return TriedRuns.in(folder().resolve("tried"));
    }

    /** Returns the notebook's last line: how many runs it has shown, and which code made them. */
    public String versions() {
        TreeSet<String> codes = new TreeSet<>();
        runs.forEach(run -> codes.add(run.environment().get("code")));
        return runs.stream().map(Run::setting).distinct().count() + " runs, made by the library's versions " + codes
                + "; the record of a run says which.";
    }

    /** Returns what a training may promise, in two lines: what a theorem gives, and what its paper claims for the same noise. */
    public String promise(Trained trained) {
        return promise(trained.guarantee(), trained.claimed());
    }

    /** Returns the same for any release. */
    public String promise(Guarantee proved, Guarantee claimed) {
        String form = "(%s, %.2g)";
        return String.format(
                        "%-9s " + form + " for %s, which %s. Verdict %s.%n",
                        switch (proved.verdict()) {
                            case SOUND -> "proved:";
                            case GIVEN -> "given:";
                            case CLAIMED -> "claimed:";
                            default -> "provable:";
                        },
                        up(proved.epsilon()),
                        proved.delta(),
                        proved.unit().words(),
                        proved.relation().words(),
                        proved.verdict())
                + (claimed.equals(proved)
                        ? "claimed:  the same."
                        : String.format(
                                "claimed:  " + form + " by its paper, for the same noise.",
                                up(claimed.epsilon()),
                                claimed.delta()));
    }

    /** Returns the same as {@link #promise(Guarantee, double, double, double)} says it, with what the training itself claims and proves. */
    public String promise(Trained trained, double budget) {
        Guarantee held = trained.guarantee();
        return promise(held, trained.claimed().epsilon(), held.epsilon(), budget);
    }

    /**
     * Returns what a release may promise in three numbers, none of which is rounded down.
     *
     * @param held what is protected, and whether it is proved
     * @param byPaper epsilon by the accounting that its paper has
     * @param byTheorem the least epsilon for which there is a proof
     * @param budget the epsilon that was aimed at; not a number where there was none
     */
    public String promise(Guarantee held, double byPaper, double byTheorem, double budget) {
        return String.format(
                "epsilon by the paper's accounting %s, by the tightest theorem %s, %s, at delta %.2g%n"
                        + "for %s, which %s. Verdict %s.",
                up(byPaper),
                up(byTheorem),
                Double.isNaN(budget) ? "no budget" : "budget " + DialGrid.text(budget),
                held.delta(),
                held.unit().words(),
                held.relation().words(),
                held.verdict());
    }

    /** Two decimals, rounded up. */
    private static String up(double epsilon) {
        return Double.isInfinite(epsilon) ? "infinity" : String.format("%.2f", Math.ceil(100 * epsilon) / 100);
    }

    /** Returns what was followed through a training, step by step, and notes it for {@link #tried}. */
    public Figure curve(Trained trained) {
        TriedRuns.in(folder().resolve("tried")).add(trained.run(), CellCode.madeWith(trained));
        return curve(trained.run());
    }

    /** The epsilon of what is proved, or of what is claimed, of a run; "none" where there is none. */
    static String epsilon(Run run, boolean proved) {
        List<Guarantee> all = run.guarantees();
        Optional<Guarantee> found = all.stream()
                .filter(g -> !proved && g.verdict() == Verdict.CLAIMED)
                .findFirst()
                .or(() -> all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1)));
        return found.map(g -> up(g.epsilon())).orElse("none");
    }

    static Figure curve(Run run) {
        var history = run.history();
        Object coins = run.parameters().get("streams"); // such as "seed 1"
        String of = "one training on " + run.data().name() + (coins == null ? "" : ", " + coins);
        Figure figure = Figure.of("Training, step by step").x("step").note(of);
        history.forEach((name, points) -> {
            double unit = name.matches(".*(accuracy|F1|precision)") ? 100 : 1;
            String shown = unit > 1 ? name + ", %" : name;
            if (history.size() == 1) figure.y(shown);
            double[] steps = points.stream().mapToDouble(Run.Point::step).toArray();
            figure.curve(
                    shown,
                    steps,
                    points.stream().mapToDouble(p -> unit * p.value()).toArray());
        });
        return figure;
    }

    /** "81.2 ± 0.3": mean and deviation over the seeds, in percent. */
    @Override
    public String plusMinus(SweepResults.Summary<?> summary) {
        return plusMinus(100 * summary.mean(), 100 * summary.deviation(), 1);
    }

    static String plusMinus(double mean, double deviation, int decimals) {
        String format = "%." + decimals + "f";
        return Double.isNaN(deviation)
                ? String.format(format, mean)
                : String.format(format + " ± " + format, mean, deviation);
    }

    /** Warns the reader of each of these data sets that stands in for a missing one. */
    public void warnOfStandIns(Run.Data... data) {
        for (Run.Data each : data)
            if (each.standIn()) Display.show(Notice.warning("Data: " + each.name() + ". The real set was not found."));
    }
}
