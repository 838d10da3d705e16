package dpgnn.study.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

/** Rows, amounts and lines of CSV as the pages have them. */
final class PageText {
    private static final CSVFormat CSV =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

    private PageText() {}

    /** A row of a table in Markdown. */
    static String row(Object... cells) {
        return Arrays.stream(cells)
                .map(c -> String.valueOf(c).replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** A difference with as many decimals as tell it from nothing. */
    static String amount(double value, String unit, boolean signed) {
        if (Double.isNaN(value)) return "";
        double size = Math.abs(value);
        int digits = size >= 99.95 ? 0 : size >= 0.995 || size == 0 ? 1 : unit.isEmpty() ? 3 : 2;
        BigDecimal rounded = rounded(value, digits);
        String text = rounded.signum() == 0 ? "0" : (signed && value > 0 ? "+" : "") + rounded.toPlainString();
        return text + (unit.equals("%") ? " %" : "");
    }

    static BigDecimal rounded(double value, int digits) {
        return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN);
    }

    /** The lines of a CSV, by the names of its columns. */
    static List<Map<String, String>> csv(String text) {
        try (CSVParser parser = CSV.parse(new StringReader(text))) {
            List<Map<String, String>> lines = new ArrayList<>();
            parser.forEach(record -> lines.add(record.toMap()));
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of a file; none where it is not there. */
    static List<Map<String, String>> csv(Path file) throws IOException {
        return Files.exists(file) ? csv(Files.readString(file)) : List.of();
    }

    /** Those of a file that comes with the library. */
    static List<Map<String, String>> shipped(String name) {
        try (InputStream in = PageText.class.getResourceAsStream("/pages/" + name)) {
            if (in == null) throw new IllegalArgumentException("/pages/" + name + " must come with the library");
            return csv(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String csvLine(Collection<String> fields) {
        return fields.stream()
                        .map(f -> f.matches("(?s).*[,\"\\r\\n].*") ? "\"" + f.replace("\"", "\"\"") + "\"" : f)
                        .collect(Collectors.joining(","))
                + "\n";
    }

    /** The parts that say something, one after another. */
    static String joined(String... parts) {
        return Arrays.stream(parts).filter(p -> !p.isEmpty()).collect(Collectors.joining("; "));
    }
}
