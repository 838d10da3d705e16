package dpgnn.plotly;

import dpgnn.report.Display;
import dpgnn.report.Table;
import java.util.Objects;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.Column;

/** Converts between tables of {@link Table} and of Tablesaw. A notebook shows those of Tablesaw like any other. */
public final class TablesawTables {
    private TablesawTables() {}

    /** Found by ServiceLoader, as {@code META-INF/services} says. */
    public static final class Shown implements Display.Converter {
        @Override
        public Display.Rich rich(Object value) {
            return value instanceof tech.tablesaw.api.Table table ? from(table) : null;
        }
    }

    /** The rows of a Tablesaw table; missing values become empty cells. */
    public static Table from(tech.tablesaw.api.Table source) {
        Objects.requireNonNull(source, "source: a Tablesaw table, got null");
        Table table = Table.columns(source.columnNames().toArray(String[]::new));
        if (source.name() != null) table.title(source.name());
        for (int r = 0; r < source.rowCount(); r++) {
            Object[] cells = new Object[source.columnCount()];
            for (int c = 0; c < cells.length; c++) {
                cells[c] = source.column(c).isMissing(r) ? null : source.get(r, c);
            }
            table.row(cells);
        }
        return table;
    }

    /** The rows of a table as a Tablesaw table. */
    public static tech.tablesaw.api.Table to(Table table) {
        tech.tablesaw.api.Table result = tech.tablesaw.api.Table.create(table.title());
        for (String name : table.columns()) result.addColumns(column(table, name));
        return result;
    }

    private static Column<?> column(Table table, String name) {
        boolean numeric = table.isNumeric(table.columns().indexOf(name));
        boolean whole = numeric, truth = table.rows() > 0;
        for (int r = 0; r < table.rows(); r++) {
            Object value = table.get(r, name);
            whole &= value == null || value instanceof Integer || value instanceof Long || value instanceof Short;
            truth &= value == null || value instanceof Boolean;
        }
        Column<?> column = whole
                ? LongColumn.create(name)
                : numeric ? DoubleColumn.create(name) : truth ? BooleanColumn.create(name) : StringColumn.create(name);
        for (int r = 0; r < table.rows(); r++) {
            Object value = table.get(r, name);
            if (value == null) column.appendMissing();
            else if (column instanceof LongColumn longs) longs.append(((Number) value).longValue());
            else if (column instanceof DoubleColumn doubles) doubles.append(((Number) value).doubleValue());
            else if (column instanceof BooleanColumn booleans) booleans.append((Boolean) value);
            else ((StringColumn) column).append(value.toString());
        }
        return column;
    }
}
