package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeterPoissonAblationsTest {
    @Test
    void figureOneHasTheMeansOfManyGraphs() {
        GradientShift shift = new GradientShift(20, 8, 3, 0.1);
        Table points = HeterPoissonAblations.motivation(shift, new double[] {0.2, 1}, 3)
                .points();
        assertEquals(List.of("GCN", "GCN", "GIN", "GIN", "SAGE", "SAGE"), Arrays.asList(points.texts("series")));
        double mean = 0;
        for (long seed = 1; seed <= 3; seed++) mean += shift.of("GIN", 1, seed) / 3;
        assertEquals(mean, points.numbers("y")[3], 1e-12);
    }

    /** At the scale that only checks that figures can be made. */
    @Test
    void eachVariantHasItsOwnNoise() throws Exception {
        HeterPoissonAblations study = HeterPoissonAblations.of(Lab.of("tables", "ci", 1));
        Table table = study.enforcementTable();
        assertEquals(2, table.rows());
        assertTrue(table.numbers("σ not")[0] > table.numbers("σ enforced")[0]);
        assertEquals(
                Arrays.stream(table.numbers("points")).average().orElseThrow(),
                study.enforcementGain().points(),
                1e-9);
        assertEquals(2, study.enforcementGain().cells());
        assertEquals(4, study.enforcementFigure().points().rows());
        assertEquals(
                2 * 2 * TestStars.MOST.length,
                study.neighbours(LearningSetting.INDUCTIVE).points().rows());
        Table heat = study.neighboursTable();
        assertEquals(4, heat.rows());
        int no = 0;
        for (int i = 0; i < 4; i++)
            if (heat.texts("epsilon")[i].equals("4")
                    && heat.numbers("at M = 1")[i] > heat.numbers("at the largest M")[i] - 0.5) no++;
        assertEquals(no, study.smallAtLittleBudget().ahead());
    }
}
