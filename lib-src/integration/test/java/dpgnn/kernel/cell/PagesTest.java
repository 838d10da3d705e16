package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java of README and docs, taken out of the pages and run in their order as the cells of a notebook. A class of the tests that
 * a page links to is run at its place, without package and imports.
 */
@Timeout(1800)
class PagesTest {
    private static final Pattern CODE = Pattern.compile(
            "```java\n(.*?)\n```|\\]\\(\\.\\./(lib-src/[^)\\s]*(?:test/java|fixtures)/[^)\\s]*(?<!Test)\\.java)\\)",
            Pattern.DOTALL);
    private static final Path MAVEN = Path.of("docs/maven.md");
    private static final Pattern MAIN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern POM = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASSES =
            Pattern.compile("<!-- begin: classes -->\n(.*?)<!-- end: classes -->", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("(?<![\\w.@])([A-Z]\\w+)\\b");
    private static final Pattern HEAD = Pattern.compile("(?m)^(package|import) .*\n");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

    @TempDir
    Path folder;

    private static List<String> blocks(String page) throws IOException {
        List<String> blocks = new ArrayList<>();
        for (Matcher code = CODE.matcher(Files.readString(Path.of(page))); code.find(); )
            blocks.add(
                    code.group(2) == null
                            ? code.group(1)
                            : HEAD.matcher(Files.readString(Path.of(code.group(2))))
                                    .replaceAll(""));
        assertTrue(!blocks.isEmpty(), () -> page + " should show code");
        return blocks;
    }

    private static final List<String> PAGES =
            List.of("README.md", "docs/cheat-sheet.md", "docs/extend.md", "docs/own-graph.md", "docs/tasks.md");

    static List<String> pages() {
        return PAGES;
    }

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\n(.*?)\n \\* }</pre>", Pattern.DOTALL);
    private static final Pattern PRINTS = Pattern.compile("// prints (.*)");

    static List<Path> packages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : under("lib-src", "package-info.java"))
            if (Files.readString(page).contains("<pre>")) pages.add(page);
        assertTrue(pages.size() >= 12, () -> "packages should have pages with an example, " + pages.size() + " have");
        return Extent.some(pages, 2);
    }

    /** The page of a package says which classes to know; its example runs, and prints what the page says. */
    @ParameterizedTest
    @MethodSource("packages")
    void examplesOfPackagesRun(Path page) throws IOException {
        Matcher example = EXAMPLE.matcher(Files.readString(page));
        assertTrue(example.find(), () -> page + " should have an example");
        String code = example.group(1).replaceAll("(?m)^ \\* ?", "");
        String expected = PRINTS.matcher(code)
                .results()
                .map(printed -> printed.group(1) + "\n")
                .collect(Collectors.joining());
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (Session session = new Session(Path.of("lib-src"))) {
            Session.Outcome outcome = session.run(page.toString(), atHome(code));
            assertNull(
                    outcome.failure(), () -> String.join("\n", outcome.failure().lines()));
        } finally {
            System.setOut(out);
        }
        assertEquals(expected, printed.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("pages")
    @Extent.OneIn(14)
    void whatPagesShowRuns(String page) throws IOException {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try (Session session = new Session(Path.of("lib-src"))) {
            int number = 0;
            for (String block : blocks(page)) {
                number++;
                Session.Outcome outcome = session.run(page + ", block " + number, atHome(block));
                assertNull(
                        outcome.failure(),
                        () -> String.join("\n", outcome.failure().lines()));
            }
        }
    }

    private static String mavenPage(Pattern fence) throws IOException {
        Matcher block = fence.matcher(Files.readString(MAVEN));
        assertTrue(block.find(), () -> MAVEN + " has no block of " + fence);
        return block.group(1);
    }

    /** What the page on Maven says is a whole program: it compiles as it stands, and what it releases is SOUND. */
    @Test
    void theProgramOfThePageOnMavenReleases() throws Exception {
        Path source = Files.writeString(folder.resolve("Main.java"), mavenPage(MAIN));
        var compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        String path = System.getProperty("java.class.path");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status = compiler.run(
                null,
                said,
                said,
                "--release",
                "17",
                "-Xlint:all,-path",
                "-Werror",
                "-cp",
                path,
                "-d",
                folder.toString(),
                source.toString());
        assertEquals(0, status, said::toString);
        StringBuilder edges = new StringBuilder(), nodes = new StringBuilder("id,age,label\n");
        for (int v = 0; v < 200; v++) {
            edges.append(v).append(',').append((v + 2) % 200).append('\n');
            nodes.append(v)
                    .append(',')
                    .append(v % 2)
                    .append(',')
                    .append(v % 2 == 0 ? "even" : "odd")
                    .append('\n');
        }
        String[] files = {
            Files.writeString(folder.resolve("edges.csv"), edges).toString(),
            Files.writeString(folder.resolve("nodes.csv"), nodes).toString(),
            folder.resolve("model.safetensors").toString(),
            folder.resolve("certificate.json").toString()
        };
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass("Main").getMethod("main", String[].class).invoke(null, (Object) files);
        } finally {
            System.setOut(out);
        }
        String line = printed.toString(StandardCharsets.UTF_8);
        assertTrue(
                line.startsWith("(4, 1e-5)-differential privacy for one node") && line.contains("verdict SOUND"), line);
        assertTrue(Files.exists(folder.resolve("model.safetensors")));
        assertTrue(Files.readString(folder.resolve("certificate.json")).contains("\"verdict\": \"SOUND\""));
    }

    @Test
    void theProjectOfThePageOnMavenNamesWhatThereIs() throws Exception {
        String pom = mavenPage(POM);
        javax.xml.parsers.DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(pom.getBytes(StandardCharsets.UTF_8)));
        String version = Pattern.compile("<version>(.*?)</version>")
                .matcher(Files.readString(Path.of("lib-src/bom/pom.xml")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertTrue(pom.contains("<version>" + version + "</version>\n        <type>pom</type>"), pom);
        assertTrue(pom.contains("<maven.compiler.release>17</maven.compiler.release>"), pom);
        for (Matcher each = Pattern.compile("<artifactId>dpgnn-(\\w+)<").matcher(pom); each.find(); )
            assertTrue(under("lib-src", each.group(1) + "/pom.xml").size() == 1, each.group());
    }

    /** Every class of ours that a page uses, by artifact and package: elsewhere than in a notebook each needs an import. */
    @Test
    void theTableOfClassesIsThatOfThePages() throws IOException {
        Map<String, Path> types = new HashMap<>();
        for (Path file : under("lib-src", ".java")) {
            String name = file.getFileName().toString().replace(".java", "");
            if (file.toString().contains("main/java/dpgnn")
                    && Files.readString(file).matches("(?s).*\\npublic [\\w ]*\\b" + name + "\\b.*"))
                types.put(name, file);
        }
        Map<String, TreeSet<String>> rows = new TreeMap<>();
        List<String> code = new ArrayList<>(List.of(mavenPage(MAIN)));
        for (String page : PAGES) code.addAll(blocks(page));
        for (String each : code)
            for (Matcher word = WORD.matcher(each.replaceAll("//.*|\"[^\"\n]*\"", "")); word.find(); ) {
                Path file = types.get(word.group(1));
                if (file == null) continue;
                String path = file.toString(), module = path.substring(0, path.indexOf("/main/java/"));
                String folders = path.substring(path.indexOf("dpgnn/"), path.lastIndexOf('/'))
                        .replace('/', '.');
                rows.computeIfAbsent(
                                "| `dpgnn-" + module.substring(module.lastIndexOf('/') + 1) + "` | `" + folders
                                        + "` | ",
                                k -> new TreeSet<>())
                        .add(word.group(1));
            }
        String table = "| artifact | package | classes |\n| --- | --- | --- |\n"
                + rows.entrySet().stream()
                        .map(row -> row.getKey() + String.join(", ", row.getValue()) + " |\n")
                        .collect(Collectors.joining());
        assertEquals(table, mavenPage(CLASSES), () -> MAVEN + " must have this table between its marks:\n" + table);
    }

    /** Nearly half of them are proofs, of which a referee needs every step. */
    private static final int MOST_WORDS = 66_000;

    /** A front page is read in two minutes, and nobody has to keep more than this true. */
    @Test
    void pagesAreShort() throws IOException {
        String front = Files.readString(Path.of("README.md"));
        assertTrue(words(front) <= 600, () -> "README.md must have at most 600 words, had " + words(front));
        for (String line : front.split("\n"))
            assertTrue(line.length() <= 200, () -> "README.md has a line of more than 200 characters: " + line);
        assertEquals(
                4,
                LINK.matcher(front)
                        .results()
                        .filter(link -> link.group(1).endsWith(".md"))
                        .count(),
                "links of README.md to other pages");
        int part =
                words(List.of(Path.of("CONTRIBUTING.md"), Path.of("docs/architecture.md"), Path.of("docs/costs.md")));
        assertTrue(part <= 3000, () -> "pages on taking part must have at most 3000 words, had " + part);
        int all = words(everyPage());
        assertTrue(all <= MOST_WORDS, () -> "all pages must have at most " + MOST_WORDS + " words, had " + all);
    }

    private static final Pattern CELL = Pattern.compile("(?<!\\\\)\\|");

    /** What is longer is a sentence below the table. Lists of classes are looked up, not read. */
    @Test
    void cellsOfTablesAreShort() throws IOException {
        for (Path page : everyPage())
            for (String line :
                    CLASSES.matcher(Files.readString(page)).replaceAll("").split("\n"))
                for (String cell : line.startsWith("|") ? CELL.split(line) : new String[0]) {
                    String seen = cell.replaceAll("<!--.*?-->", "")
                            .replaceAll("\\]\\([^)]*\\)", "]")
                            .strip();
                    assertTrue(seen.length() <= 120, () -> page + " has a cell of more than 120 characters: " + seen);
                }
    }

    /** As `wc -w` counts them. */
    private static int words(String text) {
        return text.strip().split("\\s+").length;
    }

    private static int words(List<Path> pages) throws IOException {
        int words = 0;
        for (Path page : pages) words += words(Files.readString(page));
        return words;
    }

    private static List<Path> everyPage() throws IOException {
        List<Path> pages = new ArrayList<>(under("docs", ".md"));
        pages.addAll(under("lib-src", ".md"));
        pages.addAll(List.of(Path.of("README.md"), Path.of("CONTRIBUTING.md"), Path.of("data/README.md")));
        return pages;
    }

    /** A link that leads nowhere, or evidence that is no longer there, is worse than none. */
    @Test
    void linksLeadSomewhereAndNamedTestsExist() throws IOException {
        Map<String, String> tests = new HashMap<>();
        for (Path file : under("lib-src", "Test.java"))
            tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
        for (Path page : everyPage()) {
            String text = Files.readString(page);
            for (Matcher link = LINK.matcher(text); link.find(); ) {
                String to = link.group(1);
                if (to.startsWith("http")) continue;
                Path target = Path.of(page.toString()).resolveSibling(to.replaceAll("#.*", ""));
                assertTrue(Files.exists(target), () -> page + " links to " + target + ", which is not there");
            }
            for (Matcher test = TEST.matcher(text); test.find(); ) {
                String name = test.group(1), method = test.group(2);
                assertTrue(tests.containsKey(name), () -> page + " names " + name + ", which is no test");
                assertTrue(
                        method == null || tests.get(name).contains("void " + method + "("),
                        () -> page + " names " + name + "." + method + ", which is no test");
            }
        }
    }

    @Test
    void everyPackageHasItsRow() throws IOException {
        String table = Files.readString(Path.of("docs/architecture.md"));
        try (Stream<Path> folders = Files.walk(Path.of("lib-src"), 6)) {
            for (Path each : folders.filter(p -> !p.startsWith("lib-src/contrib")
                            && p.resolve("..").normalize().endsWith("main/java/dpgnn"))
                    .toList())
                assertTrue(
                        table.contains("| `" + each.getFileName() + "` |"),
                        () -> "docs/architecture.md has no row for the package " + each.getFileName());
        }
    }

    private static List<Path> under(String folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(Path.of(folder))) {
            return all.filter(p -> p.toString().endsWith(ending)).toList();
        }
    }

    /** A notebook runs in notebooks/, a test at the root; and what a page writes goes to a folder that is removed. */
    private String atHome(String code) {
        String own = folder.toString().replace("\\", "/");
        return code.replace("Path.of(\"../", "Path.of(\"")
                .replace("Path.of(\"runs/", "Path.of(\"" + own + "/")
                .replace("save(\"", "save(\"" + own + "/");
    }
}
