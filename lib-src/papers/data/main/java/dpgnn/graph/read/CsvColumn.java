package dpgnn.graph.read;

import dpgnn.base.Check;
import java.util.List;
import java.util.Set;

/** How one named column becomes features. Each row depends on its own cell and on public constants alone. */
sealed interface CsvColumn {
    /** What the features that it makes are called. */
    List<String> names(String column);

    /** How many features it makes. */
    default int width() {
        return 1;
    }

    /** Writes the features of a cell; false where it cannot be one. */
    boolean put(String text, float[] into, int at);

    /** What a cell must be. */
    String wanted();

    /** What was done, for the notes. */
    String note(String column);

    /** Numbers between public bounds, brought to 0..1. */
    record Range(double least, double most) implements CsvColumn {
        public Range {
            Check.that(Double.isFinite(least), "least", "a finite number", least);
            Check.that(Double.isFinite(most) && most > least, "most", "a finite number above " + least, most);
        }

        @Override
        public List<String> names(String column) {
            return List.of(column);
        }

        @Override
        public boolean put(String text, float[] into, int at) {
            double value = CsvNodes.number(text);
            into[at] = (float) Math.max(0, Math.min(1, (value - least) / (most - least)));
            return Double.isFinite(value);
        }

        @Override
        public String wanted() {
            return "a number";
        }

        @Override
        public String note(String column) {
            return "The column " + column + " is scaled to 0..1 by the public bounds " + least + " and " + most
                    + "; values beyond count as the bound.";
        }
    }

    /** Texts of a public list, each of which becomes a column. */
    record OneHot(List<String> values) implements CsvColumn {
        public OneHot {
            Check.that(
                    !values.isEmpty() && Set.copyOf(values).size() == values.size(),
                    "values",
                    "one or more different texts",
                    values);
        }

        @Override
        public List<String> names(String column) {
            return values.stream().map(value -> column + "=" + value).toList();
        }

        @Override
        public int width() {
            return values.size();
        }

        @Override
        public boolean put(String text, float[] into, int at) {
            int place = values.indexOf(text);
            if (place >= 0) into[at + place] = 1;
            return true;
        }

        @Override
        public String wanted() {
            return "a text";
        }

        @Override
        public String note(String column) {
            return "The column " + column + " is one column of 0 and 1 for each of the public values "
                    + String.join(", ", values) + "; any other value is 0 in all of them.";
        }
    }
}
