package dpgnn.mpc.wire;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Makes parties' keys with the JDK's keytool. NAME.p12 holds a key and NAME.password opens it; both stay with the party. NAME.crt is
 * the certificate, which every party gets. Nothing is ever overwritten.
 */
final class KeyPairs {
    /** How long a new certificate is valid. Its first day is yesterday, since clocks differ. */
    static final Duration VALID = Duration.ofDays(365);

    private KeyPairs() {}

    /** Makes one for every name, or none at all. */
    static void make(Path folder, List<String> names) {
        for (String name : names) Roster.mustBeName(name);
        if (names.isEmpty() || new HashSet<>(names).size() != names.size())
            throw new IllegalArgumentException("every party needs a name of its own, were " + names);
        try {
            PrivateFiles.createFolder(folder);
            List<String> files = new ArrayList<>();
            for (String name : names) files.addAll(List.of(name + ".p12", name + ".password", name + ".crt"));
            for (String file : files)
                if (Files.exists(folder.resolve(file), LinkOption.NOFOLLOW_LINKS)) throw exists(folder.resolve(file));
            Path fresh = Files.createTempDirectory(folder, ".new-");
            List<Path> placed = new ArrayList<>();
            try {
                for (String name : names) make(fresh, name);
                for (String file : files) placed.add(Files.move(fresh.resolve(file), folder.resolve(file)));
            } catch (IOException | RuntimeException e) {
                for (Path file : placed) Files.deleteIfExists(file);
                if (e instanceof FileAlreadyExistsException there) throw exists(Path.of(there.getFile()));
                throw e;
            } finally {
                for (String file : files) Files.deleteIfExists(fresh.resolve(file));
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make keys in " + folder, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make keys in " + folder, e);
        }
    }

    private static IllegalArgumentException exists(Path file) {
        return new IllegalArgumentException(
                file + " exists; keys are never overwritten, so take another folder or move it away");
    }

    private static void make(Path folder, String name) throws IOException, GeneralSecurityException {
        String password = password();
        Path secret = folder.resolve(name + ".password");
        PrivateFiles.write(secret, List.of(password));
        Path store = folder.resolve(name + ".p12");
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                "-ext",
                "eku=serverAuth,clientAuth",
                "-startdate",
                "-1d",
                "-validity",
                String.valueOf(VALID.toDays()),
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:file",
                secret.toString());
        byte[] key = Files.readAllBytes(store);
        Files.delete(store);
        PrivateFiles.write(store, key);
        Files.write(
                folder.resolve(name + ".crt"),
                Certificates.load(store, password.toCharArray())
                        .getCertificate(name)
                        .getEncoded());
    }

    private static String password() {
        RandomStream stream = Streams.secure().stream("password");
        return Long.toHexString(stream.nextLong() | Long.MIN_VALUE)
                + Long.toHexString(stream.nextLong() | Long.MIN_VALUE);
    }

    private static void keytool(String... arguments) throws IOException {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(tool, "-J-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) throw new IOException("keytool failed: " + said.trim());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool ran", e);
        }
    }
}
