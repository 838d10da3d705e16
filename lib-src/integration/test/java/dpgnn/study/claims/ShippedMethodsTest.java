package dpgnn.study.claims;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.ShippedClasses;
import dpgnn.baseline.Gap;
import dpgnn.generate.PrivateDegrees;
import dpgnn.generate.Protection;
import dpgnn.generate.RandomisedResponse;
import dpgnn.mpc.EmbeddingNoise;
import dpgnn.sampling.PoissonOwners;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WalkUnion;
import dpgnn.study.nodes.NodeRun;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every private method that is shipped, audited as it is and with a fault of its own; all seeds are fixed. */
class ShippedMethodsTest {
    private static final ClaimsBench BENCH = ClaimsBench.of("small");
    private static final double EPSILON = 4;
    private static final long SEED = 1;

    /** A clipped norm may be over by a relative 3e-6 in single precision; batches are small here. */
    private static final double SMALL = 1 + 4e-6;

    static List<String> names() {
        return Extent.some(
                ClaimedMethods.all().stream()
                        .filter(ClaimedMethod::isPrivate)
                        .map(ClaimedMethod::name)
                        .toList(),
                2);
    }

    private static MethodAudit asked(String method, boolean planted) {
        return new MethodAudit(BENCH.name(), method, EPSILON, 1200, 4, 0.95, planted, SEED);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void whatIsProvedHoldsWhatIsNotIsContradictedAndAPlantedFaultIsFound(String name) throws Exception {
        ClaimedMethod method = ClaimedMethods.named(name);
        TrialOutcome trial = method.training().run(BENCH, EPSILON, SEED);
        double claimed = NodeRun.claimed(trial.guarantees());
        double proved = NodeRun.proved(trial.guarantees());
        AuditFinding sound = method.audit().run(BENCH, asked(name, false));
        assertTrue(claimed <= EPSILON, claimed + " is claimed where " + EPSILON + " was asked for");
        assertEquals(
                method.missing().isEmpty(), Double.isFinite(proved), "what is missing must be said, and nothing else");
        if (Double.isFinite(proved)) {
            assertTrue(sound.least() <= proved, sound + " beyond what is proved, " + proved);
            assertTrue(Double.isNaN(sound.proved()) || sound.proved() <= SMALL, sound.toString());
            assertFalse(sound.signs().contains(AuditFinding.Sign.NOISE), sound.toString());
            assertTrue(sound.least() > 0, "an attack that shows nothing tests nothing: " + sound);
            if (proved <= claimed) assertFalse(sound.caught(), sound.toString());
        } else {
            assertTrue(sound.caught(), "nothing is proved, and nothing is found against it: " + sound);
        }
        assertEquals(
                method.shown().isEmpty(), proved <= claimed, "a claim beyond its proof is put to the test somewhere");
        if (method.fault().isEmpty()) {
            assertTrue(Double.isInfinite(proved), "a method that is proved needs a fault to be found");
            return;
        }
        AuditFinding faulty = method.audit().run(BENCH, asked(name, true));
        assertFalse(faulty.beyond(sound).isEmpty(), method.fault() + ": " + faulty);
    }

    /** Fails when something that is drawn from, clipped or hidden by is shipped and no method here uses it. */
    @Test
    void nothingPrivateIsShippedWithoutAnAudit() throws Exception {
        Set<Class<?>> used = new HashSet<>();
        Set<String> bounds = new TreeSet<>();
        for (ClaimedMethod m : ClaimedMethods.all()) {
            assertEquals(
                    m.isPrivate() && m != ClaimedMethods.named("per-document clipping"), m.uses() != null, m.name());
            if (m.uses() == null) continue;
            Object uses = m.uses().at(BENCH, EPSILON);
            used.add(uses.getClass());
            if (uses instanceof Gap gap) bounds.add(gap.noise() + " " + gap.bound());
        }
        Set<String> shipped = ShippedClasses.of(Sampler.class);
        // Draws a whole union of walks for references without privacy, and is planted as a fault: neither is a method.
        shipped.remove(WalkUnion.class.getName());
        shipped.remove(MisdrawnSampler.class.getName());
        // What a released code does against its own paper, drawn for a table of it; nothing is stated of it.
        shipped.remove("dpgnn.study.nodes.Strangers");
        // DPDGC's rows as published are claimed in the league, which audits them: DpdgcTest and LeagueTest find them
        // out.
        shipped.remove("dpgnn.study.league.Dpdgc$CutRows");
        // No canary knows steps that depend on each other: RandomAllocationTest enumerates and couples it.
        shipped.remove(RandomAllocation.class.getName());
        // Records and owners are data of another kind than those of this page; PoissonRecordsTest and PoissonOwnersTest
        // audit all three units, and a fault of each.
        shipped.remove(PoissonRecords.class.getName());
        shipped.remove(PoissonOwners.class.getName());
        for (Class<?> protection : Protection.class.getPermittedSubclasses())
            if (protection != Protection.None.class) shipped.add(protection.getName());
        shipped.add(EmbeddingNoise.class.getName());
        shipped.add(RandomisedResponse.class.getName());
        shipped.add(PrivateDegrees.class.getName());
        shipped.removeAll(used.stream().map(Class::getName).collect(Collectors.toSet()));
        assertTrue(shipped.isEmpty(), "add a method with an audit and a fault to ClaimedMethods for " + shipped);
        for (Gap.Noise noise : Gap.Noise.values())
            assertTrue(bounds.stream().anyMatch(b -> b.startsWith(noise.name())), "no audit of GAP's noise " + noise);
        for (Gap.Bound bound : Gap.Bound.values())
            assertTrue(bounds.stream().anyMatch(b -> b.endsWith(bound.name())), "no audit of GAP's bound " + bound);
    }

    @Test
    void namesAreDistinctAndUnknownOnesAreRefusedWithAllOfThem() {
        assertEquals(
                ClaimedMethods.all().size(),
                ClaimedMethods.all().stream()
                        .map(ClaimedMethod::name)
                        .distinct()
                        .count());
        refused(() -> ClaimedMethods.named("DRW-X"), "DRW-R", "DRW-X");
        refused(() -> ClaimsBench.of("Cora"));
        assertNotNull(ClaimedMethods.named("NDP").shown());
    }
}
