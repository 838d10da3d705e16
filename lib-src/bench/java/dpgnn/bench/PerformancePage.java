package dpgnn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the part of lib-src/bench/README.md that comes from the records. */
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
        Files.writeString(page, text.substring(0, begin) + BEGIN + "\n" + written(records) + text.substring(end));
    }

    private static String written(List<PerformanceRecord> records) {
        Map<String, PerformanceRecord> newest = new LinkedHashMap<>();
        for (PerformanceRecord r : records) newest.put(r.machine() + ", OpenBLAS for " + r.core(), r);
        StringBuilder out = new StringBuilder();
        newest.forEach((machine, r) -> out.append(String.format(
                "%n%s: JDK %s, %s, code %s, load %.1f.", machine, r.java(), r.date(), r.commit(), r.load())));
        out.append(String.format(
                        "%n%n| ratio, median (least to largest) | %s |%n", String.join(" | ", newest.keySet())))
                .append("| --- |")
                .append(" --- |".repeat(newest.size()))
                .append('\n');
        Set<String> names = new LinkedHashSet<>();
        newest.values().forEach(r -> names.addAll(r.ratios().keySet()));
        for (String name : names) {
            out.append("| ").append(name).append(" |");
            for (PerformanceRecord r : newest.values()) {
                double[] v = r.ratios().get(name);
                out.append(v == null ? " |" : String.format(" %.2f (%.2f to %.2f) |", v[0], v[1], v[2]));
            }
            out.append('\n');
        }
        records.stream().filter(r -> !r.growth().isEmpty()).reduce((a, b) -> b).ifPresent(r -> grown(r, out));
        return out.append('\n').toString();
    }

    private static void grown(PerformanceRecord r, StringBuilder out) {
        out.append(String.format(
                "%nHow cost grows, on %s (%s): from the smallest to the largest size, and the exponent of the growth.%n%n",
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
