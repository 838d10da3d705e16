package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.account.RdpConversion;
import dpgnn.privacy.step.Amplification;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One schedule, and runs that come up to it or fall short in one thing at a time. */
class RunVerdictTest {
    private static final List<String> ASSUMED = List.of("It is assumed that the other machine adds as it says.");

    private static Plan plan(Sampler sampler) {
        return Plans.fixed(sampler, Clip.flat(1), 5, 4, 1e-5);
    }

    private static RunVerdict verdict(Sampler sampler, boolean exact, boolean secure, String... leaks) {
        TrainingView view = AllTrain.rows(4, new float[] {1, 2, 3, 4}, 2, v -> v % 2);
        Schedule schedule = plan(sampler).schedule(new Sampler.Facts(100, 50), 10);
        Streams streams = exact ? Streams.secure() : Streams.seed(1);
        StepSum sum =
                StepSum.of(plan(sampler).trainer(Mlp.of(4), streams), Mlp.of(4).network(1, 2), view, schedule);
        return new RunVerdict(schedule, sum, secure, Optional.empty(), ASSUMED, List.of(leaks), null);
    }

    private static Guarantee judged(Verdict verdict, RunVerdict run, long leftOut) {
        List<Guarantee> all = run.guarantees(
                run.schedule().spent(5), true, new Checkpoint.Past(leftOut, 0, false), List.of("A given thing."));
        assertEquals(1, all.size());
        assertEquals(List.of("A given thing."), all.get(0).terms().given());
        assertEquals(verdict, all.get(0).verdict());
        return all.get(0);
    }

    private static String remarks(Guarantee of) {
        return String.join(" ", of.terms().remarks());
    }

    @Test
    void aRunIsSoundThatMissesNothing() {
        Sampler poisson = PoissonNodes.of(0.1);
        RunVerdict whole = verdict(poisson, true, true);
        Guarantee sound = judged(Verdict.SOUND, whole, 0);
        assertEquals(whole.schedule().provable().epsilon(), sound.epsilon());
        assertTrue(
                remarks(sound).contains("were added exactly") && remarks(sound).contains(ASSUMED.get(0)));
        assertFalse(remarks(sound).contains("seed") || remarks(sound).contains("early"), remarks(sound));
        Guarantee seeded = judged(Verdict.IDEAL, verdict(poisson, true, false), 0);
        assertTrue(remarks(seeded).contains("sees through it"));
        Guarantee early = judged(Verdict.IDEAL, verdict(poisson, true, true), 1);
        assertTrue(remarks(early).contains("1 steps early"));
        Guarantee rounded = judged(Verdict.IDEAL, verdict(poisson, false, true), 0);
        assertTrue(remarks(rounded).contains("32-bit") && !remarks(rounded).contains(ASSUMED.get(0)));
        for (Guarantee guarantee : List.of(seeded, early, rounded)) assertEquals(sound.epsilon(), guarantee.epsilon());
    }

    /** Nothing bounds the error of its quadrature, so that nothing that rests on it is proved: plan, run, release, certificate. */
    @Test
    void whatAnAccountantDoesNotProveIsClaimed() throws Exception {
        Accountant tight = RdpAccountant.standard().withAmplification(Amplification.TIGHT);
        for (Accountant by : List.of(tight, CachedAccountant.inMemory(CachedAccountant.inMemory(tight)))) {
            Plan plan = Plan.of(UniformNodes.of(20), Clip.flat(1), GaussianNoise.standard())
                    .steps(20)
                    .calibrated(4, 1e-4)
                    .accountant(by);
            Schedule schedule = plan.schedule(VIEW, Mlp.of(2));
            assertEquals(Verdict.CLAIMED, schedule.provable().verdict());
            assertTrue(schedule.description().containsKey("claimed"));
            assertFalse(schedule.description().containsKey("proved"));
            Trained released = plan.release(Mlp.of(2)).train(VIEW);
            assertEquals(Verdict.CLAIMED, released.guarantee().verdict());
            assertEquals("RDP (tight quadrature)", released.guarantee().accountant());
            assertTrue(remarks(released.guarantee()).contains("a quadrature without a proved error"));
            assertEquals(Verdict.CLAIMED, released.certificate().verdict());
            assertFalse(released.guarantee().statement().contains("proved for"));
            Trained seeded = plan.experiment(Mlp.of(2), 1).train(VIEW);
            assertEquals(Verdict.CLAIMED, seeded.guarantee().verdict());
            Plan noisy = plan(UniformNodes.of(20)).accountant(by);
            PrivateSelection selection = PrivateSelection.of(PrivateSelection.Candidate.of("one", Mlp.of(2), noisy))
                    .by(HoldoutCount.of(SmallTraining.HELD, 4))
                    .times(RunCount.geometric(0.5));
            refused(() -> selection.guarantee(VIEW), "a quadrature without a proved error");
            // Where no batch of a fixed size is drawn there is no quadrature.
            Plan poisson = plan(PoissonNodes.of(0.1)).accountant(by);
            assertEquals(
                    Verdict.SOUND,
                    poisson.release(Mlp.of(2)).train(VIEW).guarantee().verdict());
        }
        Event fixed = new Event.WithoutReplacement(100, 10, 2), poisson = new Event.Gaussian(2);
        assertFalse(
                tight.proves(new Event.BestOf(List.of(poisson, new Event.Repeated(fixed, 3)), RunCount.poisson(2))));
        assertTrue(tight.proves(new Event.BestOf(List.of(poisson), RunCount.poisson(2))));
        assertTrue(RdpAccountant.standard().proves(fixed));
        assertEquals(
                "RDP (classic conversion, tight quadrature)",
                RdpAccountant.standard()
                        .withAmplification(Amplification.TIGHT)
                        .withConversion(RdpConversion.CLASSIC)
                        .name());
    }

    @Test
    void aLeakTakesEverythingAndLostStepsArePaidFor() {
        Guarantee leaking = judged(Verdict.UNSOUND, verdict(PoissonNodes.of(0.1), true, true, "An audit looked."), 0);
        assertEquals(Double.POSITIVE_INFINITY, leaking.epsilon());
        assertTrue(remarks(leaking).contains("An audit looked."));
        RunVerdict run = verdict(PoissonNodes.of(0.1), true, true);
        Event more = run.schedule().spent(9);
        Guarantee paid =
                run.guarantees(more, false, Checkpoint.Past.NONE, List.of()).get(0);
        assertEquals(run.schedule().guarantee(more, List.of()).epsilon(), paid.epsilon());
        assertTrue(paid.epsilon() > run.schedule().provable().epsilon());
        assertEquals(Verdict.SOUND, paid.verdict());
    }

    /** What a paper claims is said of runs that are as it says, and beside what holds. */
    @Test
    void aClaimIsOfTheScheduleAlone() {
        RunVerdict run = verdict(HeterPoisson.of(0.2, 1), true, true);
        List<Guarantee> both = run.guarantees(run.schedule().spent(5), true, Checkpoint.Past.NONE, List.of());
        assertEquals(List.of(run.schedule().claimed(), both.get(1)), both);
        assertEquals(Verdict.CLAIMED, both.get(0).verdict());
        assertEquals(Verdict.SOUND, both.get(1).verdict());
        assertTrue(both.get(0).epsilon() < both.get(1).epsilon());
        assertEquals(
                1,
                run.guarantees(run.schedule().spent(4), false, Checkpoint.Past.NONE, List.of())
                        .size());
    }
}
