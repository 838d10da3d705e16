package dpgnn.study.pages;

import dpgnn.study.pages.CommittedNotebook.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/reproduction.md, and docs/reproduction.csv, which also has what no count has. */
final class ReproductionPage {
    private static final List<String> COLUMNS = List.of(
            "paper",
            "published",
            "what",
            "notebook",
            "cells",
            "kind",
            "run",
            "numbers",
            "seeds",
            "limit",
            "within",
            "not reproduced",
            "of these",
            "cause",
            "mean",
            "largest",
            "gains",
            "loses",
            "blind",
            "to know");
    private static final String HEAD = """
            # What is reproduced

            Every table of results in the five papers, written by `environment/reproduction` from the outputs that the notebooks are committed with.
            Read the [claims](claims.md) first; the [rules](reproduction-rules.md) define labels and limits. [reproduction.csv](reproduction.csv)
            also has figures, other readings, explorations, seeds, largest differences, Welch tests, limits, causes, and what is left out and why.

            *Above/below*: how many of our numbers miss on either side. *Mean*: of the differences, found less published, in points unless a unit
            stands there. *Blind*: how many published numbers lie within the limit of the largest class, given to every node; there, *within* says
            little. \\[7\\]: the seventh executed cell, at scale quick unless another is named. `environment/lab --run NN` makes a notebook's tables
            again from its kept runs, `DPGNN_KEPT= environment/lab --run NN` anew; its first cell says what that costs.

            """;
    private static final String SECOND = """

            Columns *as released*, and those that a dated protocol names, are counted apart from the column *as written*, whose labels stand above.
            Of the cells that both have, these are within:

            """;
    private static final String AGAIN = """

            `environment/reproduction --again SEED` makes two cells of each paper again from scratch, chosen by the seed, and compares every figure
            with the kept one, to the last digit, without times and epsilons. %d of %d figures of %d cells are equal
            ([again.csv](../environment/again.csv)).
            """;
    private static final String VERDICTS = """

            `environment/reproduction --verdicts NN SEED` trains all that a notebook shows with other seeds and gives its claims their verdicts anew.
            Notebooks were chosen by their cost alone; 40 and 51 were stopped without a result. %d of %d claims have their verdict
            ([verdicts.csv](../environment/verdicts.csv)).
            """;

    private final Path root;
    private final Map<String, CommittedNotebook> notebooks;
    private final CauseRules rules;
    /** By paper. */
    private final Map<String, List<ComparedNumbers>> compared = new LinkedHashMap<>();

    private final List<Map<String, String>> papers = PageText.shipped("papers.csv"),
            figures = PageText.shipped("figures.csv"),
            leftOut = PageText.shipped("left-out.csv");

    ReproductionPage(Path root, Map<String, CommittedNotebook> notebooks, CauseRules rules) {
        this.root = root;
        this.notebooks = notebooks;
        this.rules = rules;
        papers.forEach(p -> compared.put(p.get("name"), new ArrayList<>()));
        for (CommittedNotebook notebook : notebooks.values())
            for (ComparedNumbers each : ComparedNumbers.of(notebook)) {
                if (!compared.containsKey(each.first("name")))
                    throw new IllegalArgumentException("a comparison must be of one of " + compared.keySet()
                            + ", was of '" + each.first("name") + "'");
                compared.get(each.first("name")).add(each);
            }
    }

    List<ComparedNumbers> all() {
        return compared.values().stream().flatMap(List::stream).toList();
    }

    private List<ComparedNumbers> held(Map<String, String> paper) {
        return compared.get(paper.get("name")).stream()
                .filter(f -> !f.isLeftOut())
                .toList();
    }

    // ---- the page

    String page() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        counts(page);
        second(page);
        causes(page);
        made(page);
        for (Map<String, String> paper : papers) {
            List<ComparedNumbers> its = held(paper);
            page.append("\n## ")
                    .append(paper.get("title"))
                    .append(" (")
                    .append(paper.get("name"))
                    .append(")\n\n");
            figuresOf(paper).stream()
                    .map(f -> notebook(f.get("notebook")))
                    .filter(n -> n.shown().isEmpty())
                    .forEach(n -> page.append(n.name()).append(" was committed without outputs.\n"));
            line(
                    page,
                    "published",
                    "what",
                    "cell",
                    "within, of those run",
                    "published",
                    "above/below",
                    "mean",
                    "blind");
            page.append("| --- | --- | --- | ---: | ---: | --- | ---: | ---: |\n");
            its.stream().filter(ComparedNumbers::isCounted).forEach(f -> counted(page, f, its));
        }
        return page.append("\nFigures that only draw how a method works are left out.\n")
                .toString();
    }

    private static void line(StringBuilder page, Object... cells) {
        page.append(PageText.row(cells)).append('\n');
    }

    /** A line for each paper, and one for all together. */
    private Map<String, List<ComparedNumbers>> byPaper() {
        Map<String, List<ComparedNumbers>> all = new LinkedHashMap<>();
        papers.forEach(p -> all.put(p.get("name"), compared.get(p.get("name"))));
        all.put("together", all());
        return all;
    }

    private void counts(StringBuilder page) {
        line(
                page,
                Stream.concat(Stream.of("paper", ""), ComparedNumbers.LABELS.stream())
                        .toArray());
        page.append("| --- | --- |")
                .append(" ---: |".repeat(ComparedNumbers.LABELS.size()))
                .append('\n');
        byPaper().forEach((paper, its) -> {
            line(page, counted(paper, "trainings", its.stream().filter(ComparedNumbers::isTraining)));
            line(page, counted("", "sizes, formulas", its.stream().filter(f -> !f.isTraining())));
        });
    }

    /** How many numbers of the columns as written have each label. */
    private static Object[] counted(String paper, String what, Stream<ComparedNumbers> of) {
        List<ComparedNumbers> its = of.filter(ComparedNumbers::isCounted).toList();
        List<Object> cells = new ArrayList<>(List.of(paper, what));
        for (String label : ComparedNumbers.LABELS)
            cells.add(its.stream().mapToInt(f -> f.having(label).size()).sum());
        return cells.toArray();
    }

    /** The numbers of each second column beside those of the same cells as written. */
    private void second(StringBuilder page) {
        Map<List<String>, long[]> sums = new LinkedHashMap<>();
        Map<List<String>, Set<String>> tables = new HashMap<>();
        for (Map<String, String> paper : papers)
            for (ComparedNumbers f : held(paper)) {
                if (!f.isSecond()) continue;
                ComparedNumbers.Both both = f.both(held(paper));
                List<String> of = List.of(paper.get("name"), f.first("what"));
                if (!both.cells().isEmpty())
                    tables.computeIfAbsent(of, k -> new LinkedHashSet<>()).add(f.table());
                long[] sum = sums.computeIfAbsent(of, k -> new long[3]);
                sum[0] += both.cells().size();
                sum[1] += both.was().size();
                sum[2] += both.now().size();
            }
        sums.values().removeIf(sum -> sum[0] == 0);
        if (sums.isEmpty()) return;
        page.append(SECOND);
        line(page, "paper", "published", "second column", "cells", "as written", "in the second");
        page.append("| --- | --- | --- | ---: | ---: | ---: |\n");
        sums.forEach((of, sum) ->
                line(page, of.get(0), String.join("; ", tables.get(of)), of.get(1), sum[0], sum[1], sum[2]));
    }

    private void causes(StringBuilder page) {
        page.append("\nCauses of misses, by the [rules](reproduction-rules.md#causes-of-misses):\n\n");
        line(
                page,
                Stream.concat(Stream.of("paper", "misses"), CauseRules.CAUSES.stream())
                        .toArray());
        page.append("| --- | ---: |")
                .append(" ---: |".repeat(CauseRules.CAUSES.size()))
                .append('\n');
        byPaper().forEach((paper, its) -> {
            Map<String, Integer> found = new LinkedHashMap<>();
            its.stream().filter(ComparedNumbers::isCounted).forEach(f -> rules.causes(f, all())
                    .forEach((cause, n) -> found.merge(cause, n, Integer::sum)));
            List<Object> cells = new ArrayList<>(
                    List.of(paper, found.values().stream().mapToInt(n -> n).sum()));
            CauseRules.CAUSES.forEach(cause -> cells.add(found.getOrDefault(cause, 0)));
            line(page, cells.toArray());
        });
    }

    /** What came out of making cells again, and of testing claims with other seeds. */
    private void made(StringBuilder page) throws IOException {
        List<Map<String, String>> again = PageText.csv(root.resolve("environment/again.csv")),
                verdicts = PageText.csv(root.resolve("environment/verdicts.csv"));
        Function<String, Integer> sum = column ->
                again.stream().mapToInt(l -> Integer.parseInt(l.get(column))).sum();
        if (!again.isEmpty()) page.append(String.format(AGAIN, sum.apply("equal"), sum.apply("figures"), again.size()));
        long same = verdicts.stream()
                .filter(l -> l.get("verdict").equals(l.get("verdict with these seeds")))
                .count();
        if (!verdicts.isEmpty()) page.append(String.format(VERDICTS, same, verdicts.size()));
    }

    private void counted(StringBuilder page, ComparedNumbers f, Collection<ComparedNumbers> its) {
        Map<String, String> line = countedLine(f, its);
        line(
                page,
                f.table(),
                f.what(),
                "[" + f.notebook().number() + "](../" + f.notebook().file() + ") \\[" + f.cell() + "\\]"
                        + (f.notebook().scale().equals("quick")
                                ? ""
                                : " " + f.notebook().scale()),
                line.get("within") + " of " + line.get("run"),
                line.get("numbers"),
                line.get("of these").replaceAll("(\\d+) above, (\\d+) below", "$1/$2"),
                line.get("mean"),
                line.get("blind"));
    }

    // ---- all that is known

    String details() {
        StringBuilder text = new StringBuilder(PageText.csvLine(COLUMNS));
        for (Map<String, String> paper : papers) {
            List<ComparedNumbers> its = held(paper);
            List<Map<String, String>> lines = new ArrayList<>();
            its.stream().filter(ComparedNumbers::isCounted).forEach(f -> lines.add(countedLine(f, its)));
            figuresOf(paper).forEach(f -> lines.addAll(figure(paper, f)));
            its.stream().filter(f -> !f.isCounted()).forEach(f -> lines.add(shownLine(f, its)));
            for (Map<String, String> line : leftOut)
                if (line.get("paper").equals(paper.get("name")))
                    lines.add(left(line.get("what"), line.get("numbers"), line.get("note")));
            for (ComparedNumbers f : compared.get(paper.get("name")))
                if (f.isLeftOut()) {
                    String missing = f.numbers().get(0).missing();
                    lines.add(left(f.what(), "" + f.numbers().size(), missing.isEmpty() ? f.first("note") : missing));
                }
            for (Map<String, String> line : lines) {
                line.put("paper", paper.get("title"));
                text.append(PageText.csvLine(
                        COLUMNS.stream().map(c -> line.getOrDefault(c, "")).toList()));
            }
        }
        return text.toString();
    }

    private static Map<String, String> left(String what, String numbers, String note) {
        return new LinkedHashMap<>(Map.of("what", what, "kind", "left out", "numbers", numbers, "to know", note));
    }

    private Map<String, String> line(ComparedNumbers f) {
        String runs = papers.stream()
                .filter(p -> p.get("name").equals(f.first("name")))
                .findFirst()
                .orElseThrow()
                .get("runs");
        Map<String, String> line = new LinkedHashMap<>();
        line.put("published", f.table());
        line.put("what", f.what());
        line.put("notebook", f.notebook().name());
        line.put("cells", "" + f.cell());
        line.put("run", "" + f.real().size());
        line.put("numbers", "" + f.numbers().size());
        line.put("within", "" + f.having(ComparedNumbers.WITHIN).size());
        line.put("mean", PageText.amount(f.mean(), f.first("unit"), true));
        line.put("blind", f.guessed());
        line.put("to know", f.known(runs.isEmpty() ? 0 : Integer.parseInt(runs)));
        return line;
    }

    private Map<String, String> countedLine(ComparedNumbers f, Collection<ComparedNumbers> its) {
        List<ComparedNumbers.Number> missed = f.having(ComparedNumbers.MISSED);
        int refuted = f.having(ComparedNumbers.CONTRADICTED).size();
        long above = missed.stream().filter(n -> n.off() > 0).count();
        Map<String, String> line = line(f);
        line.put("kind", "as written");
        line.put("seeds", f.seeds());
        line.put("limit", f.first("limit"));
        line.put("not reproduced", "" + missed.size());
        line.put(
                "of these",
                PageText.joined(
                        missed.isEmpty() ? "" : above + " above, " + (missed.size() - above) + " below",
                        refuted == 0 ? "" : "and " + refuted + " contradicted"));
        line.put(
                "cause",
                rules.causes(f, its).entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", ")));
        line.put(
                "largest",
                f.largest()
                        .filter(n -> n.off() != 0)
                        .map(n -> PageText.amount(n.off(), f.first("unit"), true) + " (" + n.key() + ")")
                        .orElse(""));
        return line;
    }

    private Map<String, String> shownLine(ComparedNumbers f, Collection<ComparedNumbers> its) {
        ComparedNumbers.Both both = f.both(its);
        Map<String, String> line = line(f);
        line.put("kind", f.reading());
        line.put("gains", "" + both.gains());
        line.put("loses", "" + both.loses());
        return line;
    }

    private List<Map<String, String>> figuresOf(Map<String, String> paper) {
        return figures.stream()
                .filter(f -> f.get("paper").equals(paper.get("name")))
                .toList();
    }

    /** A figure without numbers to compare, and which cells show it; nothing where its notebook has no outputs. */
    private List<Map<String, String>> figure(Map<String, String> paper, Map<String, String> figure) {
        CommittedNotebook notebook = notebook(figure.get("notebook"));
        if (notebook.shown().isEmpty()) return List.of();
        Pattern title = Pattern.compile(figure.get("title"));
        List<Shown> shown = notebook.shown().stream()
                .filter(s -> title.matcher(s.title()).find())
                .toList();
        if (shown.isEmpty())
            throw new IllegalArgumentException(notebook.name() + " shows no table or figure whose title matches '"
                    + title + "' (" + figure.get("published") + " of " + paper.get("name")
                    + "); mend pages/figures.csv or run the notebook");
        boolean standIns = !figure.get("stand-ins").isEmpty()
                && Arrays.stream(shown.get(0).text().split("\n"))
                        .filter(l -> l.contains("panel"))
                        .allMatch(l -> l.contains("stand-in"));
        Map<String, String> line = new LinkedHashMap<>(figure);
        line.put("notebook", notebook.name());
        line.put(
                "cells",
                shown.stream()
                        .map(s -> "" + s.cell())
                        .map(Integer::valueOf)
                        .sorted()
                        .distinct()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" ")));
        line.put("kind", standIns ? "on stand-ins only" : "shown");
        line.put("to know", figure.get("note"));
        return List.of(line);
    }

    private CommittedNotebook notebook(String number) {
        CommittedNotebook notebook = notebooks.get(number);
        if (notebook == null)
            throw new IllegalArgumentException("notebooks/" + number + "-*.ipynb must be one notebook, found none");
        return notebook;
    }
}
