package dpgnn.study.league;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.random.Streams;
import dpgnn.study.KeptRuns;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** {@code environment/league}: makes cells of the league, writes them as CSV, and makes kept ones again. */
final class LeagueCommand {
    private static final long[] SEEDS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    private static final int CANARIES = 400;

    private static final List<String> GRAPHS = Stream.concat(League.GRAPHS.stream(), Stream.of(League.WITHOUT_ROWS))
            .toList();

    private final League league = League.everything();
    private final Path folder;

    private LeagueCommand(Path folder) {
        this.folder = folder;
    }

    /** Usage: FOLDER run|again|csv [FILE or COUNT] WORD..., of which each names a graph, a method or an epsilon. */
    public static void main(String[] arguments) throws Exception {
        LeagueCommand command = new LeagueCommand(Path.of(arguments[0]));
        List<String> rest = List.of(arguments).subList(2, arguments.length);
        try {
            switch (arguments[1]) {
                case "run" -> command.run(rest);
                case "again" -> System.exit(command.again(rest) ? 0 : 1);
                case "csv" -> command.csv(Path.of(rest.get(0)));
                case "edges" -> {
                    OpenEdgeTable table = new OpenEdgeTable(KeptRuns.shipped());
                    for (String epsilon : rest)
                        System.out.println(
                                table.table(GRAPHS, Double.parseDouble(epsilon)).markdown());
                }
                default -> throw new IllegalArgumentException("must be run, again, csv or edges, was " + arguments[1]);
            }
        } catch (IllegalArgumentException e) {
            System.err.println("league: " + e.getMessage());
            System.exit(2);
        }
    }

    /** The cells, in the order of the protocol: each is a run without its seed. */
    private List<LeagueRun> cells(List<String> words) {
        List<String> graphs = named(words, GRAPHS);
        List<String> methods =
                named(words, league.methods().stream().map(LeagueMethod::name).toList());
        List<String> epsilons =
                named(words, League.EPSILONS.stream().map(LeagueCell::plain).toList());
        for (String word : words)
            if (!graphs.contains(word) && !methods.contains(word) && !epsilons.contains(word))
                throw new IllegalArgumentException("no graph, method or epsilon of the league is named " + word
                        + "; graphs are " + GRAPHS + ", methods "
                        + league.methods().stream().map(LeagueMethod::name).toList() + ", epsilons "
                        + League.EPSILONS);
        return league.sweep(graphs, epsilons.stream().map(Double::valueOf).toList())
                .where(run -> methods.contains(run.method()))
                .experiments();
    }

    /** Those of a list that the words name, or all where they name none. */
    private static List<String> named(List<String> words, List<String> all) {
        List<String> some = all.stream().filter(words::contains).toList();
        return some.isEmpty() ? all : some;
    }

    private SweepResults<LeagueRun> make(LeagueRun cell, Path into, KeptRuns kept)
            throws IOException, InterruptedException {
        return Sweep.of(cell).seeds(SEEDS).into(into).kept(kept).run(league.study());
    }

    private void run(List<String> words) throws IOException, InterruptedException {
        List<LeagueRun> cells = cells(words);
        long began = System.nanoTime();
        for (int i = 0; i < cells.size(); i++) {
            LeagueCell cell = LeagueCell.of(league, make(cells.get(i), folder, KeptRuns.shipped()));
            String audited = audited(cells.get(i));
            double minutes = (System.nanoTime() - began) / 6e10;
            System.out.printf(
                    Locale.ROOT,
                    "%d of %d, %.0f min, %.0f to go: %s%s%n",
                    i + 1,
                    cells.size(),
                    minutes,
                    minutes / (i + 1) * (cells.size() - i - 1),
                    cell.words(),
                    audited.isEmpty() ? "" : ", audited at least " + audited);
        }
    }

    private static LeagueAudit audit(LeagueRun cell) {
        return new LeagueAudit(cell.method(), cell.dataset(), cell.epsilon(), CANARIES, 1);
    }

    /** The epsilon that the audit of a cell exceeds; empty where nothing is promised. */
    private String audited(LeagueRun cell) throws IOException, InterruptedException {
        if (league.method(cell.method()).kind() == LeagueMethod.Kind.NO_PRIVACY) return "";
        return exceeded(
                Sweep.of(audit(cell)).into(folder).run(league.audits()).runs().get(0));
    }

    private static String exceeded(Run audit) {
        return String.format(Locale.ROOT, "%.3f", audit.metric("epsilon at least"));
    }

    /** Makes so many kept cells again, chosen at random, and holds each of their runs against the kept one, to the last digit. */
    private boolean again(List<String> words) throws IOException, InterruptedException {
        int count = Integer.parseInt(words.get(0));
        List<LeagueRun> cells = kept(cells(words.subList(1, words.size())));
        Check.that(!cells.isEmpty(), "words", "those of a cell whose runs are kept", words.subList(1, words.size()));
        int[] order = Streams.seed(System.nanoTime()).stream("cells").order(cells.size());
        Path fresh = Files.createTempDirectory("league");
        boolean equal = true;
        for (int i = 0; i < Math.min(count, order.length); i++) {
            LeagueRun cell = cells.get(order[i]);
            int compared = 0;
            List<String> differences = new ArrayList<>();
            for (Run run : make(cell, fresh, KeptRuns.none()).runs()) {
                Run kept = KeptRuns.shipped().like(run).orElse(null);
                if (kept == null) continue;
                compared++;
                if (!figures(run).equals(figures(kept)))
                    differences.add("seed " + run.seed() + ": " + figures(run) + " for " + figures(kept));
            }
            System.out.println(cell.method() + ", " + cell.dataset() + ", epsilon " + cell.epsilon() + ": " + compared
                    + " runs made again, " + differences.size() + " differ " + differences);
            equal &= compared > 0 && differences.isEmpty();
        }
        return equal;
    }

    /** All but the time. */
    private static Map<String, Double> figures(Run run) {
        Map<String, Double> figures = new TreeMap<>(run.metrics());
        figures.remove("seconds");
        return figures;
    }

    /** Writes all cells of which every run is kept. */
    private void csv(Path file) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder(LeagueCell.HEADER);
        Path nothing = Files.createTempDirectory("league");
        for (LeagueRun cell : kept(cells(List.of())))
            text.append(LeagueCell.of(league, make(cell, nothing, KeptRuns.shipped()))
                    .line(kept(
                                    audit(cell),
                                    cell.dataset(),
                                    "league-audit",
                                    league.audits().version())
                            .map(LeagueCommand::exceeded)
                            .orElse("")));
        AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The cells of which every run is kept. */
    private List<LeagueRun> kept(List<LeagueRun> cells) throws IOException {
        List<LeagueRun> whole = new ArrayList<>();
        for (LeagueRun cell : cells) {
            boolean all = true;
            for (long seed : SEEDS) all &= isKept(cell.with(LeagueRun::seed, seed));
            if (all) whole.add(cell);
        }
        return whole;
    }

    private boolean isKept(LeagueRun run) throws IOException {
        return kept(run, run.dataset(), "league", league.study().version()).isPresent();
    }

    private static Optional<Run> kept(Experiment<?> run, String dataset, String study, int version) throws IOException {
        return KeptRuns.shipped()
                .find(Setting.of(run), Run.Data.of(League.data(dataset)), study + ", version " + version);
    }
}
