package dpgnn.kernel.cell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The magics that put libraries on the class path of a notebook. */
final class ClassPathMagics {
    /** How a magic and its other names are made known. */
    interface Registry {
        void add(String name, String usage, String purpose, Magics.Action action, String... aliases);
    }

    /** What a magic added. Where it is not assigned it is not shown. */
    record Added(List<String> paths) implements dpgnn.report.Display.Rich {
        @Override
        public java.util.Map<String, String> mime() {
            return java.util.Map.of();
        }
    }

    private final Consumer<String> classPath;
    private final MavenLibraries maven = new MavenLibraries();
    private final KernelLibraries kernel = KernelLibraries.ofThisJvm();
    /** What %dependency named since it resolved last. */
    private final List<String> proposed = new ArrayList<>();

    private final List<String> resolved = new ArrayList<>();

    ClassPathMagics(Consumer<String> classPath) {
        this.classPath = classPath;
    }

    void register(Registry magics) {
        magics.add(
                "%jars",
                "PATH...",
                "adds jars, folders or globs to the class path",
                this::jars,
                "%classpath",
                "%addJars",
                "%jar");
        magics.add(
                "%maven",
                "GROUP:ARTIFACT:VERSION...",
                "adds libraries by Maven, with all that they need",
                call -> maven(call.words()),
                "%addMavenDependency",
                "%addMavenDependencies");
        magics.add(
                "%mavenRepo",
                "ID URL", "a repository to look into beside Maven Central", this::repository, "%addMavenRepo");
        magics.add("%loadFromPOM", "FILE [SCOPE]", "adds what a pom.xml depends on", this::pomFile);
        magics.add(
                "%%loadFromPOM",
                "[SCOPE]",
                "the same of a pom, or of its <dependency> and <repository> elements, in the cell",
                call -> pom(call.body(), call.words()));
        magics.add(
                "%dependency",
                "/add G:A:V | /resolve | /add-repo ID URL | /list-...",
                "libraries by Maven, all at once on /resolve",
                this::dependency);
    }

    void interrupt() {
        maven.interrupt();
    }

    private Session.Outcome jars(Magics.Call call) throws IOException {
        if (call.words().isEmpty()) return Magics.fail(call.name() + " needs one or more jars, folders or globs");
        List<String> all = new ArrayList<>();
        for (String path : call.words()) {
            List<Path> found = expand(path);
            if (found.isEmpty()) return Magics.fail(call.name() + ": nothing is at " + path);
            found.forEach(p -> all.add(p.toString()));
        }
        return added(all);
    }

    /** The path itself, or what its last name matches as a glob. */
    private static List<Path> expand(String path) throws IOException {
        Path plain = path.indexOf('*') < 0 && path.indexOf('?') < 0 ? Path.of(path) : null;
        if (plain != null) return Files.exists(plain) ? List.of(plain.toAbsolutePath()) : List.of();
        int cut = path.lastIndexOf('/');
        Path folder = Path.of(cut < 0 ? "." : path.substring(0, cut + 1));
        if (!Files.isDirectory(folder)) return List.of();
        List<Path> found = new ArrayList<>();
        try (var matches = Files.newDirectoryStream(folder, path.substring(cut + 1))) {
            matches.forEach(p -> found.add(p.toAbsolutePath().normalize()));
        }
        found.sort(null);
        return found;
    }

    private Session.Outcome maven(List<String> coordinates) throws IOException {
        if (coordinates.isEmpty()) return Magics.fail("%maven needs one or more group:artifact:version");
        return addResolved(maven.resolve(coordinates), coordinates);
    }

    private Session.Outcome repository(Magics.Call call) throws IOException {
        if (call.words().size() < 2)
            return Magics.fail(call.name() + " needs an id and a URL: " + call.name() + " snapshots https://...");
        maven.addRepository(call.words().get(0), call.words().get(1));
        return Session.Outcome.NOTHING;
    }

    private Session.Outcome pomFile(Magics.Call call) throws IOException {
        if (call.words().isEmpty()) return Magics.fail("%loadFromPOM needs the path of a pom.xml");
        Path file = Path.of(call.words().get(0));
        if (!Files.isRegularFile(file)) return Magics.fail("%loadFromPOM: no file is at " + file.toAbsolutePath());
        return pom(Files.readString(file), call.words().subList(1, call.words().size()));
    }

    private Session.Outcome pom(String text, List<String> scopes) throws IOException {
        if (text.isBlank())
            return Magics.fail("%%loadFromPOM needs a pom, or <dependency> elements, below it in the cell");
        boolean tests = scopes.contains("test");
        return addResolved(maven.resolvePom(text, tests), List.of());
    }

    private Session.Outcome dependency(Magics.Call call) throws IOException {
        List<String> words = call.words();
        String what = words.isEmpty() ? "" : words.get(0);
        switch (what) {
            case "/add" ->
                words.stream().skip(1).filter(w -> !w.startsWith("--")).forEach(proposed::add);
            case "/add-repo" -> {
                if (words.size() < 3) return Magics.fail("%dependency /add-repo needs an id and a URL");
                maven.addRepository(words.get(1), words.get(2));
            }
            case "/resolve" -> {
                List<String> wanted = List.copyOf(proposed);
                proposed.clear();
                return wanted.isEmpty() ? Session.Outcome.NOTHING : maven(wanted);
            }
            case "/list-repos" -> maven.repositories().forEach((id, url) -> System.out.println(id + " " + url));
            case "/list-dependencies" -> proposed.forEach(p -> System.out.println(p + " (to be resolved)"));
            case "/list-artifacts" -> resolved.forEach(System.out::println);
            default -> {
                return Magics.fail(
                        "%dependency knows /add, /resolve, /add-repo, /list-repos, /list-dependencies and /list-artifacts, was '"
                                + what + "'");
            }
        }
        return Session.Outcome.NOTHING;
    }

    /** Adds what Maven found, but for what the kernel has itself, and says which versions differ. */
    private Session.Outcome addResolved(List<String> paths, List<String> asked) {
        kernel.differing(paths, asked).ifPresent(System.err::println);
        List<String> wanted = paths.stream().filter(p -> !kernel.holds(p)).toList();
        resolved.addAll(wanted);
        return added(wanted);
    }

    private Session.Outcome added(List<String> paths) {
        paths.forEach(classPath);
        return Session.Outcome.of(new Added(List.copyOf(paths)));
    }
}
