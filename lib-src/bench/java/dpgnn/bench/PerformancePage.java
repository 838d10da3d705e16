package dpgnn.bench;

import dpgnn.report.figure.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the part of docs/performance.md that comes from the records, and the plot of how cost grows beside it. */
public final class PerformancePage {
    private static final String BEGIN = "<!-- begin: environment/bench -->";
    private static final String END = "<!-- end: environment/bench -->";

    private PerformancePage() {}

    public static void main(String[] arguments) throws IOException {
        List<PerformanceRecord> records = PerformanceRecord.read(Path.of(arguments[0]));
        Path page = Path.of(arguments[1]);
        if (records.isEmpty()) throw new IllegalStateException(arguments[0] + " must have a record, was empty");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin)
            throw new IllegalStateException(page + " must have the lines " + BEGIN + " and " + END);
        Files.writeString(page, text.substring(0, begin) + BEGIN + "\n" + written(records, page) + text.substring(end));
    }

    private static String written(List<PerformanceRecord> records, Path page) throws IOException {
        Map<String, PerformanceRecord> newest = new LinkedHashMap<>();
        for (PerformanceRecord r : records) newest.put(r.machine() + ", OpenBLAS for " + r.core(), r);
        StringBuilder out = new StringBuilder();
        newest.forEach((machine, r) -> {
            out.append(String.format(
                    "%n**%s**, JDK %s, %s, code %s, load %.1f.%n%n| ratio | median | least | largest |%n| --- | ---: | ---: | ---: |%n",
                    machine, r.java(), r.date(), r.commit(), r.load()));
            r.ratios()
                    .forEach((name, v) ->
                            out.append(String.format("| %s | %.2f | %.2f | %.2f |%n", name, v[0], v[1], v[2])));
            out.append(String.format("%n| CPU time | ms |%n| --- | ---: |%n"));
            r.milliseconds().forEach((name, ms) -> out.append(String.format("| %s | %.2f |%n", name, ms)));
        });
        records.stream().filter(r -> !r.growth().isEmpty()).reduce((a, b) -> b).ifPresent(r -> grown(r, page, out));
        return out.append('\n').toString();
    }

    private static void grown(PerformanceRecord r, Path page, StringBuilder out) {
        Figure[] panels = r.growth().entrySet().stream()
                .map(e -> Figure.of(e.getKey())
                        .x(e.getKey().substring(0, e.getKey().indexOf(" (")))
                        .y("ms of CPU")
                        .logX()
                        .logY()
                        .curve("measured", e.getValue().sizes(), e.getValue().milliseconds()))
                .toArray(Figure[]::new);
        Figure.grid("How cost grows", 2, panels).save(page.resolveSibling("performance.png"));
        out.append(String.format("%n![How cost grows](performance.png)%n%n"));
        out.append(String.format(
                "How cost grows, on %s (%s): from the smallest to the largest size, and the exponent of the growth.%n%n",
                r.machine(), r.date()));
        out.append(String.format(
                "| along | from | to | ms | ms | exponent |%n| --- | ---: | ---: | ---: | ---: | ---: |%n"));
        r.growth().forEach((axis, c) -> {
            int last = c.sizes().length - 1;
            double exponent =
                    Math.log(c.milliseconds()[last] / c.milliseconds()[0]) / Math.log(c.sizes()[last] / c.sizes()[0]);
            out.append(String.format(
                    "| %s | %,.0f | %,.0f | %.2f | %.2f | %.2f |%n",
                    axis, c.sizes()[0], c.sizes()[last], c.milliseconds()[0], c.milliseconds()[last], exponent));
        });
    }
}
