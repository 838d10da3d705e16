package dpgnn.privacy.account;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Certificates of every family of events, left in target/certificates, where environment/test has them checked by the program
 * that knows nothing of this library. Those in test/resources are what the checker's own tests tamper with.
 */
@Tag("jdk")
@Tag("vectors")
class EpsilonCertificateTest {
    private static final double KEPT = 1e-6;
    private static final Path GOLDEN = Path.of("lib-src/library/accounting/test/resources/certificates");

    private static Map<String, Event> events() {
        Event sampled = new Event.PoissonSampled(0.02, 1.1, Relation.ADD_REMOVE);
        Map<String, Event> all = new LinkedHashMap<>();
        all.put("gaussian", new Event.Gaussian(3.7));
        all.put("gaussian-steps", new Event.Repeated(new Event.Gaussian(25), 100));
        all.put("laplace", new Event.Laplace(0.7));
        all.put("poisson-one-step", sampled);
        all.put("poisson", new Event.Repeated(sampled, 400));
        all.put("poisson-replace", new Event.Repeated(new Event.PoissonSampled(0.05, 3, Relation.REPLACE), 60));
        all.put("poisson-all", new Event.Repeated(new Event.PoissonSampled(1, 20, Relation.ADD_REMOVE), 10));
        all.put("without-replacement", new Event.Repeated(new Event.WithoutReplacement(500, 40, 2), 50));
        all.put(
                "mixture",
                new Event.Repeated(
                        Event.MixtureOfGaussians.of(4, new double[] {0, 1, 3}, new double[] {0.7, 0.2, 0.1}), 20));
        all.put("hypergeometric", new Event.Repeated(new Event.Hypergeometric(800, 3, 100, 2), 30));
        all.put("hetero-poisson", new Event.Repeated(stars(0.1, 1, 400, 3, true), 20));
        all.put("hetero-poisson-not-enforced", new Event.Repeated(stars(0.05, 2, 60, 5, false), 30));
        all.put("home-stars", new Event.Repeated(new Event.HomeStars(0.1, 1, 3), 40));
        all.put("home-stars-of-two", new Event.Repeated(new Event.HomeStars(0.02, 2, 3), 20));
        all.put("allocated-stars", new Event.Repeated(new Event.AllocatedStars(20, 1, 4), 8));
        all.put("allocated-once", new Event.Repeated(new Event.AllocatedStars(1, 2, 20), 3));
        all.put("random-allocation", new Event.Repeated(new Event.RandomAllocation(20, 1.5), 8));
        Event covers = new Event.Composed(List.of(
                new Event.Repeated(new Event.WithoutReplacement(300, 30, 4), 5),
                new Event.Repeated(new Event.WithoutReplacement(280, 30, 4), 5)));
        all.put("walks", covers);
        Event part = new Event.Repeated(sampled, 50);
        all.put("hops", new Event.Composed(List.of(part, new Event.Repeated(new Event.Gaussian(4), 2), part)));
        return all;
    }

    private static Event stars(double rate, double peripherals, int degree, double multiplier, boolean enforced) {
        return new Event.HeterPoisson(rate, peripherals, degree, multiplier, enforced, Event.Proof.CONSERVATIVE);
    }

    static Stream<String> names() {
        return events().keySet().stream();
    }

    private static Guarantee guarantee(Event event, double delta, Verdict verdict) {
        double epsilon = PldAccountant.standard().epsilon(event, delta * (1 - KEPT));
        boolean stars =
                event.canonical().contains("HeterPoisson") || event.canonical().contains("Stars");
        boolean adds =
                event.canonical().contains("ADD_REMOVE") || event.canonical().contains("RandomAllocation");
        Relation relation = stars ? Relation.PARTICIPATION : adds ? Relation.ADD_REMOVE : Relation.REPLACE;
        return Guarantee.of(Unit.NODE, relation)
                .by(
                        PldAccountant.standard().version(),
                        epsilon,
                        delta,
                        verdict,
                        List.of("A remark with \"quotes\", a back\\slash and \u03b5."));
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFamilyIsWrittenAndReadBack(String name) {
        Event event = events().get(name);
        double delta = name.equals("laplace") ? 0.01 : 1e-5;
        EpsilonCertificate written = EpsilonCertificate.of(
                name, guarantee(event, delta, name.equals("laplace") ? Verdict.SOUND : Verdict.IDEAL), event, KEPT);
        Path file = Path.of("target/certificates", name + ".json");
        written.write(file);
        assertEquals(written, EpsilonCertificate.read(file));
        // the epsilon that is stated is the accountant's, rounded up, and not by much
        double computed = PldAccountant.standard().epsilon(event, written.accounting());
        assertEquals(computed, written.epsilon());
        double stated = written.stated().doubleValue();
        assertTrue(stated >= computed * 1.001 && stated <= computed * 1.003, stated + " of " + computed);
        assertTrue(written.stated().precision() <= 4);
        // the parts of delta sum to it exactly
        assertEquals(new BigDecimal(delta), new BigDecimal(written.noise()).add(new BigDecimal(written.accounting())));
        assertEquals(delta * (1 - KEPT), written.accounting());
    }

    @Test
    @Tag("nightly")
    void thoseThatTheCheckersTestsTamperWithStillHold() throws Exception {
        List<Path> files = Listing.files(GOLDEN);
        assertTrue(files.size() >= 6, files.toString());
        for (Path file : files) {
            EpsilonCertificate golden = EpsilonCertificate.read(file);
            double today = PldAccountant.standard().epsilon(golden.event(), golden.accounting());
            assertTrue(today <= golden.stated().doubleValue(), file + ": today " + today);
            assertEquals(golden.epsilon(), today, 5e-4 * today, file.toString());
        }
    }

    @Test
    void nothingIsCertifiedWhereNothingIsGuaranteed() {
        Event event = new Event.NonPrivate("no noise");
        Guarantee none = Guarantee.of(Unit.NODE, Relation.REPLACE)
                .by("none", Double.POSITIVE_INFINITY, 1e-5, Verdict.UNSOUND, List.of());
        refused(() -> EpsilonCertificate.of("run", none, event, KEPT), "UNSOUND");
        Event discrete = new Event.DiscreteGaussian(5, 1, 3);
        EpsilonCertificate unknown = EpsilonCertificate.of(
                "run",
                Guarantee.of(Unit.NODE, Relation.REPLACE).by("RDP", 1, 1e-5, Verdict.IDEAL, List.of()),
                discrete,
                0);
        refused(unknown::text);
    }

    @Test
    void anAccountableRunNamesItsLedger() {
        Event event = events().get("poisson");
        String hash = "0f".repeat(32);
        Guarantee plain = guarantee(event, 1e-5, Verdict.IDEAL);
        Guarantee held = plain.with(
                Verdict.IDEAL,
                plain.terms().and(EpsilonCertificate.accountable(hash)).and("More."));
        EpsilonCertificate written = EpsilonCertificate.of("accountable", held, event, KEPT);
        assertEquals(Optional.of(hash), written.ledger());
        Path file = Path.of("target/certificates", "accountable.json");
        written.write(file);
        assertEquals(written, EpsilonCertificate.read(file));
        String text = written.text(), field = " \"ledger\": \"" + hash + "\",\n";
        assertTrue(text.contains(field), text);
        for (String other : new String[] {"", field.replace("0f0f", "0f00")})
            assertThrows(
                    IllegalArgumentException.class, () -> EpsilonCertificate.parse(text.replace(field, other)), other);
        assertEquals(
                Optional.empty(),
                EpsilonCertificate.of("plain", plain, event, KEPT).ledger());
        Guarantee words = plain.with(Verdict.IDEAL, plain.terms().and(EpsilonCertificate.accountable("none")));
        assertEquals(
                Optional.empty(),
                EpsilonCertificate.of("none", words, event, KEPT).ledger());
    }

    @Test
    void aChangedTextIsNotReadBack() {
        Event event = events().get("poisson");
        String text = EpsilonCertificate.of("a run", guarantee(event, 1e-5, Verdict.IDEAL), event, KEPT)
                .text();
        assertEquals(text, EpsilonCertificate.parse(text).text());
        for (String[] change : new String[][] {
            {"a run", "b run"}, {"\"IDEAL\"", "\"SOUND\""}, {"\"times\":400", "\"times\":399"}, {"0.02", "0.01"}
        }) {
            assertTrue(text.contains(change[0]), change[0]);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> EpsilonCertificate.parse(text.replace(change[0], change[1])),
                    change[0]);
        }
    }
}
