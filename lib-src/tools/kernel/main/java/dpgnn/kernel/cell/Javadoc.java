package dpgnn.kernel.cell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Our own Javadoc, read from the sources of the library: JShell looks for that of the JDK alone. */
record Javadoc(Map<String, Path> files) {
    private static final String MAIN = "/main/java/";

    /** The Javadoc of the modules below this folder; of nothing if it is null or not there. */
    static Javadoc of(Path sources) {
        Map<String, Path> files = new TreeMap<>();
        if (sources != null && Files.isDirectory(sources)) {
            try (Stream<Path> all = Files.walk(sources)) {
                all.filter(p -> p.toString().endsWith(".java") && slashed(p).contains(MAIN))
                        .forEach(p -> files.put(typeName(p), p));
            } catch (IOException e) {
                files.clear();
            }
        }
        return new Javadoc(files);
    }

    private static String typeName(Path file) {
        String path = slashed(file);
        return path.substring(path.lastIndexOf(MAIN) + MAIN.length(), path.length() - ".java".length())
                .replace('/', '.');
    }

    private static String slashed(Path file) {
        return file.toString().replace(file.getFileSystem().getSeparator(), "/");
    }

    /**
     * The Javadoc of what JShell signs so: "Table Table.of(String name)", "Table(int rows)", "dpgnn.report.Table". A signature gives
     * types by their simple names; the function gives the full names that one may mean, the likeliest first.
     */
    Optional<String> find(String signature, Function<String, List<String>> meanings) {
        Wanted wanted = Wanted.parse(signature);
        List<String> owner = wanted.owner();
        String type = owner.get(owner.size() - 1);
        for (int from = 0; from < owner.size(); from++) {
            for (String name : candidates(owner.subList(0, from + 1), owner.get(from), meanings)) {
                Optional<String> found = search(files.get(name), wanted, type);
                if (found.isPresent()) return wanted.name() == null ? found.map(doc -> doc + home(name)) : found;
            }
        }
        return Optional.empty();
    }

    /** Where a project that uses the library finds a type: its package, and the artifact of its module. */
    private String home(String type) {
        String path = slashed(files.get(type)), module = path.substring(0, path.lastIndexOf(MAIN));
        return "\nIn package " + type.substring(0, type.lastIndexOf('.')) + " of the artifact dpgnn-"
                + module.substring(module.lastIndexOf('/') + 1) + ".";
    }

    /** The types of ours that these words may mean: by their full name, by what the cell means, by the simple name alone. */
    private Set<String> candidates(List<String> words, String simple, Function<String, List<String>> meanings) {
        Set<String> names = new LinkedHashSet<>();
        names.add(String.join(".", words));
        if (words.size() == 1) {
            List<String> meant = meanings.apply(simple);
            names.addAll(meant);
            List<String> alike = files.keySet().stream()
                    .filter(n -> n.endsWith("." + simple) && Exports.show(n))
                    .toList();
            // A name that the cell does not import is explained only if there is no choice.
            if (meant.isEmpty() && alike.size() == 1) names.addAll(alike);
        }
        names.retainAll(files.keySet());
        return names;
    }

    /** A member of a type, or the type itself where the name is null. */
    private record Wanted(List<String> owner, String name, List<String> parameters) {
        static Wanted parse(String signature) {
            String text = erase(signature.replaceAll("@\\S+\\s", "")).replaceAll("\\sthrows\\s.*", "");
            int open = text.indexOf('(');
            String head = (open < 0 ? text : text.substring(0, open)).strip();
            int colon = head.indexOf(':');
            String path = (colon < 0 ? head : head.substring(colon + 1)).strip();
            path = path.substring(path.lastIndexOf(' ') + 1);
            List<String> words = List.of(path.split("\\."));
            if (open < 0) {
                String last = words.get(words.size() - 1);
                boolean type =
                        !last.isEmpty() && Character.isUpperCase(last.charAt(0)) && !last.equals(last.toUpperCase());
                if (type || words.size() == 1) return new Wanted(words, null, null);
                return new Wanted(words.subList(0, words.size() - 1), last, null);
            }
            String inside = text.substring(open + 1, text.lastIndexOf(')'));
            List<String> parameters = Stream.of(inside.split(","))
                    .map(String::strip)
                    .filter(p -> !p.isEmpty())
                    .map(Wanted::simpleType)
                    .toList();
            String name = words.get(words.size() - 1);
            boolean constructor = words.size() == 1 || Character.isUpperCase(name.charAt(0));
            return constructor
                    ? new Wanted(words, "<init>", parameters)
                    : new Wanted(words.subList(0, words.size() - 1), name, parameters);
        }

        private static String simpleType(String parameter) {
            String type = parameter.replaceAll("\\s+\\w+$", "").replace("...", "[]");
            return type.substring(type.lastIndexOf('.') + 1);
        }

        boolean fits(MethodTree method) {
            if (!method.getName().contentEquals(name) || parameters == null) return false;
            List<String> declared = method.getParameters().stream()
                    .map(v -> simpleType(erase(v.getType().toString()) + " x"))
                    .toList();
            return declared.equals(parameters);
        }
    }

    private static String erase(String text) {
        String before;
        String after = text;
        do {
            before = after;
            after = before.replaceAll("<[^<>]*>", "");
        } while (!after.equals(before));
        return after;
    }

    private static Optional<String> search(Path file, Wanted wanted, String type) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, d -> {}, List.of("-proc:none"), null, manager.getJavaFileObjects(file));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                Search search = new Search(trees, wanted, type);
                search.scan(unit, null);
                if (search.found != null) return Optional.of(plain(search.found));
            }
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static final class Search extends TreePathScanner<Void, Void> {
        private final DocTrees trees;
        private final Wanted wanted;
        private final String type;
        private String found;

        Search(DocTrees trees, Wanted wanted, String type) {
            this.trees = trees;
            this.wanted = wanted;
            this.type = type;
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            boolean here = tree.getSimpleName().contentEquals(type);
            if (here && (wanted.name() == null || wanted.name().equals("<init>"))) take(getCurrentPath());
            if (here && wanted.name() != null)
                for (Tree member : tree.getMembers())
                    if (member instanceof MethodTree method && wanted.fits(method)
                            || member instanceof VariableTree field
                                    && field.getName().contentEquals(wanted.name()))
                        take(new TreePath(getCurrentPath(), member));
            return super.visitClass(tree, none);
        }

        /** A constructor without words of its own has those of its class. */
        private void take(TreePath path) {
            String comment = trees.getDocComment(path);
            if (comment != null) found = comment;
        }
    }

    /** Javadoc as plain text. */
    static String plain(String javadoc) {
        Matcher code = Pattern.compile("\\{@(?:code|literal)\\s+((?:[^{}]++|\\{(?:[^{}]++|\\{[^{}]*+})*+})*+)}")
                .matcher(javadoc);
        return code.replaceAll(m -> Matcher.quoteReplacement(m.group(1).replace("<", "&lt;")))
                .replaceAll("\\{@link(?:plain)?\\s+[^} ]+\\s+([^}]+)}", "$1")
                .replaceAll("\\{@link(?:plain)?\\s+#?([^}]+)}", "$1")
                .replaceAll("(?i)\\s*<(?:p|ul|ol|pre)>\\s*", "\n\n")
                .replaceAll("(?i)\\s*<li>\\s*", "\n- ")
                .replaceAll("</?[a-zA-Z][^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .lines()
                .map(line -> line.startsWith(" ") ? line.substring(1) : line)
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
