package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import org.junit.jupiter.api.Test;

class MissedCellsTest {
    @Test
    void cellsBelowAreExplainedByTheBestOfTheirChanges() {
        Table below = Table.columns("data", "model", "epsilon", "published", "ours", "one", "two")
                .row("PubMed", "GCN", 2, 78.0, 70.0, 71.0, 75.5)
                .row("PubMed", "GIN", 2, 78.0, 70.0, 71.0, 74.5);
        assertEquals(1, MissedCells.explained(below));
    }

    @Test
    void whatIsNotThePapersDataIsNotHeldAgainstPrint() throws Exception {
        MissedCells missed = MissedCells.of(HeterPoissonGrid.of(Lab.of("tables", "ci", 1), false));
        assertEquals(0, missed.accuracy().rows());
        assertEquals(0, missed.precision().rows());
        assertEquals(0, missed.inductive().rows());
        assertEquals(0, MissedCells.explained(missed.below()));
    }
}
