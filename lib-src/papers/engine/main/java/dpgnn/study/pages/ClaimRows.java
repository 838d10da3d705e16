package dpgnn.study.pages;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Claims, paper by paper, as notebooks give them: the part of docs/claims.md that is written, and the counts of the front page. */
final class ClaimRows {
    /** Letters of a cell. */
    static final int WIDEST = 120;

    /** The name in claims of no paper, which the front page does not count. */
    private static final String NO_PAPER = "";

    private static final List<String> STANDINGS = List.of("held", "held in direction", "not held", "untested");

    private final Map<String, CommittedNotebook> notebooks;
    private final List<Map<String, String>> papers;
    private final CauseRules rules;

    ClaimRows(Map<String, CommittedNotebook> notebooks, List<Map<String, String>> papers, CauseRules rules) {
        this.notebooks = notebooks;
        this.papers = papers;
        this.rules = rules;
    }

    String page() {
        Map<String, List<String>> tables = new LinkedHashMap<>(), below = new LinkedHashMap<>();
        for (CommittedNotebook notebook : notebooks.values())
            for (Map<String, String> claim : notebook.claims()) {
                String part = claim.get("shown in");
                String[] row = row(claim, part.isEmpty() ? "" : place(notebook.number(), part));
                tables.computeIfAbsent(claim.get("name"), n -> new ArrayList<>())
                        .add(row[0]);
                below.computeIfAbsent(claim.get("name"), n -> new ArrayList<>());
                if (!row[1].isEmpty()) below.get(claim.get("name")).add(row[1]);
            }
        StringBuilder page = new StringBuilder();
        Map<String, String> titles = new LinkedHashMap<>();
        papers.forEach(p -> titles.put(p.get("name"), p.get("title") + " (" + p.get("name") + ")"));
        titles.put(NO_PAPER, "What no paper claims");
        for (String name : titles.keySet()) {
            if (!tables.containsKey(name)) continue;
            page.append("## ").append(titles.get(name)).append("\n\n");
            page.append(PageText.row("claim", "verdict", "our runs", "cause", "cell"))
                    .append("\n| --- | --- | --- | --- | --- |\n");
            tables.get(name).forEach(row -> page.append(row).append('\n'));
            page.append('\n');
            below.get(name).forEach(line -> page.append(line).append('\n'));
            if (!below.get(name).isEmpty()) page.append('\n');
        }
        return page.toString().strip();
    }

    /** The paper's notebook, or its appendix where that alone shows the table. */
    private String place(String number, String title) {
        CommittedNotebook here = notebooks.get(number), appendix = notebooks.get(number + "b");
        boolean there = here.cell(title).isEmpty()
                && appendix != null
                && appendix.cell(title).isPresent();
        return (there ? number + "b" : number) + " \\[\\]<!-- " + title + " -->";
    }

    /** A row of the table, and what stands below it: the first part of what was found is the row's, up to a semicolon. */
    String[] row(Map<String, String> claim, String cell) {
        String[] verdict = claim.get("verdict").split(" \\(", 2),
                found = claim.get("found").split("; ", 2);
        String number = found[0], rest = found.length > 1 ? found[1] : "";
        if (number.codePointCount(0, number.length()) > WIDEST) {
            number = "see below";
            rest = claim.get("found");
        }
        String missing = verdict.length > 1 ? verdict[1].replaceAll("\\)$", "") : "";
        String more = PageText.joined(rest, missing);
        return new String[] {
            PageText.row(
                    claim.get("claim") + " (" + claim.get("place") + ")",
                    verdict[0],
                    number,
                    claim.get("name").equals(NO_PAPER) ? "" : rules.ofClaim(claim),
                    cell),
            more.isEmpty() ? "" : "- *" + claim.get("claim") + "*: " + more + "."
        };
    }

    /** The verdicts of each paper's claims, counted. */
    String summary() {
        Map<String, int[]> found = new LinkedHashMap<>();
        papers.forEach(p -> found.put(p.get("name"), new int[STANDINGS.size()]));
        for (CommittedNotebook notebook : notebooks.values())
            for (Map<String, String> claim : notebook.claims()) {
                if (claim.get("name").equals(NO_PAPER)) continue;
                String verdict = claim.get("verdict");
                // The longest that fits: "held in direction" is not "held".
                int standing = verdict.startsWith("held in direction") ? 1 : STANDINGS.indexOf(first(verdict));
                if (standing < 0 || !found.containsKey(claim.get("name")))
                    throw new IllegalArgumentException("a claim must be of " + String.join(", ", found.keySet())
                            + ", and " + String.join(", ", STANDINGS) + "; was of '" + claim.get("name") + "' and '"
                            + verdict + "'");
                found.get(claim.get("name"))[standing]++;
            }
        List<Object> head = new ArrayList<>(List.of("paper", "protects", "notebooks"));
        head.addAll(STANDINGS);
        StringBuilder page = new StringBuilder(PageText.row(head.toArray()))
                .append("\n| --- | --- | --- |")
                .append(" ---: |".repeat(STANDINGS.size()));
        for (Map<String, String> paper : papers) {
            String[] numbers = paper.get("notebooks").split(",", 2);
            String others = numbers.length > 1 ? "," + numbers[1] : "";
            List<Object> cells = new ArrayList<>(List.of(
                    "*" + paper.get("title") + "*",
                    paper.get("protects"),
                    "[" + numbers[0] + "](" + notebooks.get(numbers[0]).file() + ")" + others));
            for (int n : found.get(paper.get("name"))) cells.add(n);
            page.append('\n').append(PageText.row(cells.toArray()));
        }
        return page.toString();
    }

    private static String first(String verdict) {
        return STANDINGS.stream().filter(verdict::startsWith).findFirst().orElse("");
    }
}
