package dpgnn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dpgnn.nn.Network;
import dpgnn.nn.layer.Layer;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The house as docs/architecture.md draws it: its table of rooms is read here, so that page and code cannot differ. */
@AnalyzeClasses(packages = "dpgnn", importOptions = ArchitectureTest.Main.class)
class ArchitectureTest {
    /** What is not a test. */
    static final class Main implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    private static final Path SOURCES = Path.of("lib-src");
    private static final String MAIN = "/main/java/dpgnn/";
    private static final Pattern ROOM = Pattern.compile("`([a-z0-9.]+(?:\\.\\*)?)`( and below)?");

    @ArchTest
    static final ArchRule noCircleOfRooms =
            slices().matching("dpgnn.(**)").should().beFreeOfCycles();

    /** Each room uses what its row allows, and `base`; every room has a row, and every row a room. */
    @ArchTest
    static void roomsUseWhatTheTableAllows(JavaClasses classes) throws IOException {
        Map<String, Set<String>> table = table();
        Set<String> rooms = classes.stream()
                .map(c -> room(c))
                .filter(r -> !r.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(rooms, new TreeSet<>(table.keySet()), "rooms, and rows of the table in docs/architecture.md");
        table.forEach((room, allowed) -> noClasses()
                .that()
                .resideInAPackage("dpgnn." + room)
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are in rooms of ours beside " + allowed,
                        c -> c.getPackageName().startsWith("dpgnn.")
                                && !room(c).equals(room)
                                && !room(c).equals("base")
                                && !allowed.contains(room(c))))
                .check(classes));
    }

    private static String room(JavaClass c) {
        return c.getPackageName().equals("dpgnn") ? "" : c.getPackageName().substring("dpgnn.".length());
    }

    private static Map<String, Set<String>> table() throws IOException {
        Map<String, String> cells = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of("docs/architecture.md"))) {
            String[] cell = line.split("\\|", -1);
            if (cell.length != 5 || !cell[1].strip().startsWith("`")) continue;
            for (Matcher m = ROOM.matcher(cell[1]); m.find(); ) cells.put(m.group(1), cell[3]);
        }
        Map<String, Set<String>> table = new LinkedHashMap<>();
        for (String room : cells.keySet()) table.put(room, allowed(cells, room));
        return table;
    }

    private static Set<String> allowed(Map<String, String> cells, String room) {
        Set<String> allowed = new TreeSet<>();
        for (Matcher m = ROOM.matcher(cells.get(room)); m.find(); ) {
            String name = m.group(1);
            List<String> named = name.endsWith(".*")
                    ? cells.keySet().stream()
                            .filter(r -> r.equals(name.substring(0, name.length() - 2))
                                    || r.startsWith(name.substring(0, name.length() - 1)))
                            .toList()
                    : List.of(name);
            for (String one : named) {
                assertTrue(cells.containsKey(one), room + " may use " + one + ", which has no row");
                allowed.add(one);
                if (m.group(2) != null) allowed.addAll(allowed(cells, one));
            }
        }
        return allowed;
    }

    /** An operation of somebody else's could let an example see others, and no guarantee of a clip would hold: networks are ours. */
    @ArchTest
    static void onlyNnMakesNetworks(JavaClasses classes) {
        assertEquals(List.of(), List.of(Network.class.getConstructors()));
        for (Method method : Network.class.getMethods())
            for (Class<?> type : method.getParameterTypes())
                assertFalse(Layer.class.isAssignableFrom(type), method + " is public and takes a layer");
    }

    /** What knows of devices in the library. */
    private static final Set<String> DEVICES = Set.of(
            "dpgnn.nn.Accelerator",
            "dpgnn.nn.Backend",
            "dpgnn.nn.DeviceFailure",
            "dpgnn.nn.DeviceSteps",
            "dpgnn.nn.kernel.ResidentKernels");

    /** To all else a device is kernels, and the place of a step. */
    @ArchTest
    static void threeArrowsOfTheLibraryLeadToDevices(JavaClasses classes) {
        Set<String> arrows = new TreeSet<>();
        for (JavaClass c : classes) {
            String from = outermost(c.getName());
            if (!Files.exists(SOURCES.resolve("library/training/main/java").resolve(from.replace('.', '/') + ".java"))
                    || DEVICES.contains(from)) continue;
            c.getDirectDependenciesFromSelf().stream()
                    .map(d -> outermost(d.getTargetClass().getName()))
                    .filter(to ->
                            DEVICES.contains(to) || to.startsWith("dpgnn.nn.device.") || to.startsWith("com.sun.jna."))
                    .forEach(to -> arrows.add(from + " > " + to));
        }
        assertEquals(
                Set.of(
                        "dpgnn.nn.ExampleGradients > dpgnn.nn.Backend",
                        "dpgnn.train.StepSum > dpgnn.nn.DeviceSteps",
                        "dpgnn.train.Training > dpgnn.nn.Backend"),
                arrows);
    }

    private static String outermost(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    /** Whoever opens a room reads in the first line what lives there. */
    @ArchTest
    static void everyRoomSaysWhatLivesThere(JavaClasses classes) throws IOException {
        for (Map.Entry<String, List<Path>> room : files().entrySet()) {
            List<String> names = room.getValue().stream()
                    .map(f -> f.getFileName().toString())
                    .toList();
            assertTrue(names.contains("package-info.java"), room.getKey() + " must have a package-info.java");
        }
    }

    /** A name means one thing, whichever room it stands in. */
    @ArchTest
    static void noNameTwice(JavaClasses classes) throws IOException {
        Map<String, List<String>> rooms = new TreeMap<>();
        files().forEach((room, files) ->
                files.forEach(f -> rooms.computeIfAbsent(f.getFileName().toString(), n -> new ArrayList<>())
                        .add(room)));
        rooms.remove("package-info.java");
        rooms.values().removeIf(in -> in.size() == 1);
        assertEquals(Map.of(), rooms);
    }

    private static final Pattern MODULES = Pattern.compile("`([a-z/0-9]+)`");

    /** Every module has a row with its budget and its public types, and has no more. */
    @ArchTest
    static void noModuleHasMoreThanItsRowSays(JavaClasses classes) throws IOException {
        Set<Path> rows = new TreeSet<>();
        Set<String> open = publicTypes(classes);
        for (String line : Files.readAllLines(Path.of("docs/architecture.md"))) {
            String[] cell = line.split("\\|", -1);
            if (cell.length != 9 || !cell[1].strip().startsWith("`")) continue;
            long lines = 0, types = 0;
            for (Matcher m = MODULES.matcher(cell[1]); m.find(); ) {
                Path module = SOURCES.resolve(m.group(1));
                Path root = module.resolve("main/java");
                rows.add(module);
                try (Stream<Path> all = Files.walk(root)) {
                    for (Path file : all.filter(ArchitectureTest::isCode).toList()) {
                        String name = root.relativize(file).toString().replace('/', '.');
                        lines += Files.readAllLines(file).size();
                        if (open.contains(name.substring(0, name.length() - ".java".length()))) types++;
                    }
                }
            }
            long budget = Long.parseLong(cell[2].strip().replace(",", ""));
            assertTrue(lines <= budget, cell[1].strip() + " must have at most " + budget + " lines, had " + lines);
            assertTrue(
                    types <= Long.parseLong(cell[4].strip()),
                    cell[1].strip() + " must have at most " + cell[4].strip() + " public types, had " + types
                            + "; make one package-private that no other package names");
        }
        assertEquals(modules(), rows, "modules, and rows of the table in docs/architecture.md");
    }

    private static Set<String> publicTypes(JavaClasses classes) {
        return classes.stream()
                .filter(c -> c.isTopLevelClass() && c.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
    }

    private static final long MOST_OF_LIBRARY = 130, MOST = 266;

    /** What a module exports is listed beside its pom.xml: packages of its own, few types, and in the library nine packages. */
    @ArchTest
    static void modulesExportWhatTheyList(JavaClasses classes) throws IOException {
        Set<String> open = publicTypes(classes);
        long library = 0, all = 0;
        Set<String> nine = new TreeSet<>(), exported = new TreeSet<>();
        for (Path module : modules()) {
            if (module.startsWith(SOURCES.resolve("contrib"))) continue;
            for (String name : Files.readAllLines(module.resolve("exports"))) {
                Path folder = module.resolve("main/java").resolve(name.replace('.', '/'));
                assertTrue(Files.isDirectory(folder), () -> module + " exports " + name + ", which it has not");
                assertTrue(exported.add(name), () -> name + " is exported twice");
                long types = open.stream()
                        .filter(type -> type.substring(0, type.lastIndexOf('.')).equals(name))
                        .filter(type -> Files.exists(folder.resolve(type.substring(name.length() + 1) + ".java")))
                        .count();
                assertTrue(types > 0, () -> name + " exports no type");
                all += types;
                if (!module.startsWith(SOURCES.resolve("library"))) continue;
                library += types;
                nine.add(name);
            }
        }
        assertEquals(9, nine.size(), () -> "the library must export nine packages, exports " + nine);
        assertTrue(
                library <= MOST_OF_LIBRARY,
                "the library must export at most " + MOST_OF_LIBRARY + " types, exports " + library);
        assertTrue(all <= MOST, "all modules must export at most " + MOST + " types, export " + all);
        System.out.println("exported types: " + library + " of the library, " + all + " of all");
    }

    private static final long MOST_OF_SCRIPTS = 7_600;

    /** What everybody runs. A script that serves one module lies beside it. */
    @ArchTest
    static void scriptsAreFew(JavaClasses classes) throws IOException {
        long lines = 0;
        try (Stream<Path> all = Files.list(Path.of("environment"))) {
            for (Path file : all.filter(Files::isRegularFile).toList())
                lines += Files.readAllLines(file).size();
        }
        assertTrue(
                lines <= MOST_OF_SCRIPTS, "environment must have at most " + MOST_OF_SCRIPTS + " lines, had " + lines);
    }

    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");

    /** The one module with a descriptor exports to everybody what it lists. */
    @ArchTest
    static void theDescriptorExportsWhatIsListed(JavaClasses classes) throws IOException {
        Path accounting = SOURCES.resolve("library/accounting");
        Matcher open = EXPORTED.matcher(Files.readString(accounting.resolve("main/module/module-info.java")));
        assertEquals(
                Files.readAllLines(accounting.resolve("exports")),
                open.results().map(m -> m.group(1)).toList());
    }

    private static Set<Path> modules() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES, 3)) {
            return all.filter(p -> Files.isDirectory(p.resolve("main/java")))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** The pages of packages are documentation. */
    private static boolean isCode(Path file) {
        return file.toString().endsWith(".java") && !file.endsWith("package-info.java");
    }

    private static Map<String, List<Path>> files() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            // Those of profiles add to packages of modules that are always built.
            return all.filter(f -> f.toString().endsWith(".java")
                            && f.toString().contains(MAIN)
                            && !f.startsWith(SOURCES.resolve("contrib")))
                    .collect(Collectors.groupingBy(f -> {
                        String folder = f.getParent().toString();
                        return folder.substring(folder.lastIndexOf(MAIN) + MAIN.length())
                                .replace('/', '.');
                    }));
        }
    }

    @ArchTest
    static final ArchRule onlyMpcKnowsTheNetwork = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.mpc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("javax.net..");

    @ArchTest
    static final ArchRule nothingUsesTheNotebooksBench = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.notebook..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dpgnn.notebook..");

    @ArchTest
    static final ArchRule onlyTensorPackagesKnowNd4j = noClasses()
            .that()
            .resideInAnyPackage(
                    "dpgnn.graph..",
                    "dpgnn.random..",
                    "dpgnn.base..",
                    "dpgnn.linear..",
                    "dpgnn.privacy..",
                    "dpgnn.sampling..",
                    "dpgnn.report..",
                    "dpgnn.kernel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.nd4j..", "org.deeplearning4j..", "org.bytedeco..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyKernelKnowsJupyter = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.kernel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.dflib.jjava..", "jdk.jshell..", "org.zeromq..");

    @ArchTest
    static final ArchRule onlyReportDraws = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.report..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.awt..", "javax.imageio..");

    @ArchTest
    static final ArchRule onlyPlotlyKnowsTablesaw = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.plotly..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tech.tablesaw..");

    /** What is drawn with the machine's fonts looks different on each, and fails where there are none. */
    @ArchTest
    static final ArchRule nothingIsDrawnWithTheMachinesFonts = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.awt.Font")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.awt.font..");

    @ArchTest
    static final ArchRule onlyRandomIsRandom = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.random..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.security.SecureRandom")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.SplittableRandom")
            .orShould()
            .callMethod(Math.class, "random");
}
