package dpgnn.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the regression watch measured once, a line of JSON in lib-src/bench/records.jsonl.
 *
 * @param machine the processor's name and how many of them there were
 * @param core the kernels that OpenBLAS chose
 * @param load how many programs wanted to run while it was measured, on average
 * @param milliseconds of CPU, medians over the turns; for a comparison with PyTorch what its script prints
 * @param ratios each the median, the least and the largest over the turns
 * @param growth how cost grows along an axis; empty where it was not measured
 */
public record PerformanceRecord(
        String date,
        String commit,
        String machine,
        String core,
        String java,
        double load,
        Map<String, Double> milliseconds,
        Map<String, double[]> ratios,
        Map<String, Curve> growth) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Milliseconds of CPU at each size. */
    public record Curve(double[] sizes, double[] milliseconds) {}

    public PerformanceRecord {
        milliseconds = new LinkedHashMap<>(milliseconds);
        ratios = new LinkedHashMap<>(ratios);
        growth = new LinkedHashMap<>(growth);
    }

    static List<PerformanceRecord> read(Path file) throws IOException {
        List<PerformanceRecord> records = new ArrayList<>();
        if (Files.exists(file))
            for (String line : Files.readAllLines(file)) records.add(JSON.readValue(line, PerformanceRecord.class));
        return records;
    }

    void append(Path file) throws IOException {
        Files.writeString(
                file, JSON.writeValueAsString(this) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The last of the records of the same machine and Java. */
    Optional<PerformanceRecord> before(List<PerformanceRecord> records) {
        return records.stream()
                .filter(r -> r.machine.equals(machine) && r.core.equals(core) && r.java.equals(java))
                .reduce((a, b) -> b);
    }

    /** What is slower than it was: beyond a tenth, and with every turn above every turn of then. */
    List<String> slowerThan(PerformanceRecord then) {
        List<String> slower = new ArrayList<>();
        ratios.forEach((name, now) -> {
            double[] old = then.ratios.get(name);
            if (old == null) return;
            boolean more = now[0] > 1.1 * old[0] && now[1] > old[2];
            boolean less = now[0] < old[0] / 1.1 && now[2] < old[1];
            if (RegressionWatch.higherIsBetter(name) ? less : more)
                slower.add(String.format("%s: %.2f, was %.2f at %s", name, now[0], old[0], then.commit));
        });
        return slower;
    }
}
