package dpgnn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A name that two packages bring would be ambiguous in every notebook; it must be given to one of them. */
class ImportsTest {
    @Test
    void noNameIsAmbiguous() throws Exception {
        Map<String, List<String>> packages = new TreeMap<>();
        List<String> single = new ArrayList<>();
        for (String line : imports()) {
            String name = line.replaceAll("import |;", "").strip();
            if (line.startsWith("import static ")) continue;
            if (!name.endsWith(".*")) {
                single.add(name.substring(name.lastIndexOf('.') + 1));
                continue;
            }
            String of = name.substring(0, name.length() - 2);
            for (String type : publicTypes(of))
                packages.computeIfAbsent(type, t -> new ArrayList<>()).add(of);
        }
        packages.values().removeIf(from -> from.size() < 2);
        packages.keySet().removeAll(single);
        assertEquals(Map.of(), packages, "imported from several packages; give each name to one in imports.txt");
    }

    private static List<String> imports() throws Exception {
        try (InputStream in = Session.class.getResourceAsStream("imports.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("import "))
                    .toList();
        }
    }

    private static List<String> publicTypes(String of) throws Exception {
        String folder = of.replace('.', '/');
        Path path = of.startsWith("java.")
                ? FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base", folder)
                : Path.of("target/classes", folder);
        if (!Files.isDirectory(path)) return List.of();
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!name.endsWith(".class") || name.contains("$") || name.equals("package-info.class")) continue;
                String type = name.substring(0, name.length() - ".class".length());
                Class<?> loaded = Class.forName(of + "." + type, false, ImportsTest.class.getClassLoader());
                if (Modifier.isPublic(loaded.getModifiers())) found.add(type);
            }
        }
        return found;
    }
}
