package dpgnn.notebook;

import dpgnn.graph.Dataset;
import dpgnn.report.CellCode;
import dpgnn.train.Run;

/** What the library's values are to the code of a cell: a data set is what was read and what made it of that, a workbench its scale. */
public final class ReadValues implements CellCode.Naming {
    @Override
    public CellCode.Name name(Object value) {
        if (value instanceof Dataset data)
            return new CellCode.Name("data " + Run.Data.of(data).hash(), false);
        if (value instanceof Lab lab) return new CellCode.Name("lab " + lab.at("ci", "quick", "paper"), true);
        return null;
    }
}
