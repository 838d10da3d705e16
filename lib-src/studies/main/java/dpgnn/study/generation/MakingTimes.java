package dpgnn.study.generation;

import dpgnn.report.Table;
import dpgnn.study.generation.GenerationGrid.Part;
import dpgnn.study.paper.PublishedTables;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** How long methods train and generate, beside the times of Yang et al. (2021). */
public final class MakingTimes {
    private final GenerationGrid grid;

    private MakingTimes(GenerationGrid grid) {
        this.grid = grid;
    }

    public static MakingTimes of(GenerationGrid grid) {
        return new MakingTimes(grid);
    }

    /**
     * Seconds beside the paper's. The paper does not say whether its seconds are for a graph or for a data set: both are given.
     *
     * @param set as the paper calls it
     */
    public Table table(String set) {
        Table published = PublishedTables.named("dpggan-runtimes").where("dataset", set);
        String[] methods = published.texts("method");
        String[] phases = published.texts("phase");
        String[] seconds = published.texts("seconds");
        Table table = Table.columns(
                        "method",
                        "phase",
                        "published, s",
                        "ours, all graphs, CPU s",
                        "graphs",
                        "ours, one graph, CPU s")
                .title(set + ": run times");
        TreeSet<String> processors = new TreeSet<>();
        for (int i = 0; i < methods.length; i++)
            for (String method : methods[i].split(";"))
                for (Part part : grid.printed(set))
                    for (MakerScores m : part.measured()) {
                        if (!m.maker().name().equals(method)
                                || !List.of("", "1").contains(m.maker().epsilon())) continue;
                        if (!m.maker().epsilon().isEmpty()
                                && !m.maker().variant().equals("published")) continue;
                        String figure = phases[i].equals("train") ? MakerScores.TRAINING : MakerScores.GENERATING;
                        double graphs = m.mean(MakerScores.GRAPHS);
                        double[] each =
                                Arrays.stream(m.of(figure)).map(s -> s / graphs).toArray();
                        table.row(
                                method,
                                phases[i],
                                seconds[i],
                                GenerationTables.spread(m.of(figure), 2),
                                (int) graphs,
                                GenerationTables.spread(each, 4));
                        processors.add(m.processor());
                    }
        return table.note("Published: four GTX 1080. Ours: processor time of one thread on "
                + String.join(", ", processors) + ", mean ± deviation over seeds; from the records of the runs.");
    }
}
