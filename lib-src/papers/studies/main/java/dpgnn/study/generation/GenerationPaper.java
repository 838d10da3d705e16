package dpgnn.study.generation;

import dpgnn.study.ReadData;
import dpgnn.study.generation.GenerationGrid.Part;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Yang et al. (2021): its published numbers, and what may stand beside them. Private rows are the published variant, whose epsilon
 * does not hold.
 */
public final class GenerationPaper {
    public static final Paper PAPER =
            Paper.read("DPGGAN", "Secure Deep Graph Generation with Link Differential Privacy", "dpggan");

    private GenerationPaper() {}

    /** A table of the paper beside the methods of {@link GenerationGrid#published()}. */
    public static Comparison compared(
            String table, String what, Part part, BiFunction<MakerScores, String, double[]> figure) {
        return PAPER.compare(
                        table,
                        what,
                        cell -> trained(cell, () -> {
                            String epsilon = cell.key("epsilon", "");
                            MakerScores scores =
                                    part.of(cell.key("method") + (epsilon.isEmpty() ? "" : " published 1"));
                            return found(part.data(), scores.seeds(), figure.apply(scores, cell.key("metric")));
                        }))
                .head("method");
    }

    /** Of a private method one budget is trained: the formula allows more steps for each than are run. */
    public static Found trained(PublishedCell cell, Supplier<Found> found) {
        return List.of("", "1").contains(cell.key("epsilon", ""))
                ? found.get()
                : Found.notRun("the training of epsilon 1 again");
    }

    /** What was found on some graphs: of a part of them nothing is compared. */
    public static Found found(ReadData data, long[] seeds, double[] values) {
        boolean part = data.name().contains(" of ") && !data.isStandIn();
        return new Found(
                part ? new ReadData(data.name(), data.hash(), "a part of the graphs") : data, seeds, values, "", false);
    }
}
