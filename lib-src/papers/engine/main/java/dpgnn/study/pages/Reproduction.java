package dpgnn.study.pages;

import dpgnn.base.AtomicFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says what of the papers is reproduced, from what the committed notebooks found: docs/reproduction.md and .csv, the parts of README.md and
 * docs/claims.md between their markers, and the cells that these pages name. {@code environment/reproduction} runs it.
 */
public final class Reproduction {
    static final String BEGIN = "<!-- begin: environment/reproduction -->",
            END = "<!-- end: environment/reproduction -->";
    private static final Pattern CELL = Pattern.compile("(\\d\\d[a-z]?) \\\\\\[(\\d*)\\\\\\]<!-- (.+?) -->");

    private final Path root;
    private final Map<String, CommittedNotebook> notebooks;

    Reproduction(Path root) throws IOException {
        this.root = root;
        this.notebooks = CommittedNotebook.all(root);
    }

    /** The folder of the checkout; with --check it compares, and fails where a page is stale. */
    public static void main(String[] arguments) throws IOException {
        List<String> given = Arrays.asList(arguments);
        if (given.isEmpty()
                || given.size() > 2
                || given.size() == 2 && !given.get(1).equals("--check"))
            throw new IllegalArgumentException(
                    "arguments must be the folder of the checkout, and --check or nothing, were " + given);
        try {
            System.exit(new Reproduction(Path.of(given.get(0))).run(given.size() == 2, System.out) ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println("reproduction: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Writes what differs, or only says so; returns whether the pages are as they must be. */
    boolean run(boolean check, PrintStream out) throws IOException {
        boolean stale = false;
        for (var page : pages().entrySet()) {
            Path file = root.resolve(page.getKey());
            String old = Files.exists(file) ? Files.readString(file) : "";
            if (old.equals(page.getValue())) continue;
            if (!check) {
                AtomicFile.write(file, page.getValue().getBytes(StandardCharsets.UTF_8));
                out.println(page.getKey() + ": written");
                continue;
            }
            stale = true;
            out.println(page.getKey() + ":");
            changes(old, page.getValue()).stream().limit(20).forEach(out::println);
        }
        if (stale) out.println("what is written differs from what the notebooks found; run environment/reproduction");
        return !stale;
    }

    /** Lines that a page has and should not have, and lines that it lacks. */
    private static List<String> changes(String old, String now) {
        List<String> lines = new ArrayList<>(),
                added = new ArrayList<>(now.lines().toList());
        for (String line : old.lines().toList()) if (!added.remove(line)) lines.add("- " + line);
        List<String> kept = new ArrayList<>(old.lines().toList());
        for (String line : now.lines().toList()) if (!kept.remove(line)) lines.add("+ " + line);
        return lines;
    }

    /** What the files must hold, by path. */
    Map<String, String> pages() throws IOException {
        CauseRules rules = CauseRules.read(root);
        ClaimRows claims = new ClaimRows(notebooks, PageText.shipped("papers.csv"), rules);
        ReproductionPage reproduced = new ReproductionPage(root, notebooks, rules);
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("README.md", between(text("README.md"), claims.summary()));
        pages.put("docs/claims.md", withCells(between(text("docs/claims.md"), claims.page())));
        for (String page : List.of("docs/findings.md", "docs/faults.md")) pages.put(page, withCells(text(page)));
        pages.put("docs/reproduction.md", withCells(reproduced.page()));
        pages.put("docs/reproduction.csv", withCells(reproduced.details()));
        return pages;
    }

    private String text(String page) throws IOException {
        return Files.readString(root.resolve(page));
    }

    static String between(String text, String part) {
        String[] begin = text.split(Pattern.quote(BEGIN), -1), end = text.split(Pattern.quote(END), -1);
        if (begin.length != 2 || end.length != 2)
            throw new IllegalArgumentException(
                    "README.md and docs/claims.md must each have one line '" + BEGIN + "' and one '" + END + "'");
        return begin[0] + BEGIN + "\n" + part + "\n" + END + end[1];
    }

    /** Cells are named as "10 \[7\]&lt;!-- part of a title --&gt;": a run that moves the table moves the number. */
    String withCells(String text) {
        return CELL.matcher(text)
                .replaceAll(named -> Matcher.quoteReplacement(cell(named.group(), named.group(1), named.group(3))));
    }

    private String cell(String named, String number, String part) {
        CommittedNotebook notebook = notebooks.get(number);
        if (notebook == null)
            throw new IllegalArgumentException("a page names notebook " + number + ", which is not there");
        if (notebook.shown().isEmpty()) return named;
        int cell = notebook.cell(part)
                .orElseThrow(() -> new IllegalArgumentException("a page names a table '" + part + "' of notebook "
                        + number + ", which shows none of that title"));
        return number + " \\[" + cell + "\\]<!-- " + part + " -->";
    }
}
