package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * The Java of README and docs, taken out of the pages and run in their order as the cells of a notebook. A block of code whose
 * fence names a file must be that file, without package and imports; it is run too if the fence says so.
 */
@Timeout(1800)
class PagesTest {
    private static final Pattern FENCE = Pattern.compile("```java *(run )?([^\n]*)\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern HEAD = Pattern.compile("(?m)^(package|import) .*\n");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

    @TempDir
    Path folder;

    private record Block(String file, boolean runs, String code) {}

    private static List<Block> blocks(String page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher fence = FENCE.matcher(Files.readString(Path.of(page)));
        while (fence.find())
            blocks.add(new Block(
                    fence.group(2).strip(),
                    fence.group(1) != null || fence.group(2).isBlank(),
                    fence.group(3)));
        return blocks;
    }

    private static final List<String> PAGES = List.of(
            "README.md",
            "docs/cheat-sheet.md",
            "docs/add-a-clip.md",
            "docs/add-a-layer.md",
            "docs/add-a-method.md",
            "docs/add-a-sampler.md",
            "docs/add-an-accountant.md",
            "docs/add-a-data-set.md",
            "docs/tasks.md");

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

    @Test
    void whatPagesShowOfFilesIsThere() throws IOException {
        for (String page : PAGES) {
            List<Block> blocks = blocks(page);
            assertTrue(!blocks.isEmpty(), () -> page + " should show code, shows " + blocks.size() + " blocks of it");
            for (Block block : blocks) {
                if (block.file().isEmpty()) continue;
                String file =
                        HEAD.matcher(Files.readString(Path.of(block.file()))).replaceAll("");
                assertEquals(file.strip(), block.code(), () -> page + " must show " + block.file() + " as it is");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    @Extent.OneIn(14)
    void whatPagesShowRuns(String page) throws IOException {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try (Session session = new Session(Path.of("lib-src"))) {
            int number = 0;
            for (Block block : blocks(page)) {
                number++;
                if (!block.runs()) continue;
                Session.Outcome outcome = session.run(page + ", block " + number, atHome(block.code()));
                assertNull(
                        outcome.failure(),
                        () -> String.join("\n", outcome.failure().lines()));
            }
        }
    }

    /** A link that leads nowhere, or evidence that is no longer there, is worse than none. */
    @Test
    void linksLeadSomewhereAndNamedTestsExist() throws IOException {
        Map<String, String> tests = new HashMap<>();
        for (Path file : under("lib-src", "Test.java"))
            tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
        List<Path> pages = new ArrayList<>(under("docs", ".md"));
        pages.addAll(List.of(Path.of("README.md"), Path.of("data/README.md"), Path.of("lib-src/bench/README.md")));
        for (Path page : pages) {
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
        try (Stream<Path> folders = Files.walk(Path.of("lib-src"), 5)) {
            for (Path each : folders.filter(p -> p.resolve("..").normalize().endsWith("main/java/dpgnn"))
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
