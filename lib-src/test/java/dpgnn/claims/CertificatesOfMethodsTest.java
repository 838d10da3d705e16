package dpgnn.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.EpsilonCertificate;
import dpgnn.privacy.PldAccountant;
import dpgnn.privacy.Verdict;
import dpgnn.train.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a claims study's record tells is enough for the certificate of its run. */
class CertificatesOfMethodsTest {
    @Test
    void aTrainingsRecordGivesItsCertificate() throws Exception {
        for (String method : List.of("naive DP-SGD", "DRW-D", "GAP, weighted")) {
            Run run = ClaimsStudy.run(ClaimsStudy.trainings(Bench.of("small"), List.of(method), new Object[] {4.0}, 1)
                    .settings()
                    .get(0));
            Path folder = Path.of("target/certificates/methods");
            assertEquals(1, ClaimsStudy.certify(List.of(run), folder), method);
            EpsilonCertificate written = EpsilonCertificate.read(folder.resolve(ClaimsStudy.name(run)));
            assertEquals(ClaimsStudy.certificate(run).orElseThrow(), written);
            assertEquals(run.metric("epsilon proved"), written.epsilon(), method);
            assertEquals(Verdict.IDEAL, written.verdict(), method);
            double again = PldAccountant.standard().epsilon(written.event(), written.accounting());
            assertEquals(written.epsilon(), again, 1e-9 * again, method);
            assertTrue(written.run().startsWith(method), written.run());
        }
    }

    @Test
    void whatIsNotProvedHasNone() throws Exception {
        Run run = ClaimsStudy.run(ClaimsStudy.trainings(Bench.of("small"), List.of("NDP"), new Object[] {4.0}, 1)
                .settings()
                .get(0));
        assertTrue(ClaimsStudy.certificate(run).isEmpty());
    }
}
