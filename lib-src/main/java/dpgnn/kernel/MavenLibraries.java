package dpgnn.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds libraries by their Maven coordinates with the Maven that is installed: first in the local repository, then online. */
final class MavenLibraries {
    private static final Pattern COORDINATES = Pattern.compile("[\\w.-]+:[\\w.-]+(:[\\w.-]+){1,3}");
    /** The library that the kernel comes from is there already. */
    private static final String OURSELVES = "dpgnn:dpgnn:";

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
        if (wanted.isEmpty()) return List.of();
        interrupted = false;
        Path folder = Files.createTempDirectory("dpgnn-maven");
        try {
            Files.writeString(folder.resolve("pom.xml"), pom(wanted));
            String error = run(folder, true);
            if (error != null && !interrupted) error = run(folder, false);
            if (interrupted) throw new IOException("stopped");
            if (error != null) throw new IOException(error);
            return List.of(Files.readString(folder.resolve("classpath")).strip().split(File.pathSeparator));
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
    private String run(Path folder, boolean offline) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("dpgnn.maven", "mvn"),
                "-q",
                "-B",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
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

    private static String pom(List<String> coordinates) {
        StringBuilder dependencies = new StringBuilder();
        for (String each : coordinates) {
            String[] parts = each.split(":");
            dependencies.append("<dependency>").append(tag("groupId", parts[0])).append(tag("artifactId", parts[1]));
            dependencies.append(tag("version", parts[parts.length - 1]));
            if (parts.length >= 4) dependencies.append(tag("type", parts[2]));
            if (parts.length == 5) dependencies.append(tag("classifier", parts[3]));
            dependencies.append("</dependency>");
        }
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>\
                <groupId>notebook</groupId><artifactId>notebook</artifactId><version>1</version>\
                <dependencies>%s</dependencies></project>
                """.formatted(dependencies);
    }

    private static String tag(String name, String value) {
        return "<" + name + ">" + value + "</" + name + ">";
    }
}
