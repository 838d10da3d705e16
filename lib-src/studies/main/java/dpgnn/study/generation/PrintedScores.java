package dpgnn.study.generation;

import dpgnn.report.Table;
import dpgnn.study.generation.GenerationGrid.Part;
import dpgnn.study.paper.PublishedTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The printed numbers of Table 1 or 2 of Yang et al. (2021) for one data set.
 *
 * @param values by row and figure, in the paper's order
 */
record PrintedScores(Map<Row, Map<String, Double>> values) {
    static final String ORIGINAL = "Original";

    /**
     * A method at one budget.
     *
     * @param epsilon empty where it has none
     */
    record Row(String method, String epsilon) {
        /** Our scores of it: of private methods those of the published variant. */
        MakerScores in(List<Part> parts) {
            return part(parts).of(label());
        }

        /** The part of the data on which it was measured. */
        Part part(List<Part> parts) {
            return parts.stream()
                    .filter(p -> p.measured().stream()
                            .anyMatch(m -> m.maker().label().equals(label())))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no part measured \"" + label() + "\""));
        }

        private String label() {
            return epsilon.isEmpty() ? method : method + " published " + epsilon;
        }

        String claimed() {
            return epsilon.isEmpty() ? "none" : epsilon;
        }

        @Override
        public String toString() {
            return epsilon.isEmpty() ? method : method + ", " + epsilon;
        }
    }

    static PrintedScores of(String table, String set) {
        Table printed = PublishedTables.named(table).where("dataset", set);
        String figure = printed.columns().contains("statistic") ? "statistic" : "metric";
        String[] methods = printed.texts("method"), epsilons = printed.texts("epsilon");
        String[] figures = printed.texts(figure);
        double[] numbers = printed.numbers("value");
        Map<Row, Map<String, Double>> values = new LinkedHashMap<>();
        for (int i = 0; i < methods.length; i++)
            values.computeIfAbsent(new Row(methods[i], epsilons[i]), row -> new LinkedHashMap<>())
                    .put(figures[i], numbers[i]);
        return new PrintedScores(values);
    }

    /** All rows but that of the originals. */
    List<Row> generated() {
        return values.keySet().stream()
                .filter(row -> !row.method.equals(ORIGINAL))
                .toList();
    }

    /** The row of a method at a budget. */
    Map<String, Double> row(String method, String epsilon) {
        Map<String, Double> found = values.get(new Row(method, epsilon));
        if (found == null)
            throw new IllegalArgumentException(
                    "no row of " + method + " \"" + epsilon + "\"; there are " + values.keySet());
        return found;
    }
}
