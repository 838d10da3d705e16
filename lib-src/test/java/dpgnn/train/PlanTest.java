package dpgnn.train;

import static dpgnn.train.TrainerTest.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.DiscreteGaussianNoise;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.AttackLimit;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PlanTest {
    private static final Sampler.Facts FACTS = new Sampler.Facts(2000, 1000);
    private static final double DELTA = 1e-5;

    private static Plan poisson() {
        return Plan.of(PoissonNodes.of(0.05), Clip.flat(0.5), GaussianNoise.standard());
    }

    @Test
    void calibrationMeetsItsBudgetFromTheSafeSide() {
        Schedule schedule = poisson().steps(100).calibrated(2, DELTA).schedule(FACTS, 10);
        assertTrue(schedule.provable().epsilon() <= 2);
        assertEquals(Verdict.IDEAL, schedule.provable().verdict());
        assertEquals(schedule.multiplier() * 0.5, schedule.deviation());
        double less = poisson()
                .steps(100)
                .multiplier(schedule.multiplier() * 0.99)
                .delta(DELTA)
                .schedule(FACTS, 10)
                .provable()
                .epsilon();
        assertTrue(less > 2, "one per cent less noise must break the budget, gave " + less);
    }

    @Test
    void stepsWithinABudgetAreTheMostThatFit() {
        Plan plan = poisson().multiplier(1.5);
        long most = plan.within(2, DELTA).schedule(FACTS, 10).steps();
        assertTrue(plan.steps(most).delta(DELTA).schedule(FACTS, 10).provable().epsilon() <= 2);
        assertTrue(
                plan.steps(most + 1).delta(DELTA).schedule(FACTS, 10).provable().epsilon() > 2);
    }

    /** How often walks are drawn afresh is no epoch that is paid for with its first step. */
    @Test
    void walksThatAreDrawnAfreshCostAsMuch() {
        Sampler.Facts facts = new Sampler.Facts(600, 360);
        DisjointWalks walks = DisjointWalks.of(2, 3);
        for (long every : new long[] {0, 1, 2, 10}) {
            Schedule schedule = Plans.fixed(walks.redrawnEvery(every), Clip.flat(0.5), 100, 3, 1e-5)
                    .schedule(facts, 100);
            assertEquals(new Event.Repeated(walks.event(facts, 3), 100), schedule.spent(100), "every " + every);
            for (long step : new long[] {0, 1, 9, 10}) assertEquals(walks.event(facts, 3), schedule.event(step));
        }
    }

    @Test
    void aBudgetTooSmallForOneStepIsAnError() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> poisson().multiplier(0.4).within(0.01, DELTA).schedule(FACTS, 10))
                .getMessage();
        assertTrue(message.contains("one alone costs"), message);
    }

    /** Also of events that are not those of the schedule, as after a run that lost steps. */
    @Test
    void aPlanThatLeaksIsUnsoundForWhateverWasSpent() {
        Schedule leaking = Plans.fixed(PoissonNodes.of(0.1), Clip.flat(1), 5, 2, 1e-5)
                .leaking("The threshold was read off the data.")
                .schedule(new Sampler.Facts(100, 50), 10);
        Event less = new Event.PoissonSampled(0.1, 2, Relation.ADD_REMOVE);
        assertEquals(Verdict.UNSOUND, leaking.guarantee(less, List.of()).verdict());
        assertEquals(
                Verdict.UNSOUND,
                leaking.guarantee(less, List.of("Another leak.")).verdict());
    }

    @Test
    void anAnswerThatMayBeLooseSaysSo() {
        Plan stars = Plan.of(HomeStars.of(0.1, 2), Clip.flat(0.5), GaussianNoise.standard());
        String said = "The exact epsilon is proved to lie between";
        String loose = provable(stars), tight = provable(poisson());
        assertTrue(loose.contains(said), loose);
        assertTrue(tight.contains("Drawn by") && !tight.contains(said), tight);
    }

    private static String provable(Plan plan) {
        return plan.steps(5)
                .multiplier(5)
                .delta(DELTA)
                .schedule(FACTS, 10)
                .provable()
                .statement();
    }

    @Test
    void partsThatDoNotFitDoNotBuild() {
        PoissonNodes nodes = PoissonNodes.of(0.05);
        assertRefused(Plan.of(nodes, Clip.flat(1), DiscreteGaussianNoise.of(20)), "sub-sampled discrete");
        assertRefused(Plan.of(nodes, Clip.noneNoPrivacy(1), GaussianNoise.standard()), "not clipped");
    }

    private static void assertRefused(Plan plan, String why) {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> plan.steps(3).calibrated(1, DELTA).schedule(FACTS, 10))
                .getMessage();
        assertTrue(message.contains(why), message);
        Schedule open = plan.steps(3).multiplier(1).delta(DELTA).schedule(FACTS, 10);
        assertEquals(Verdict.UNSOUND, open.provable().verdict());
        assertTrue(Double.isInfinite(open.provable().epsilon()));
    }

    @Test
    void discreteNoiseOnWholeGraphsIsAccountedByRenyi() {
        Schedule schedule = Plan.of(WholeGraph.of(), Clip.flat(1), DiscreteGaussianNoise.of(40))
                .accountant(RdpAccountant.standard())
                .steps(10)
                .calibrated(3, DELTA)
                .schedule(FACTS, 1000);
        assertTrue(schedule.provable().epsilon() <= 3);
        Schedule continuous = Plan.of(WholeGraph.of(), Clip.flat(1), GaussianNoise.standard())
                .accountant(RdpAccountant.standard())
                .steps(10)
                .calibrated(3, DELTA)
                .schedule(FACTS, 1000);
        assertEquals(continuous.multiplier(), schedule.multiplier(), 1e-3 * continuous.multiplier());
    }

    @Test
    void heterPoissonClaimsLessThanIsProved() {
        Schedule schedule = Plans.fixed(HeterPoisson.of(0.2, 1), Clip.flat(0.5), 5, 6, DELTA)
                .schedule(FACTS, 10);
        assertEquals(Verdict.CLAIMED, schedule.claimed().verdict());
        assertTrue(schedule.claimed().epsilon() < schedule.provable().epsilon());
    }

    @Test
    @Extent.OneIn(5)
    void anExactPlanAffordsMoreStepsAndNeedsDraws() {
        var graph = SyntheticGraphs.small().graph();
        int[] roots = IntStream.range(0, graph.nodes()).filter(v -> v % 2 == 0).toArray();
        Participants participants = Participants.of(graph, roots);
        DisjointWalks walks = DisjointWalks.of(2, 10);
        Plan bound = Plan.of(walks, Clip.flat(1), GaussianNoise.standard())
                .multiplier(8)
                .within(4, DELTA);
        Sampler.Facts facts = Sampler.Facts.of(participants);
        Plan exact = bound.exact();
        assertThrows(IllegalStateException.class, () -> exact.schedule(facts, 10));
        Sampler.Draws draws = walks.draws(participants, Streams.seed(1).stream("sampler"));
        assertTrue(exact.schedule(exact.made(facts, draws, 10, null)).steps()
                >= bound.schedule(facts, 10).steps());
    }

    /** What is spent after some steps is what the steps' own events come to, also where they differ. */
    @Test
    void stepsAddUpToWhatIsSpent() {
        var graph = SyntheticGraphs.small().graph();
        Participants participants =
                Participants.of(graph, IntStream.range(0, graph.nodes()).toArray());
        DisjointWalks walks = DisjointWalks.of(2, 10);
        Plan plan = Plans.fixed(walks, Clip.flat(0.5), 9, 8, DELTA);
        Plan exactly = plan.exact();
        Schedule exact = exactly.schedule(exactly.made(
                Sampler.Facts.of(participants),
                walks.draws(participants, Streams.seed(1).stream("sampler")),
                10,
                null));
        for (Schedule schedule : List.of(exact, plan.schedule(Sampler.Facts.of(participants), 10)))
            for (long done : new long[] {1, 4, 9}) {
                Event apart = new Event.Composed(
                        LongStream.range(0, done).mapToObj(schedule::event).toList());
                assertEquals(schedule.epsilon(apart), schedule.epsilon(schedule.spent(done)));
                assertEquals(
                        done == 9,
                        schedule.epsilon(apart) == schedule.provable().epsilon());
            }
        assertTrue(exact.provable().epsilon()
                < plan.schedule(Sampler.Facts.of(participants), 10).provable().epsilon());
        assertEquals(4, exact.deviation());
    }

    @Test
    void leaksMakeAPlanUnsoundAndAreNamed() {
        Schedule schedule = poisson()
                .leaking("The clip norm was measured on private gradients.")
                .steps(10)
                .multiplier(5)
                .delta(DELTA)
                .schedule(FACTS, 10);
        assertEquals(Verdict.UNSOUND, schedule.provable().verdict());
        assertTrue(schedule.provable().statement().contains("measured on private gradients"));
    }

    @Test
    void whatIsMissingOrWrongIsNamed() {
        assertThrows(IllegalArgumentException.class, () -> poisson().calibrated(-1, DELTA));
        assertThrows(IllegalArgumentException.class, () -> poisson().calibrated(Double.NaN, DELTA));
        assertThrows(IllegalArgumentException.class, () -> poisson().calibrated(1, 0));
        assertThrows(IllegalArgumentException.class, () -> poisson().multiplier(0));
        assertThrows(IllegalArgumentException.class, () -> poisson().steps(0));
        assertThrows(IllegalArgumentException.class, () -> Plan.of(null, Clip.flat(1), GaussianNoise.standard()));
        refused("say at which delta", poisson().steps(1));
        refused("a plan that finds its noise needs steps(count)", poisson().calibrated(1, DELTA));
        refused(
                "a plan that finds its noise must not be given a multiplier, was 2.0",
                poisson().steps(2).multiplier(2).calibrated(1, DELTA));
        refused("a plan that finds its steps needs multiplier(value)", poisson().within(1, DELTA));
        refused(
                "a plan that finds its steps must not be given them, was 2",
                poisson().steps(2).multiplier(2).within(1, DELTA));
        for (Plan half :
                List.of(poisson().steps(2).delta(DELTA), poisson().multiplier(2).delta(DELTA)))
            refused("give two of steps(count), multiplier(value) and a budget", half);
        refused("an exact plan is scheduled by its trainer", poisson().exact());
    }

    private static void refused(String why, Plan plan) {
        String said = assertThrows(IllegalStateException.class, () -> plan.schedule(FACTS, 10))
                .getMessage();
        assertTrue(said.contains(why), said);
    }

    @Test
    void aViewIsAskedForNoiseAndEpsilon() {
        TrainingView view = VIEW;
        Schedule schedule = poisson().steps(5).calibrated(2, DELTA).schedule(view, Mlp.of(4));
        assertEquals(
                schedule.multiplier(), poisson().steps(5).calibrated(2, DELTA).noise(view));
        assertEquals(
                schedule.provable().epsilon(),
                poisson().steps(5).calibrated(2, DELTA).epsilon(view));
        Plan whole = Plan.of(WholeGraph.of(), Clip.flat(1), DiscreteGaussianNoise.of(40))
                .accountant(RdpAccountant.standard())
                .steps(10)
                .calibrated(3, DELTA);
        for (Executable ask : List.<Executable>of(() -> whole.noise(view), () -> whole.epsilon(view))) {
            String said = assertThrows(IllegalStateException.class, ask).getMessage();
            assertTrue(said.contains("depends on the size of the network"), said);
        }
        assertEquals(10, whole.steps());
        assertTrue(whole.schedule(view, Mlp.of(4)).multiplier() > 0);
    }

    @Test
    void aDescriptionHasWhatWasGivenAndSaysWhatIsFound() {
        Map<String, Object> given =
                poisson().steps(3).multiplier(2).delta(DELTA).leaking("x").description();
        assertEquals(PoissonNodes.of(0.05).toString(), given.get("sampler"));
        assertEquals(Clip.flat(0.5).toString(), given.get("clip"));
        assertEquals(GaussianNoise.standard().name() + ", multiplier 2", given.get("noise"));
        assertEquals("3", given.get("steps"));
        assertEquals("", given.get("budget"));
        assertEquals("1e-5", given.get("delta"));
        assertEquals("the epsilon; plan.epsilon(view) says which", given.get("finds"));
        assertEquals("PLD", given.get("accountant"));
        assertEquals(List.of("x"), given.get("leaks"));
        PoissonNodes nodes = PoissonNodes.of(0.05);
        assertEquals(nodes.unit().words() + ", which " + nodes.relation().words(), given.get("protects"));
        Map<String, Object> noise = poisson().steps(3).calibrated(2, DELTA).description();
        assertEquals(GaussianNoise.standard().name(), noise.get("noise"));
        assertEquals("epsilon 2", noise.get("budget"));
        assertEquals("the least noise; plan.noise(view) says which", noise.get("finds"));
        Map<String, Object> steps = poisson().multiplier(1).within(2, DELTA).description();
        assertEquals("", steps.get("steps"));
        assertEquals("the most steps; plan.schedule(view, model) says how many", steps.get("finds"));
        AttackLimit limit = AttackLimit.advantage(0.25);
        assertEquals(
                "advantage 0.25",
                poisson().steps(1).calibrated(limit, DELTA).description().get("budget"));
        assertEquals("", poisson().description().get("delta"));
    }

    @Test
    void everyChoiceShowsInTheLine() {
        Plan plan = poisson().steps(3).multiplier(2).delta(DELTA);
        Set<String> lines = new HashSet<>(Set.of(plan.toString()));
        for (Plan other : new Plan[] {
            plan.steps(4),
            plan.multiplier(3),
            plan.delta(1e-6),
            plan.exact(),
            plan.leaking("x"),
            plan.accountant(RdpAccountant.standard()),
            plan.calibrated(1, DELTA),
            plan.calibrated(2, DELTA),
            plan.within(1, DELTA),
            plan.calibrated(AttackLimit.advantage(0.1), DELTA),
            plan.calibrated(AttackLimit.advantage(0.2), DELTA),
            plan.with(PoissonNodes.of(0.06), plan.clip()),
            plan.with(plan.sampler(), Clip.flat(1))
        }) assertTrue(lines.add(other.toString()), other.toString());
    }

    /** A guarantee says what it rests on besides a proof, and what nobody bounds. */
    @Test
    void statementsAndEventsThatNobodyBoundsAreNamed() {
        Schedule schedule = poisson().steps(5).multiplier(2).delta(DELTA).schedule(FACTS, 10);
        String words = "The two laws were computed by hand; see my notes.";
        Event stated = new StatedPair(words, List.of(0.75, 0.25), List.of(0.25, 0.75), 0);
        Guarantee given = schedule.guarantee(stated, List.of());
        assertEquals(Verdict.GIVEN, given.verdict());
        assertTrue(given.terms().remarks().contains("Stated by the user, and not proved here: " + words));
        assertTrue(given.terms().remarks().stream().noneMatch(r -> r.contains("No accountant")));
        Guarantee unbounded = schedule.guarantee(new Event.Unsupported("a sampler of tomorrow"), List.of());
        assertEquals(Verdict.UNSOUND, unbounded.verdict());
        assertTrue(unbounded
                .terms()
                .remarks()
                .contains("No accountant bounds this: nothing is proved for a sampler of tomorrow."));
        assertEquals(schedule.spent(5), schedule.spent());
    }
}
