package dpgnn.mpc.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust in the certificates of one folder, NAME.crt for each party. No authority can vouch for any other certificate.
 *
 * <p><b>Guarantee.</b> A peer is admitted as NAME if it has the key of the very certificate that NAME.crt holds at that moment, and
 * that certificate is valid by the clock. The file is read anew at every handshake: one that is removed or replaced counts at once.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
    /** Strangers may try as often as they like; that many of them are remembered. */
    private static final int REMEMBERED = 64;

    private final Path folder;
    private final Clock clock;
    private final String expected;
    private final Map<String, String> refusals;

    PinnedTrust(Path folder, Clock clock) {
        this(folder, clock, null, new ConcurrentHashMap<>());
    }

    private PinnedTrust(Path folder, Clock clock, String expected, Map<String, String> refusals) {
        this.folder = folder;
        this.clock = clock;
        this.expected = expected;
        this.refusals = refusals;
    }

    /** This trust, for a connection at whose other end only this party may be. */
    PinnedTrust expecting(String peer) {
        return new PinnedTrust(folder, clock, peer, refusals);
    }

    /** Why a certificate in this party's name was turned away last; null if none was. */
    String refusal(String name) {
        return refusals.get(name);
    }

    /** The certificate of a party, if it is there and valid now. */
    X509Certificate of(String name) throws CertificateException {
        Path file = folder.resolve(name + ".crt");
        X509Certificate certificate;
        try (InputStream in = Files.newInputStream(file)) {
            certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (NoSuchFileException e) {
            throw new CertificateException(
                    "there is no certificate of '" + name + "': " + file
                            + " does not exist; whoever has none there is not admitted",
                    e);
        } catch (IOException e) {
            throw new CertificateException("the certificate of '" + name + "', " + file + ", cannot be read", e);
        } catch (CertificateException e) {
            throw new CertificateException("the certificate of '" + name + "', " + file + ", is none", e);
        }
        if (!name(certificate).equals(name))
            throw new CertificateException("the certificate in " + file + " must be one of '" + name + "', was one of '"
                    + name(certificate) + "'");
        Instant now = clock.instant();
        if (now.isAfter(certificate.getNotAfter().toInstant()))
            throw new CertificateException("the certificate of '" + name + "', " + file + ", ended on "
                    + certificate.getNotAfter().toInstant() + " and it is " + now
                    + "; '" + name + "' must make a new key, and give everybody its new certificate");
        if (now.isBefore(certificate.getNotBefore().toInstant()))
            throw new CertificateException("the certificate of '" + name + "', " + file + ", begins on "
                    + certificate.getNotBefore().toInstant() + " and it is " + now
                    + "; is this machine's clock right?");
        return certificate;
    }

    /** The name on a certificate. */
    static String name(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().replaceFirst("^CN=", "");
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        String claimed = name(chain[0]);
        if (!Roster.isName(claimed)) throw new CertificateException("a certificate that is no party's");
        try {
            if (expected != null && !claimed.equals(expected))
                throw new CertificateException(
                        "a certificate of '" + claimed + "' came where '" + expected + "' should be");
            if (!of(claimed).equals(chain[0]))
                throw new CertificateException(
                        "its certificate is another one than " + folder.resolve(claimed + ".crt"));
        } catch (CertificateException e) {
            String name = expected == null ? claimed : expected;
            if (refusals.containsKey(name) || refusals.size() < REMEMBERED) refusals.put(name, e.getMessage());
            throw e;
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
