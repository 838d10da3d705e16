package dpgnn.report;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads CSV with a header line into a {@link Table}. A column whose filled cells are all numbers becomes a column of numbers. */
final class TableReader {
    private TableReader() {}

    static Table read(Path path) {
        try {
            return parse(Files.readString(path), path.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e, e);
        }
    }

    static Table parse(String csv, String source) {
        List<CSVRecord> records;
        try (CSVParser parser = TableText.CSV.parse(new StringReader(csv))) {
            records = parser.getRecords();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (records.isEmpty())
            throw new IllegalArgumentException(source + " is empty; it needs a line of column names");
        String[] names = records.get(0).values();
        for (CSVRecord record : records)
            if (record.size() != names.length)
                throw new IllegalArgumentException(source + " line " + record.getRecordNumber() + " has "
                        + record.size() + " cells, the line of column names has " + names.length);
        List<CSVRecord> body = records.subList(1, records.size());
        boolean[] numeric = new boolean[names.length];
        for (int i = 0; i < names.length; i++) {
            int at = i;
            numeric[i] = body.stream().map(r -> r.get(at)).allMatch(t -> t.isEmpty() || number(t) != null);
        }
        Table table = Table.columns(names);
        for (CSVRecord record : body) {
            Object[] cells = new Object[names.length];
            for (int i = 0; i < names.length; i++) {
                String text = record.get(i);
                cells[i] = text.isEmpty() ? null : numeric[i] ? number(text) : text;
            }
            table.row(cells);
        }
        return table;
    }

    /** The number that a text is, whole numbers as such, or null. Not what Java alone takes for one ("1f", "0x1p3", "NaN "). */
    static Number number(String text) {
        if (text.matches("-?\\d{1,18}")) return Long.valueOf(text);
        if (text.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?")) return Double.valueOf(text);
        if (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity")) return Double.valueOf(text);
        return null;
    }
}
