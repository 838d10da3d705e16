package dpgnn.study.pages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules in docs/causes.csv: the first line that fits a miss gives its cause. */
final class CauseRules {
    static final List<String> CAUSES = List.of("text", "code", "data", "ours", "unknown");
    private static final Map<String, String> WHEN = Map.of(
            "always",
            "",
            "within as released",
            ComparedNumbers.RELEASED,
            "within in another reading",
            "another reading");

    /** @param when which other comparison of the table must have the number within its limit; empty for none */
    record Rule(String paper, Pattern table, Pattern rows, String when, String cause, String because) {
        boolean fits(String paper, String table, String row) {
            return this.paper.equals(paper)
                    && this.table.matcher(table).matches()
                    && rows.matcher(row).find();
        }
    }

    private final List<Rule> rules = new ArrayList<>();

    static CauseRules none() {
        return new CauseRules();
    }

    static CauseRules read(Path root) throws IOException {
        return parse(PageText.csv(root.resolve("docs/causes.csv")));
    }

    static CauseRules parse(List<Map<String, String>> lines) {
        CauseRules all = new CauseRules();
        lines.forEach(all::add);
        return all;
    }

    private void add(Map<String, String> line) {
        String when = line.getOrDefault("when", ""), cause = line.getOrDefault("cause", "");
        if (!WHEN.containsKey(when) || !CAUSES.contains(cause))
            throw new IllegalArgumentException("a rule of causes must have one of " + WHEN.keySet()
                    + ", and a cause of " + CAUSES + "; had '" + when + "' and '" + cause + "'");
        rules.add(new Rule(
                line.get("paper"),
                Pattern.compile(line.get("table")),
                Pattern.compile(line.get("rows")),
                WHEN.get(when),
                cause,
                line.get("because")));
    }

    List<Rule> rules() {
        return List.copyOf(rules);
    }

    /** The causes of a comparison's misses, counted. A column as released, or another reading, is the first one that has the number. */
    Map<String, Integer> causes(ComparedNumbers of, Collection<ComparedNumbers> all) {
        Map<String, Integer> found = new LinkedHashMap<>();
        for (ComparedNumbers.Number number : of.numbers())
            if (number.label().equals(ComparedNumbers.MISSED)) found.merge(cause(of, number, all), 1, Integer::sum);
        Map<String, Integer> ordered = new LinkedHashMap<>();
        for (String cause : CAUSES) if (found.containsKey(cause)) ordered.put(cause, found.get(cause));
        return ordered;
    }

    private String cause(ComparedNumbers of, ComparedNumbers.Number number, Collection<ComparedNumbers> all) {
        return rules.stream()
                .filter(r -> r.fits(of.first("name"), of.table(), number.key()))
                .filter(r -> r.when.isEmpty() || isWithin(of.table(), number.key(), r.when, all))
                .map(Rule::cause)
                .findFirst()
                .orElse("unknown");
    }

    private static boolean isWithin(String table, String key, String reading, Collection<ComparedNumbers> all) {
        Optional<ComparedNumbers.Number> other = all.stream()
                .filter(f -> f.table().equals(table) && f.reading().equals(reading))
                .flatMap(f -> f.real().stream())
                .filter(n -> n.key().equals(key))
                .findFirst();
        return other.isPresent() && other.get().label().equals(ComparedNumbers.WITHIN);
    }

    /** The cause of a claim that does not hold in full: that of the first line whose table is "claim" and that fits its words. */
    String ofClaim(Map<String, String> claim) {
        String verdict = claim.get("verdict");
        if (verdict.equals("held") || verdict.startsWith("untested")) return "";
        return rules.stream()
                .filter(r -> r.fits(claim.get("name"), "claim", claim.get("claim")))
                .map(Rule::cause)
                .findFirst()
                .orElse("unknown");
    }
}
