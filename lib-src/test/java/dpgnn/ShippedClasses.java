package dpgnn;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The classes of the library, found once for all tests: what is shipped must be among what a test crosses. */
public final class ShippedClasses {
    private static final List<Class<?>> ALL = new ArrayList<>();

    static {
        try {
            for (URL root :
                    Collections.list(ShippedClasses.class.getClassLoader().getResources("dpgnn")))
                // tests lie in a module of their own
                if (!root.getPath().contains("/test-classes/")) add(root.toURI());
        } catch (IOException | URISyntaxException | ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private ShippedClasses() {}

    private static void add(URI root) throws IOException, ClassNotFoundException {
        if (root.getScheme().equals("jar"))
            try (FileSystem jar = FileSystems.newFileSystem(root, Map.of())) {
                add(jar.getPath("/dpgnn"));
            }
        else add(Path.of(root));
    }

    private static void add(Path root) throws IOException, ClassNotFoundException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String name = root.getParent().relativize(file).toString();
                name = name.substring(0, name.length() - ".class".length()).replaceAll("[/\\\\]", ".");
                ALL.add(Class.forName(name, false, ShippedClasses.class.getClassLoader()));
            }
        }
    }

    /** The names of all classes of a kind, those of studies too. */
    public static Set<String> of(Class<?> kind) {
        return ALL.stream()
                .filter(c -> !c.isInterface() && kind.isAssignableFrom(c))
                .map(Class::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of the library proper: what the page of claims plants as a fault is no part of it. */
    public static Set<String> outsideStudies(Class<?> kind) {
        Set<String> names = of(kind);
        names.removeIf(name -> name.startsWith("dpgnn.study"));
        return names;
    }
}
