package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Parties as processes of their own: how a test starts them, and what they said. */
public final class Spawned {
    /** Whatever runs longer hangs, on any machine. */
    public static final long HANGS_MINUTES = 10;

    private Spawned() {}

    /** A party of a and b; its configuration, what it prints and what it complains of lie in the folder. */
    public static Process start(Path folder, String name, Map<String, InetSocketAddress> addresses, List<String> more)
            throws IOException {
        boolean holds = !name.equals("server");
        List<String> lines = new ArrayList<>(
                List.of("name=" + name, "session=processes", "holders=a,b", "server=server", "seed=3", "classes=3"));
        if (holds) lines.add("data=" + folder.resolve("data-" + name));
        addresses.forEach((n, at) -> lines.add("address." + n + "=127.0.0.1:" + at.getPort()));
        lines.addAll(more);
        Path config = Files.write(folder.resolve(name + ".properties"), lines);
        return ChildJvm.of(PartyCommand.class, "--role", holds ? "holder" : "server", "--config", config.toString())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    /** What the command returns to the shell. */
    public static int command(String... words) {
        return PartyCommand.run(words);
    }

    public static int exit(Process process) throws InterruptedException {
        assertTrue(process.waitFor(HANGS_MINUTES, TimeUnit.MINUTES), "hangs");
        return process.exitValue();
    }

    public static String printed(Path folder, String name) throws IOException {
        return Files.readString(folder.resolve(name + ".out"));
    }

    /** What a party complained of. A newer JVM warns of its own accord where it was not told that libraries may be loaded. */
    public static List<String> complained(Path folder, String name) throws IOException {
        return Files.readAllLines(folder.resolve(name + ".err")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("WARNING: "))
                .toList();
    }
}
