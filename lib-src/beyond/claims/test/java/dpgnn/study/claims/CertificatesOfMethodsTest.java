package dpgnn.study.claims;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.baseline.NaiveSgd;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Model;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.sampling.PoissonNodes;
import dpgnn.study.Study;
import dpgnn.study.SweepResults;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a claims study's record tells is enough for the certificate of its run. */
class CertificatesOfMethodsTest {
    @Test
    void aTrainingsRecordGivesItsCertificate() throws Exception {
        for (String method : List.of("naive DP-SGD", "DRW-D", "GAP, weighted")) {
            MethodTraining training = new MethodTraining("small", method, 4, 1);
            Run run = ClaimsStudy.train(training);
            Path folder = Path.of("target/certificates/methods");
            assertEquals(1, ClaimsStudy.certify(new SweepResults<>(Map.of(training, run)), folder), method);
            EpsilonCertificate written = EpsilonCertificate.read(folder.resolve(ClaimsStudy.name(run) + ".json"));
            assertEquals(Study.certificate(run).orElseThrow(), written);
            assertEquals(run.metric("epsilon proved"), written.epsilon(), method);
            assertEquals(Verdict.IDEAL, written.verdict(), method);
            double again = PldAccountant.standard().epsilon(written.event(), written.accounting());
            assertEquals(written.epsilon(), again, 1e-9 * again, method);
            assertTrue(written.run().startsWith(method), written.run());
        }
    }

    @Test
    void whatIsNotProvedHasNone() throws Exception {
        MethodTraining training = new MethodTraining("small", "NDP", 4, 1);
        assertTrue(Study.certificate(ClaimsStudy.train(training)).isEmpty());
    }

    @Test
    void aReleaseHasACertificateOfWhatRan() throws Exception {
        ClaimsBench.Part part = ClaimsBench.of("small").part(1);
        Plan plan = Plans.fixed(PoissonNodes.of(0.1), Clip.flat(1), 3, 2, 1e-5);
        Model model = new NaiveSgd(8, 1, 1).model();
        EpsilonCertificate released = plan.release(model).train(part.view()).certificate();
        EpsilonCertificate seeded =
                plan.experiment(model, part.streams()).train(part.view()).certificate();
        assertEquals(Verdict.SOUND, released.verdict());
        assertEquals(Verdict.IDEAL, seeded.verdict());
        assertEquals(seeded.event(), released.event());
        assertTrue(released.text().contains("\"standing\": \"proved for what ran\""));
        assertFalse(seeded.text().toLowerCase(Locale.ROOT).contains("proved for what ran"));
        released.write(Path.of("target/certificates/release.json"));
        Trained leaking = plan.leaking("It read a label.")
                .experiment(model, part.streams())
                .train(part.view());
        refused(leaking::certificate);
    }
}
