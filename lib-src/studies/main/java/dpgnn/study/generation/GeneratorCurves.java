package dpgnn.study.generation;

import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What longer trainings bring, and what noise costs when the number of steps is fixed, so that another epsilon is another noise. */
public final class GeneratorCurves {
    private static final double[] EPSILONS = {0.1, 1, 10};

    private final GenerationGrid grid;

    private GeneratorCurves(GenerationGrid grid) {
        this.grid = grid;
    }

    public static GeneratorCurves of(GenerationGrid grid) {
        return new GeneratorCurves(grid);
    }

    private static final List<String> FIGURES = figures();

    private static List<String> figures() {
        List<String> all = new ArrayList<>(GenerationTables.STATISTICS);
        all.add(MakerScores.DEGREES);
        return all;
    }

    /** GVAE and GGAN by method and number of steps, in the order of the scale. */
    private Map<String, Map<Integer, MakerScores>> longer(String set) {
        Map<String, Map<Integer, MakerScores>> all = new LinkedHashMap<>();
        List<MakerScores> measured = grid.longer(set).measured();
        for (int i = 0; i < measured.size(); i++)
            all.computeIfAbsent(measured.get(i).maker().name(), name -> new TreeMap<>())
                    .put(grid.scale().lengths().get(i / 2), measured.get(i));
        return all;
    }

    /** Differences by the number of steps, without privacy. */
    public Table byLength(String set) {
        List<String> heads = new ArrayList<>(List.of("method", "steps"));
        heads.addAll(FIGURES);
        Table table = Table.columns(heads.toArray(String[]::new)).title(set + ": longer trainings, without privacy");
        longer(set)
                .forEach((name, lengths) -> lengths.forEach((steps, scores) -> {
                    List<Object> row = new ArrayList<>(List.of(name, steps));
                    for (String figure : FIGURES) row.add(GenerationTables.spread(scores.of(figure), 3));
                    table.row(row.toArray());
                }));
        return table.note(GenerationTables.note(grid.longer(set)));
    }

    /** One figure by the number of steps. */
    public Figure byLength(String set, String figure) {
        Figure drawn = Figure.of(set + ", " + figure).x("steps").y(figure).logX();
        longer(set).forEach((name, lengths) -> {
            double[] x = lengths.keySet().stream().mapToDouble(n -> n).toArray();
            drawn.runs(name, x, bySeed(List.copyOf(lengths.values()), figure));
        });
        return drawn;
    }

    /** One figure by the claimed epsilon, with what no noise gives. */
    public Figure byNoise(String set, String figure) {
        GenerationGrid.Part part = grid.noised(set);
        Figure drawn =
                Figure.of(set + ", " + figure).x("epsilon, claimed").y(figure).logX();
        for (String name : List.of("DPGVAE", "DPGGAN")) {
            List<MakerScores> scores = new ArrayList<>();
            for (String epsilon : List.of("0.1", "1", "10"))
                scores.add(part.of(name + " " + dpgnn.generate.GraphMaker.NOISED + " " + epsilon));
            drawn.runs(name, EPSILONS, bySeed(scores, figure));
        }
        return drawn.horizontal(part.of("GVAE").mean(figure), "GVAE, no noise")
                .horizontal(part.of("GGAN").mean(figure), "GGAN, no noise");
    }

    private static double[][] bySeed(List<MakerScores> scores, String figure) {
        double[][] rows = new double[scores.get(0).seeds().length][scores.size()];
        for (int i = 0; i < scores.size(); i++)
            for (int s = 0; s < rows.length; s++) rows[s][i] = scores.get(i).of(figure)[s];
        return rows;
    }

    /** Differences by the claimed epsilon. */
    public Table byNoise(String set) {
        GenerationGrid.Part part = grid.noised(set);
        List<String> heads = new ArrayList<>(List.of("method", "claimed", "provable"));
        heads.addAll(FIGURES);
        Table table = Table.columns(heads.toArray(String[]::new))
                .title(set + ": noise by the paper's formula at " + grid.scale().noised() + " steps");
        for (MakerScores m : part.measured()) {
            String epsilon = m.maker().epsilon();
            List<Object> row = new ArrayList<>(List.of(
                    m.maker().name(), epsilon.isEmpty() ? "none" : epsilon, GenerationTables.epsilon(m.provable())));
            for (String figure : FIGURES) row.add(GenerationTables.spread(m.of(figure), 3));
            table.row(row.toArray());
        }
        return table.note(GenerationTables.note(part));
    }
}
