package dpgnn.mpc.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * A party's key and the certificates that it trusts. NAME.p12 and NAME.password are its own; it has NAME.crt of every party.
 * See {@link PinnedTrust} for the peers that these admit.
 */
public final class Certificates {
    /** From so long before its end on a certificate is warned of. */
    static final Duration SOON = Duration.ofDays(30);

    private final Path folder;
    private final String self;
    private final KeyStore key;
    private final char[] password;
    private final PinnedTrust trust;
    private final Clock clock;

    private Certificates(Path folder, String self, KeyStore key, char[] password, Clock clock) {
        this.folder = folder;
        this.self = self;
        this.key = key;
        this.password = password;
        this.clock = clock;
        trust = new PinnedTrust(folder, clock);
    }

    /** Makes a key and a certificate for every name; overwrites nothing. */
    public static void make(Path folder, List<String> names) {
        KeyPairs.make(folder, names);
    }

    public static Certificates of(Path folder, String name) {
        return of(folder, name, Clock.systemUTC());
    }

    /** Certificates are valid or not by this clock. */
    static Certificates of(Path folder, String name, Clock clock) {
        try {
            char[] password =
                    Files.readString(folder.resolve(name + ".password")).trim().toCharArray();
            return new Certificates(folder, name, load(folder.resolve(name + ".p12"), password), password, clock);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the key of '" + name + "' in " + folder + " cannot be read; --certificates makes one", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of '" + name + "' in " + folder + " cannot be used", e);
        }
    }

    /** Refuses a run for which a certificate lacks or is not valid now. */
    void mustAdmit(Roster roster) {
        try {
            for (String name : roster.parties()) trust.of(name);
            if (!trust.of(self).equals(key.getCertificate(self)))
                throw new CertificateException(folder.resolve(self + ".crt") + " is not the certificate of the key "
                        + folder.resolve(self + ".p12"));
        } catch (CertificateException e) {
            throw new ProtocolException(Fault.REFUSED, e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of '" + self + "' in " + folder + " cannot be used", e);
        }
    }

    /** A sentence on each certificate of a run that ends soon; the run can still be made. */
    public List<String> ending(Roster roster) {
        List<String> lines = new ArrayList<>();
        for (String name : roster.parties())
            try {
                X509Certificate certificate = trust.of(name);
                Duration left = Duration.between(
                        clock.instant(), certificate.getNotAfter().toInstant());
                if (left.compareTo(SOON) < 0)
                    lines.add("the certificate of '" + name + "' ends in " + left.toDays() + " days, on "
                            + certificate.getNotAfter().toInstant());
            } catch (CertificateException e) {
                // mustAdmit says it, as an error.
            }
        return lines;
    }

    /** Why a certificate in this party's name was turned away last, as the end of a sentence; empty if none was. */
    String refusal(String name) {
        String why = trust.refusal(name);
        return why == null ? "" : "; who came in its name was turned away: " + why;
    }

    /**
     * A line on which both sides will have to show a certificate. Each has a context of its own, so that no session is resumed:
     * that would skip the look at the certificate.
     *
     * @param expected whom this party calls; null where it is called, by whoever has a certificate
     */
    SSLSocket secured(Socket line, String expected) throws IOException {
        try {
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(key, password);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            TrustManager[] trusted = {expected == null ? trust : trust.expecting(expected)};
            context.init(own.getKeyManagers(), trusted, null);
            SSLSocket secured = (SSLSocket) context.getSocketFactory()
                    .createSocket(line, line.getInetAddress().getHostAddress(), line.getPort(), true);
            secured.setEnabledProtocols(new String[] {"TLSv1.3"});
            secured.setUseClientMode(expected != null);
            secured.setNeedClientAuth(expected == null);
            return secured;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of '" + self + "' in " + folder + " cannot be used", e);
        }
    }

    /** The name on the certificate at the other end. */
    static String peer(SSLSession session) {
        try {
            return PinnedTrust.name((X509Certificate) session.getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            throw new ProtocolException(Fault.MISMATCH, "a caller without a certificate", e);
        }
    }

    static KeyStore load(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password);
        }
        return store;
    }
}
