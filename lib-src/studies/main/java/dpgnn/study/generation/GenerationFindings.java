package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.NodeClipping;
import dpgnn.generate.Protection;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.GraphPictures;
import dpgnn.study.generation.GenerationGrid.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the runs of a {@link GenerationGrid} show beyond the paper's tables: what holds, at what price, and against what. */
public final class GenerationFindings {
    private static final double DELTA = 1e-5;
    private static final String NODE = "DPGVAE per-node, provable", PAIR = "pair decoder pairwise";
    private static final List<String> PROVED = List.of(
            "DPGVAE whole-gradient", "DPGGAN whole-gradient", NODE, PAIR, "private degrees", "randomised response");

    private final GenerationGrid grid;
    private NodeClipping edge;

    private GenerationFindings(GenerationGrid grid) {
        this.grid = grid;
    }

    public static GenerationFindings of(GenerationGrid grid) {
        return new GenerationFindings(grid);
    }

    /** Two trainings on a graph of DBLP that differ in one edge and share all coins. */
    public NodeClipping edge() {
        if (edge != null) return edge;
        boolean ci = grid.bench().ci();
        Graph coupled = GraphCollections.spread(grid.collection("DBLP"), 9, ci ? 60 : 150)
                .graphs()
                .get(5);
        int from = 0;
        while (coupled.inDegree(from) == 0) from++;
        Graph without = coupled.withoutEdge(from, coupled.inNeighbour(from, 0));
        GeneratorSettings settings = grid.scale().settings().with(GeneratorSettings::steps, ci ? 15 : 100);
        edge = NodeClipping.measure(coupled, without, settings, coupled.nodes(), 0.1, Streams.seed(7));
        return edge;
    }

    /** How many nodes' clipped gradients one edge changes at most. */
    public int changedNodes() {
        return Arrays.stream(edge().changedNodes()).max().orElseThrow();
    }

    public Table oneEdge() {
        GraphCollection all = grid.collection("DBLP");
        return Table.columns(
                        "nodes",
                        "batch",
                        "largest change / C",
                        "claimed at most",
                        "provable at most",
                        "nodes whose gradient changed")
                .row(edge().batch(), edge.batch(), edge.worst(), 1, 2 * edge.batch(), changedNodes())
                .title("one edge, shared coins")
                .note(GenerationTables.note(GraphCollections.data(all, all)) + ", one graph; seed 7");
    }

    public Figure oneEdgeByStep() {
        return Figure.of("change of the sum of clipped gradients by one edge")
                .curve("change / C", edge().changes())
                .horizontal(1, "claimed")
                .x("step")
                .y("change / C");
    }

    /** What the published variant claims and what holds, on graphs as large as IMDB's mean, DBLP's mean and DBLP's largest. */
    public Table claims() {
        Table table = Table.columns(
                        "nodes",
                        "claimed",
                        "steps of the formula",
                        "steps here",
                        "batch q N",
                        "least batch",
                        "provable, steps here",
                        "moments accountant, all steps")
                .title("What the published variant claims and what holds, delta 1e-5");
        for (int nodes : new int[] {13, 177, 597})
            for (String epsilon : GenerationGrid.EPSILONS) {
                double claimed = Double.parseDouble(epsilon);
                PaperBounds.Generation formula = PaperBounds.generation(claimed, DELTA, 0.01, 5, nodes);
                long steps = Math.min(grid.scale().settings().steps(), formula.steps());
                table.row(
                        nodes,
                        claimed,
                        formula.steps(),
                        steps,
                        formula.batch(),
                        Protection.published(claimed, DELTA).batch(nodes),
                        provable(claimed, nodes, steps).epsilon(),
                        formula.moments());
            }
        return table.note("A calculation, for the weights alone. With the exact number of edges no epsilon holds.");
    }

    /** What is provable of the weights of the published variant. */
    public static Guarantee provable(double claimed, int nodes, long steps) {
        return Protection.published(claimed, DELTA).provable(nodes, steps, DELTA);
    }

    /** Methods with a proof at epsilon 1, and references that know the graph. */
    public Table proved(String set) {
        Part part = grid.proved(set);
        return table(set + ": methods with a proof at epsilon 1, and references", part, statistics(), part.measured());
    }

    /** What Table 2 compares, as it was published, and references. */
    public Table usefulReferences(String set) {
        Part part = grid.publishedUse(set);
        return table(
                set + ": what the paper compares, and references that know the graph", part, uses(), part.measured());
    }

    /** The same for methods with a proof. */
    public Table usefulProved(String set) {
        Part part = grid.provedUse(set);
        return table(set + ": methods with a proof at epsilon 1", part, uses(), part.measured());
    }

    /** What Table 2 measures as bars, in print and ours; the classifier where it is asked for. */
    public Figure usefulness(String set, boolean classifier) {
        PrintedScores scores = PrintedScores.of("dpggan-table2", set);
        List<PrintedScores.Row> rows = scores.generated();
        String[] labels = rows.stream().map(PrintedScores.Row::method).toArray(String[]::new);
        Figure figure = Figure.of(set).y(classifier ? "accuracy" : "cosine").yRange(0, 1);
        GenerationTables.USES.forEach((printed, ours) -> {
            if (ours.equals(MakerScores.ACCURACY) != classifier) return;
            figure.bars(
                            ours + ", printed",
                            labels,
                            rows.stream()
                                    .mapToDouble(row -> scores.values().get(row).get(printed))
                                    .toArray())
                    .bars(
                            ours + ", ours",
                            labels,
                            bySeed(rows.stream()
                                    .map(row -> row.in(grid.used(set)).of(ours))
                                    .toList()));
        });
        return figure;
    }

    /** A row for each seed. */
    private static double[][] bySeed(List<double[]> values) {
        double[][] rows = new double[values.get(0).length][values.size()];
        for (int i = 0; i < values.size(); i++) for (int s = 0; s < rows.length; s++) rows[s][i] = values.get(i)[s];
        return rows;
    }

    private static List<String> statistics() {
        return Stream.concat(GenerationTables.STATISTICS.stream(), Stream.of(MakerScores.DEGREES))
                .toList();
    }

    private static List<String> uses() {
        return List.copyOf(GenerationTables.USES.values());
    }

    private static Table table(String title, Part part, List<String> figures, List<MakerScores> measured) {
        List<String> heads = new ArrayList<>(List.of("method", "claimed", "provable", "verdict"));
        heads.addAll(figures);
        Table table = Table.columns(heads.toArray(String[]::new)).title(title);
        for (MakerScores m : measured) {
            String epsilon = m.maker().epsilon();
            if (!epsilon.isEmpty() && !epsilon.equals("1")) continue;
            String variant = m.maker().variant();
            List<Object> cells = new ArrayList<>(List.of(
                    m.maker().name() + (variant.isEmpty() ? "" : ", " + variant),
                    epsilon.isEmpty() ? "none" : epsilon,
                    GenerationTables.epsilon(m.provable()),
                    epsilon.isEmpty() ? "not private" : m.verdict().name()));
            for (String name : figures) cells.add(m.find(name) == null ? "" : GenerationTables.spread(m.of(name), 3));
            table.row(cells.toArray());
        }
        String zero = figures.contains("LCC") ? "LCC to REDE: mean absolute differences, 0 is best. " : "";
        return table.note(GenerationTables.note(part))
                .note(zero + "Cosines: 1 is best. Provable: the largest epsilon over graphs.");
    }

    /** The cosine of degrees by provable epsilon, for every method with a proof. */
    public Figure tradeoff(String set) {
        Part part = grid.proved(set);
        Figure figure = Figure.of("privacy against utility, " + set)
                .x("provable epsilon")
                .y("mean cosine of degree histograms")
                .logX();
        double[] x = {0.1, 1, 10};
        for (String method : PROVED) {
            List<double[]> values = new ArrayList<>();
            for (String epsilon : List.of("0.1", "1", "10"))
                values.add(part.of(method + " " + epsilon).of(MakerScores.DEGREES));
            figure.runs(method, x, bySeed(values));
        }
        return figure.horizontal(part.of("GVAE").mean(MakerScores.DEGREES), "GVAE, not private");
    }

    /** One original of DBLP and what methods make of it under the first seed. */
    public Figure pictures() throws IOException, InterruptedException {
        Part part = grid.proved("DBLP");
        List<Graph> graphs = part.study().part().graphs();
        int shown = IntStream.range(0, graphs.size())
                .filter(i -> graphs.get(i).nodes() <= 130)
                .boxed()
                .max(Comparator.comparingLong((Integer i) -> graphs.get(i).edges()))
                .orElse(0);
        List<Figure> panels = new ArrayList<>(List.of(GraphPictures.of("original", graphs.get(shown))));
        for (String label :
                List.of("GVAE", "DPGVAE whole-gradient 1", PAIR + " 1", "private degrees 1", "Erdős–Rényi")) {
            GraphMaker maker = part.of(label).maker();
            panels.add(GraphPictures.of(
                    label, part.study().made(maker, grid.bench().seeds()[0]).get(shown)));
        }
        return Figure.grid("an original and graphs made from it", 3, panels.toArray(Figure[]::new));
    }

    /** How often one method is nearer to the original than another. */
    public record Wins(int wins, int of) {
        @Override
        public String toString() {
            return wins + " of " + of;
        }
    }

    private List<Part> arenas() throws IOException {
        List<Part> all = new ArrayList<>();
        for (String set : grid.sets()) all.add(grid.proved(set));
        all.add(grid.single());
        return all;
    }

    /** Comparisons at equal provable epsilon in which sampled pairs are nearer than the published update. */
    public Wins pairs() throws IOException {
        int wins = 0, all = 0;
        for (Part part : arenas())
            for (String epsilon : List.of("10", "1"))
                for (String statistic : statistics()) {
                    if (gain(part, epsilon, statistic) > 0) wins++;
                    all++;
                }
        return new Wins(wins, all);
    }

    /** By how much sampled pairs are nearer; negative where they are not. */
    private static double gain(Part part, String epsilon, String statistic) {
        double node = part.of(NODE + " " + epsilon).mean(statistic);
        double pair = part.of(PAIR + " " + epsilon).mean(statistic);
        return statistic.equals(MakerScores.DEGREES) ? pair - node : node - pair;
    }

    /** Whether both prove the same to a twentieth, everywhere. */
    public boolean equalProofs() throws IOException {
        for (Part part : arenas())
            for (String epsilon : List.of("10", "1")) {
                double a = part.of(NODE + " " + epsilon).provable(),
                        b = part.of(PAIR + " " + epsilon).provable();
                if (!(Math.abs(a - b) < 0.05 * Math.max(a, b))) return false;
                if (!part.of(NODE + " " + epsilon).verdict().hasTheorem()) return false;
                if (!part.of(PAIR + " " + epsilon).verdict().hasTheorem()) return false;
            }
        return true;
    }

    /** By how much sampled pairs are nearer to the original than the published update, by graphs, epsilon and statistic. */
    public Table duel() throws IOException {
        List<String> heads = new ArrayList<>(List.of("data", "epsilon"));
        heads.addAll(statistics());
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("the published update against sampled pairs at equal provable epsilon");
        for (Part part : arenas()) {
            for (String epsilon : List.of("10", "1")) {
                List<Object> row = new ArrayList<>(List.of(part.data().name(), epsilon));
                for (String statistic : statistics())
                    row.add(String.format(Locale.ROOT, "%+.3f", gain(part, epsilon, statistic)));
                table.row(row.toArray());
            }
            table.note(GenerationTables.note(part));
        }
        return table.note("By how much pairs are nearer to the original; negative: the published update is.");
    }

    /** Methods whose verdict is not what their kind of release allows; empty where all is well. */
    public List<String> wrongVerdicts() {
        return wrongVerdicts(grid::printed, grid::proved);
    }

    /** The same for the runs of Table 2. */
    public List<String> wrongUses() {
        return wrongVerdicts(grid::used, grid::provedUse);
    }

    private List<String> wrongVerdicts(Function<String, List<Part>> printed, Function<String, Part> proved) {
        List<String> wrong = new ArrayList<>();
        for (String set : grid.sets()) {
            for (Part part : printed.apply(set)) wrong.addAll(wrongVerdicts(set, part));
            wrong.addAll(wrongVerdicts(set, proved.apply(set)));
        }
        return wrong;
    }

    private static List<String> wrongVerdicts(String set, Part part) {
        return part.measured().stream()
                .filter(m -> !asItMust(m))
                .map(m -> set + " " + m.maker().label())
                .toList();
    }

    private static boolean asItMust(MakerScores m) {
        if (m.maker().variant().startsWith("published"))
            return m.verdict() == Verdict.UNSOUND && Double.isInfinite(m.provable());
        if (m.maker().epsilon().isEmpty()) return Double.isInfinite(m.provable());
        return m.verdict().hasTheorem()
                && m.provable() <= Double.parseDouble(m.maker().epsilon());
    }
}
