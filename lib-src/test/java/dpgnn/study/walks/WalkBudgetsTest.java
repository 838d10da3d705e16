package dpgnn.study.walks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import dpgnn.study.walks.WalkBudgets.Cell;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WalkBudgetsTest {
    private static final Lab LAB = Lab.of("budgets", "ci", 1);
    private static WalkBudgets budgets;

    @BeforeAll
    static void draw() throws Exception {
        budgets = WalkBudgets.of(LAB, 8);
    }

    @Test
    void publishedStepsAreThePapers() {
        Table table = budgets.published();
        assertEquals("Steps at epsilon 8, published accounting", table.title());
        assertEquals(8, table.rows());
        List<Double> cora = List.of("lambda 1", "lambda 2", "lambda 4", "lambda 8").stream()
                .map(column -> table.where("data", "Cora").numbers(column)[0])
                .toList();
        assertEquals(List.of(2.0, 9.0, 39.0, 157.0), cora);
        assertTrue(table.numbers("one step too many, lambda 1")[0] > 9);
    }

    @Test
    void aCoverHasMoreWalksThanTheLeastAndAffordsMoreSteps() {
        assertEquals(List.of("Cora/2", "Arxiv/20"), budgets.sets());
        Cell cell = new Cell("Cora/2", WalkMethod.DRW_R, 2);
        assertEquals(14, cell.fewest(), "70 roots, at most 5 nodes a sub-graph");
        assertTrue(budgets.drawn(cell) > 1.5 * cell.fewest(), "sub-graphs: " + budgets.drawn(cell));
        assertEquals(2, budgets.covers().rows());
        assertEquals((double) budgets.drawn(cell), budgets.covers().numbers("DRW-R, depth 2: M")[0]);
        WalkBudgets.Steps steps = budgets.steps(cell, 8);
        assertEquals(157, steps.published());
        assertTrue(steps.gain() > 5, steps.toString());
        double[] gains = budgets.gains();
        assertEquals(16, gains.length, "2 sets, 2 samplers, 2 depths, 2 noises");
        assertTrue(gains[0] >= 1 && gains[15] >= steps.gain());
        Table afforded = budgets.affordable(2, 8);
        assertEquals(4, afforded.rows());
        assertEquals(
                (double) steps.tight(),
                afforded.where("data", "Cora/2").where("method", "DRW-R").numbers("tight")[0]);
        assertEquals(8, budgets.rates().points().where("kind", "points").rows());
        assertEquals(16, budgets.gainFigure().points().rows());
        assertEquals(31, budgets.spent("Arxiv/20", 2, 8).points().rows());
    }

    /** A budget of 1/2 affords no published step with little noise: a gap, neither a gain nor an error. */
    @Test
    void aSmallBudgetLeavesGaps() throws Exception {
        WalkBudgets small = WalkBudgets.of(LAB, 0.5);
        assertEquals(0, small.steps(new Cell("Cora/2", WalkMethod.DRW, 1), 2).published());
        assertTrue(Double.isNaN(
                small.steps(new Cell("Cora/2", WalkMethod.DRW, 1), 2).gain()));
        assertTrue(small.gains().length < 16);
        assertEquals(16, small.gainFigure().points().rows());
        assertEquals(8, small.published().rows());
    }

    /** From announced sizes alone: Flickr at depth 2 and lambda 2. */
    @Test
    void theFirstStepOfFdpCostsLessByEachAccounting() {
        FdpBudgets fdp = FdpBudgets.of(LAB, 8);
        FdpBudgets.First first = fdp.first("Flickr", 2, 2);
        double[] epsilons = {first.classic(), first.renyi(), first.tight()};
        assertArrayEquals(new double[] {1.81, 1.44, 1.20}, epsilons, 0.006);
        assertEquals(List.of(101L, 116L), List.of(first.renyiSteps(), first.tightSteps()));
        assertEquals(8, fdp.steps().rows());
        assertEquals(26, fdp.firstSteps().points().rows());
    }

    @Test
    void trainingsStayInTheirBudgets() {
        BudgetTrainings trainings = BudgetTrainings.of(LAB, true);
        assertEquals(List.of(), trainings.real(), "ci trains on no real set");
        assertEquals(0, trainings.small().rows());
        Table large = trainings.large();
        assertEquals(List.of("published", "exact", "tight"), List.of(large.texts("accounting")));
        assertTrue(large.numbers("steps")[2] > 3 * large.numbers("steps")[0]);
        for (double epsilon : large.numbers("epsilon proved")) assertTrue(epsilon <= 8);
    }
}
