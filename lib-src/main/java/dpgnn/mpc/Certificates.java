package dpgnn.mpc;

import dpgnn.random.Stream;
import dpgnn.random.Streams;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;

/**
 * A party's key and the certificates that it trusts. There is no authority: the trust store holds each party's certificate itself,
 * so no certificate but those of the run is taken. A party needs NAME.p12, NAME.password and trust.p12, and nobody else's key.
 */
public final class Certificates {
    private static final char[] PUBLIC = "public".toCharArray();

    private final KeyStore key;
    private final char[] password;
    private final KeyStore trust;

    private Certificates(KeyStore key, char[] password, KeyStore trust) {
        this.key = key;
        this.password = password;
        this.trust = trust;
    }

    /** Makes a key pair for every name, with the JDK's keytool, and one trust store for all; overwrites nothing. */
    public static void make(Path folder, List<String> names) {
        for (String name : names) Roster.mustBeName(name);
        if (names.isEmpty() || names.contains("trust") || new HashSet<>(names).size() != names.size())
            throw new IllegalArgumentException(
                    "every party needs a name of its own that is not 'trust', were " + names);
        try {
            Files.createDirectories(folder);
            for (String name : names)
                for (String file : List.of(name + ".p12", name + ".password", "trust.p12"))
                    if (Files.exists(folder.resolve(file)))
                        throw new IllegalArgumentException(folder.resolve(file)
                                + " exists; keys are never overwritten, so take another folder or remove it");
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            for (String name : names) {
                String password = password();
                Path secret = folder.resolve(name + ".password");
                Files.createFile(secret);
                restrict(secret);
                Files.writeString(secret, password + "\n");
                Path store = folder.resolve(name + ".p12");
                keytool(List.of(
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
                        "-validity",
                        "365",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass:file",
                        secret.toString()));
                restrict(store);
                trust.setCertificateEntry(
                        name, load(store, password.toCharArray()).getCertificate(name));
            }
            try (OutputStream out = Files.newOutputStream(folder.resolve("trust.p12"))) {
                trust.store(out, PUBLIC);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write certificates to " + folder, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make certificates in " + folder, e);
        }
    }

    public static Certificates of(Path folder, String name) {
        try {
            char[] password =
                    Files.readString(folder.resolve(name + ".password")).trim().toCharArray();
            return new Certificates(
                    load(folder.resolve(name + ".p12"), password), password, load(folder.resolve("trust.p12"), PUBLIC));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the key of '" + name + "' in " + folder + " cannot be read; --certificates makes one", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of '" + name + "' in " + folder + " cannot be used", e);
        }
    }

    SslContext serverContext() {
        try {
            return GrpcSslContexts.configure(SslContextBuilder.forServer(keys()))
                    .trustManager(trusted())
                    .clientAuth(ClientAuth.REQUIRE)
                    .protocols("TLSv1.3")
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SslContext clientContext() {
        try {
            return GrpcSslContexts.configure(SslContextBuilder.forClient())
                    .keyManager(keys())
                    .trustManager(trusted())
                    .protocols("TLSv1.3")
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KeyManagerFactory keys() {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(key, password);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private TrustManagerFactory trusted() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trust);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The name on the certificate at the other end. */
    static String peer(SSLSession session) {
        try {
            X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
            return certificate.getSubjectX500Principal().getName().replaceFirst("^CN=", "");
        } catch (SSLPeerUnverifiedException e) {
            throw new ProtocolException(Fault.MISMATCH, "a caller without a certificate", e);
        }
    }

    private static KeyStore load(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password);
        }
        return store;
    }

    private static String password() {
        Stream stream = Streams.secure().stream("password");
        return Long.toHexString(stream.nextLong() | Long.MIN_VALUE)
                + Long.toHexString(stream.nextLong() | Long.MIN_VALUE);
    }

    static void restrict(Path file) throws IOException {
        try {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (UnsupportedOperationException e) {
            file.toFile().setReadable(false, false);
            file.toFile().setReadable(true, true);
        }
    }

    private static void keytool(List<String> arguments) throws IOException {
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(arguments);
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
