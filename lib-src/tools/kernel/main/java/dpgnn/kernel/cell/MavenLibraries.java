package dpgnn.kernel.cell;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds libraries by their Maven coordinates with the Maven that is installed: first in the local repository, then online. */
final class MavenLibraries {
    private static final Pattern COORDINATES = Pattern.compile("[\\w.-]+:[\\w.-]+(:[\\w.-]+){1,3}");
    /** The library that the kernel comes from is there already. */
    private static final String OURSELVES = "dpgnn:dpgnn:";

    private final Map<String, String> repositories = new LinkedHashMap<>();
    private volatile Process process;
    private volatile boolean interrupted;

    /** The jars of these artifacts and of what they need. */
    List<String> resolve(List<String> coordinates) throws IOException {
        List<String> wanted = new ArrayList<>();
        for (String each : coordinates) {
            if (!COORDINATES.matcher(each).matches())
                throw new IOException("'" + each + "' is not group:artifact:version");
            if (!each.startsWith(OURSELVES)) wanted.add(each);
        }
        return wanted.isEmpty() ? List.of() : resolveWhole(MavenPom.of(wanted, repositories), false);
    }

    /** The jars that a pom depends on, or some elements of one; those of its tests only if they are wanted. */
    List<String> resolvePom(String text, boolean tests) throws IOException {
        return resolveWhole(MavenPom.of(text, repositories), tests);
    }

    /** Looks into this repository too from now on. */
    void addRepository(String id, String url) throws IOException {
        if (!id.matches("[\\w.-]+"))
            throw new IOException("the id of a repository must be letters, digits, dots and dashes, was '" + id + "'");
        if (!url.matches("(https?|file)://?\\S+"))
            throw new IOException("the URL of a repository must start with https:// or file:, was '" + url + "'");
        repositories.put(id, url);
    }

    Map<String, String> repositories() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("central", "Maven Central, or what the settings.xml of your Maven names in its place");
        all.putAll(repositories);
        return all;
    }

    private List<String> resolveWhole(String pom, boolean tests) throws IOException {
        interrupted = false;
        Path folder = Files.createTempDirectory("dpgnn-maven");
        try {
            Files.writeString(folder.resolve("pom.xml"), pom);
            String error = run(folder, tests, true);
            if (error != null && !interrupted) error = run(folder, tests, false);
            if (interrupted) throw new IOException("stopped");
            if (error != null) throw new IOException(error);
            String found = Files.readString(folder.resolve("classpath")).strip();
            return found.isEmpty() ? List.of() : List.of(found.split(File.pathSeparator));
        } finally {
            for (String name : List.of("pom.xml", "classpath", "log")) Files.deleteIfExists(folder.resolve(name));
            Files.deleteIfExists(folder);
        }
    }

    void interrupt() {
        interrupted = true;
        Process running = process;
        if (running != null) running.destroy();
    }

    /** Null, or why it failed, in one line. */
    private String run(Path folder, boolean tests, boolean offline) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("dpgnn.maven", "mvn"),
                "-q",
                "-B",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                "-DincludeScope=" + (tests ? "test" : "runtime"),
                "-Dmdep.outputFile=classpath"));
        if (offline) command.add("-o");
        Path log = folder.resolve("log");
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (process.waitFor() == 0) return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroy();
        } finally {
            process = null;
        }
        return Files.readString(log, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll("\u001B\\[[0-9;]*m", ""))
                .filter(line -> line.startsWith("[ERROR]"))
                .map(line -> line.substring("[ERROR]".length()).strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("Maven failed without saying why");
    }
}
