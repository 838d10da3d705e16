package dpgnn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a test starts a class of the tests in a Java process of its own, which lives too short for much compiling. */
public final class ChildJvm {
    private ChildJvm() {}

    /** The main class with its arguments, on the class path of the tests. */
    public static ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
