package dpgnn.mpc.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Keys of a, b, a server and a stranger, which are made once for all tests of a process: each costs a process of its own. */
public final class Keys {
    private static final List<String> NAMES = List.of("a", "b", "server", "stranger");
    private static Path made;

    private Keys() {}

    /** Where all of them lie. Nobody changes them there. */
    public static synchronized Path made() throws IOException {
        if (made != null) return made;
        made = Files.createTempDirectory("keys");
        made.toFile().deleteOnExit();
        Certificates.make(made, NAMES);
        try (var files = Files.list(made)) {
            files.forEach(file -> file.toFile().deleteOnExit());
        }
        return made;
    }

    /** Copies of those of a, b and the server in a folder that this makes. */
    public static Path in(Path folder) {
        try {
            PrivateFiles.createFolder(folder);
            for (String name : List.of("a", "b", "server"))
                for (String ending : List.of(".p12", ".password", ".crt"))
                    Files.copy(
                            made().resolve(name + ending),
                            folder.resolve(name + ending),
                            StandardCopyOption.COPY_ATTRIBUTES);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
