package dpgnn.kernel.cell;

import dpgnn.base.LibraryFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The types that a notebook may use without an import, by their simple names. What java.lang has is never among them. */
final class DefaultTypes {
    private static final FileSystem JDK = FileSystems.getFileSystem(URI.create("jrt:/"));

    /** The types of this simple name, in the order of their packages; those that are not public are known when one is asked for. */
    private final Map<String, List<String>> names = new HashMap<>();

    private final Set<String> checked = new HashSet<>();

    private DefaultTypes() {}

    /** Of the packages and types that imports.txt names; a package that is absent from this build has no types. */
    static DefaultTypes read() {
        DefaultTypes types = new DefaultTypes();
        try (Library library = Library.open()) {
            for (String line : lines()) {
                if (line.startsWith("import static ")) continue;
                String name = line.substring("import ".length(), line.indexOf(';'));
                if (name.endsWith(".*")) types.add(name.substring(0, name.length() - 2), library);
                else types.names.put(name.substring(name.lastIndexOf('.') + 1), List.of(name));
            }
            files(jdk("java.lang")).forEach(types.names::remove);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return types;
    }

    /** The full name of this default type, null if there is none. */
    String find(String simple) {
        List<String> found = names.get(simple);
        if (found == null) return null;
        if (checked.add(simple)) {
            found = found.stream().filter(DefaultTypes::isPublic).toList();
            names.put(simple, found);
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** All public types of this simple name that are default types, which should be one. */
    List<String> all(String simple) {
        return find(simple) == null ? List.of() : names.get(simple);
    }

    /** The simple names that start so. */
    List<String> startingWith(String prefix) {
        return List.copyOf(names.keySet()).stream()
                .filter(n -> n.startsWith(prefix) && find(n) != null)
                .toList();
    }

    static List<String> lines() {
        return lines(DefaultTypes.class.getResource("imports.txt")).toList();
    }

    /** The lines of a resource but for its comments. */
    static Stream<String> lines(URL resource) {
        try (InputStream in = resource.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String of, Library library) throws IOException {
        for (String type : of.startsWith("java.") ? files(jdk(of)) : library.types(of))
            names.computeIfAbsent(type, t -> new ArrayList<>()).add(of + "." + type);
    }

    static boolean isPublic(String name) {
        try {
            Class<?> type = Class.forName(name, false, DefaultTypes.class.getClassLoader());
            return Modifier.isPublic(type.getModifiers());
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // a type of an optional dependency
        }
    }

    private static Path jdk(String of) throws IOException {
        try (Stream<Path> modules = Files.list(JDK.getPath("packages", of))) {
            String module = modules.findFirst().orElseThrow().getFileName().toString();
            return JDK.getPath("modules", module, of.replace('.', '/'));
        }
    }

    /** The names of the types of a package, which lie in this folder. */
    private static List<String> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(p -> p.getFileName().toString())
                    .filter(n -> n.endsWith(".class") && n.indexOf('$') < 0 && n.indexOf('-') < 0)
                    .map(n -> n.substring(0, n.length() - ".class".length()))
                    .toList();
        }
    }

    /** Where our own classes lie: folders, and jars that are open meanwhile. */
    private record Library(List<Path> roots, List<FileSystem> jars) implements AutoCloseable {
        static Library open() throws IOException {
            Library library = new Library(new ArrayList<>(), new ArrayList<>());
            for (Path place : LibraryFiles.all()) {
                if (Files.isDirectory(place)) {
                    library.roots.add(place);
                    continue;
                }
                FileSystem jar = FileSystems.newFileSystem(place);
                library.jars.add(jar);
                library.roots.add(jar.getPath("/"));
            }
            return library;
        }

        /** The names of the types of a package, in whichever modules it lies. */
        List<String> types(String of) throws IOException {
            List<String> types = new ArrayList<>();
            for (Path root : roots) types.addAll(files(root.resolve(of.replace('.', '/'))));
            return types;
        }

        @Override
        public void close() throws IOException {
            for (FileSystem jar : jars) jar.close();
        }
    }
}
