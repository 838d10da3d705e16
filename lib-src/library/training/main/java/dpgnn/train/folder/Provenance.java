package dpgnn.train.folder;

import dpgnn.base.Check;
import dpgnn.base.LibraryFiles;
import dpgnn.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Records the environment of a run, so that two runs can be told apart: code, Java, machine, tensor backend. */
public final class Provenance {
    private static volatile String code;

    private Provenance() {}

    /**
     * Facts about this process, by name.
     *
     * @param backend the tensor backend's own sentence
     */
    public static Map<String, String> of(String backend) {
        Check.given("backend", backend);
        Map<String, String> facts = new TreeMap<>();
        facts.put("code", code());
        facts.put("java", System.getProperty("java.vm.vendor") + " " + Runtime.version());
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("backend", backend);
        return facts;
    }

    /** Twelve hexadecimal digits of a hash over the library's own class files: any change of the code changes it. */
    public static String code() {
        String known = code;
        if (known == null) code = known = hashOfClasses();
        return known;
    }

    private static String hashOfClasses() {
        try {
            MessageDigest digest = Sha256.digest();
            for (Path place : LibraryFiles.all().stream().sorted().toList()) {
                if (Files.isRegularFile(place)) add(digest, place);
                else
                    try (Stream<Path> walk = Files.walk(place.resolve("dpgnn"))) {
                        for (Path file :
                                walk.filter(Files::isRegularFile).sorted().toList()) add(digest, file);
                    }
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
        } catch (IOException e) {
            throw new UncheckedIOException("the library's own class files cannot be read", e);
        }
    }

    private static void add(MessageDigest digest, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) digest.update(buffer, 0, n);
        }
    }
}
