package dpgnn.kernel.cell;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The libraries of the kernel's own class path, where Java looks first: a notebook cannot have another version of them. They are
 * told by where they lie in Maven's repository, group/artifact/version/file.
 */
final class KernelLibraries {
    /** Version by the folder of the artifact. */
    private final Map<Path, String> versions = new HashMap<>();

    private KernelLibraries() {}

    static KernelLibraries ofThisJvm() {
        return of(System.getProperty("java.class.path"));
    }

    static KernelLibraries of(String classPath) {
        KernelLibraries libraries = new KernelLibraries();
        for (String path : classPath.split(File.pathSeparator)) {
            Artifact artifact = Artifact.at(path);
            if (artifact != null) libraries.versions.put(artifact.folder(), artifact.version());
        }
        return libraries;
    }

    private record Artifact(Path folder, String name, String version, String classifier) {
        /** Null for a path that is not one of Maven's repository. */
        static Artifact at(String path) {
            Path file = Path.of(path);
            if (file.getNameCount() < 4) return null;
            Path version = file.getParent(), folder = version.getParent();
            String head = folder.getFileName() + "-" + version.getFileName();
            String name = file.getFileName().toString();
            if (!name.startsWith(head) || !name.endsWith(".jar")) return null;
            String classifier = name.substring(head.length(), name.length() - ".jar".length());
            return new Artifact(
                    folder,
                    folder.getFileName().toString(),
                    version.getFileName().toString(),
                    classifier);
        }
    }

    /** Whether the kernel has this library, in whatever version; natives and other additions are no library of their own. */
    boolean holds(String path) {
        Artifact artifact = Artifact.at(path);
        return artifact != null
                && versions.containsKey(artifact.folder())
                && (artifact.classifier().isEmpty()
                        || !versions.get(artifact.folder()).equals(artifact.version()));
    }

    /** A line that says which of these libraries the notebook gets in another version than was found; empty if none. */
    Optional<String> differing(List<String> paths, List<String> asked) {
        List<String> direct = new ArrayList<>(), needed = new ArrayList<>();
        for (String path : paths) {
            Artifact artifact = Artifact.at(path);
            String ours = artifact == null ? null : versions.get(artifact.folder());
            if (ours == null || ours.equals(artifact.version())) continue;
            boolean named = asked.stream().anyMatch(a -> a.contains(":" + artifact.name() + ":"));
            (named ? direct : needed).add(artifact.name() + " " + ours + " in place of " + artifact.version());
        }
        if (direct.isEmpty() && needed.isEmpty()) return Optional.empty();
        List<String> all = new ArrayList<>(direct);
        all.addAll(needed);
        String what = direct.isEmpty() ? "what was asked for depends on " : "";
        return Optional.of("the kernel's own class path comes first: " + what + String.join(", ", all)
                + "; what needs the other version must run in a Java process of its own (%%bash)");
    }
}
