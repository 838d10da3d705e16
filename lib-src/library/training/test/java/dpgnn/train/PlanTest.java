package dpgnn.train;

import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Refusals;
import dpgnn.graph.Participants;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.DiscreteGaussianNoise;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PlanTest {
    private static final Sampler.Facts FACTS = new Sampler.Facts(2000, 1000);
    private static final double DELTA = 1e-5;

    private static Plan poisson() {
        return Plan.of(PoissonNodes.of(0.05), Clip.flat(0.5), GaussianNoise.standard());
    }

    private static Guarantee provable(Plan plan) {
        return plan.delta(DELTA).schedule(FACTS, 10).provable();
    }

    @Test
    void calibrationMeetsItsBudgetFromTheSafeSide() {
        Schedule schedule = poisson().steps(100).calibrated(2, DELTA).schedule(FACTS, 10);
        assertTrue(schedule.provable().epsilon() <= 2);
        assertEquals(Verdict.IDEAL, schedule.provable().verdict());
        assertEquals(schedule.multiplier() * 0.5, schedule.deviation());
        double less = provable(poisson().steps(100).multiplier(schedule.multiplier() * 0.99))
                .epsilon();
        assertTrue(less > 2, "one per cent less noise must break the budget, gave " + less);
    }

    /** Where more is claimed than proved, the noise is that of the claim, and both are stated. */
    @Test
    void aPlanMayAimAtWhatIsClaimed() {
        Plan plan = Plan.of(HeterPoisson.of(0.01, 2), Clip.flat(0.5), GaussianNoise.standard())
                .steps(20);
        Schedule schedule = plan.claiming(2, DELTA).schedule(FACTS, 10);
        assertEquals(2, schedule.claimed().epsilon(), 2e-3);
        assertTrue(schedule.claimed().epsilon() <= 2);
        assertEquals(Verdict.CLAIMED, schedule.claimed().verdict());
        assertTrue(schedule.provable().epsilon() > 2, "the proof needs more noise");
        assertEquals(
                provable(plan.multiplier(schedule.multiplier())).epsilon(),
                schedule.provable().epsilon());
        double proved = plan.calibrated(2, DELTA).schedule(FACTS, 10).multiplier();
        assertTrue(schedule.multiplier() < 0.99 * proved);
        // no paper claims more than is proved
        Plan both = poisson().steps(100);
        assertEquals(
                both.calibrated(2, DELTA).schedule(FACTS, 10).multiplier(),
                both.claiming(2, DELTA).schedule(FACTS, 10).multiplier());
        Refusals.refused(() -> plan.claiming(0, DELTA), "epsilon");
        Plan open = Plan.of(PoissonNodes.of(0.05), Clip.noneNoPrivacy(1), GaussianNoise.standard());
        Refusals.refused(() -> open.steps(3).claiming(2, DELTA).schedule(FACTS, 10), "no epsilon to aim at");
    }

    @Test
    void stepsWithinABudgetAreTheMostThatFit() {
        Plan plan = poisson().multiplier(1.5);
        long most = plan.within(2, DELTA).schedule(FACTS, 10).steps();
        assertTrue(provable(plan.steps(most)).epsilon() <= 2);
        assertTrue(provable(plan.steps(most + 1)).epsilon() > 2);
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
        Plan small = poisson().multiplier(0.4).within(0.01, DELTA);
        Refusals.refused(() -> small.schedule(FACTS, 10), "one alone costs");
    }

    @Test
    void anAnswerThatMayBeLooseSaysSo() {
        Plan stars = Plan.of(HomeStars.of(0.1, 2), Clip.flat(0.5), GaussianNoise.standard());
        String said = "The exact epsilon is proved to lie between";
        String loose = provable(stars.steps(5).multiplier(5)).statement();
        String tight = provable(poisson().steps(5).multiplier(5)).statement();
        assertTrue(loose.contains(said), loose);
        assertTrue(tight.contains("Drawn by") && !tight.contains(said), tight);
    }

    @Test
    void partsThatDoNotFitDoNotBuild() {
        PoissonNodes nodes = PoissonNodes.of(0.05);
        assertRefused(Plan.of(nodes, Clip.flat(1), DiscreteGaussianNoise.of(20)), "sub-sampled discrete");
        assertRefused(Plan.of(nodes, Clip.noneNoPrivacy(1), GaussianNoise.standard()), "not clipped");
    }

    private static void assertRefused(Plan plan, String why) {
        Refusals.refused(() -> plan.steps(3).calibrated(1, DELTA).schedule(FACTS, 10), why);
        Guarantee open = provable(plan.steps(3).multiplier(1));
        assertEquals(Verdict.UNSOUND, open.verdict());
        assertTrue(Double.isInfinite(open.epsilon()));
    }

    @Test
    void discreteNoiseOnWholeGraphsIsAccountedByRenyi() {
        Schedule schedule = whole(DiscreteGaussianNoise.of(40)).schedule(FACTS, 1000);
        assertTrue(schedule.provable().epsilon() <= 3);
        Schedule continuous = whole(GaussianNoise.standard()).schedule(FACTS, 1000);
        assertEquals(continuous.multiplier(), schedule.multiplier(), 1e-3 * continuous.multiplier());
    }

    private static Plan whole(Noise noise) {
        return Plan.of(WholeGraph.of(), Clip.flat(1), noise)
                .accountant(RdpAccountant.standard())
                .steps(10)
                .calibrated(3, DELTA);
    }

    @Test
    void heterPoissonClaimsLessThanIsProved() {
        Schedule schedule = Plans.fixed(HeterPoisson.of(0.2, 1), Clip.flat(0.5), 5, 6, DELTA)
                .schedule(FACTS, 10);
        assertEquals(Verdict.CLAIMED, schedule.claimed().verdict());
        assertTrue(schedule.claimed().epsilon() < schedule.provable().epsilon());
    }

    @Test
    @Tag("nightly")
    void anExactPlanAffordsMoreStepsAndNeedsDraws() {
        int[] roots = IntStream.range(0, DATA.nodes()).filter(v -> v % 2 == 0).toArray();
        Participants participants = Participants.of(DATA.graph(), roots);
        Plan bound = Plan.of(WALKS, Clip.flat(1), GaussianNoise.standard())
                .multiplier(8)
                .within(4, DELTA);
        Sampler.Facts facts = Sampler.Facts.of(participants);
        assertThrows(IllegalStateException.class, () -> bound.exact().schedule(facts, 10));
        assertTrue(exactly(bound, participants).steps()
                >= bound.schedule(facts, 10).steps());
    }

    private static final DisjointWalks WALKS = DisjointWalks.of(2, 10);

    /** The schedule of walks that were drawn. */
    private static Schedule exactly(Plan plan, Participants participants) {
        Sampler.Draws draws = WALKS.draws(participants, Streams.seed(1).stream("sampler"));
        return plan.exact().schedule(plan.exact().made(Sampler.Facts.of(participants), draws, 10, null));
    }

    /** What is spent after some steps is what the steps' own events come to, also where they differ. */
    @Test
    void stepsAddUpToWhatIsSpent() {
        int[] all = IntStream.range(0, DATA.nodes()).toArray();
        Participants participants = Participants.of(DATA.graph(), all);
        Plan plan = Plans.fixed(WALKS, Clip.flat(0.5), 9, 8, DELTA);
        Schedule exact = exactly(plan, participants), bound = plan.schedule(Sampler.Facts.of(participants), 10);
        for (Schedule schedule : List.of(exact, bound))
            for (long done : new long[] {1, 4, 9}) {
                List<Event> apart =
                        LongStream.range(0, done).mapToObj(schedule::event).toList();
                double epsilon = schedule.epsilon(new Event.Composed(apart));
                assertEquals(epsilon, schedule.epsilon(schedule.spent(done)));
                assertEquals(done == 9, epsilon == schedule.provable().epsilon());
            }
        assertTrue(exact.provable().epsilon() < bound.provable().epsilon());
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
        // Also for events that are not those of the schedule, as after a run that lost steps.
        Event less = new Event.PoissonSampled(0.1, 2, Relation.ADD_REMOVE);
        for (List<String> more : List.of(List.<String>of(), List.of("Another leak.")))
            assertEquals(Verdict.UNSOUND, schedule.guarantee(less, more).verdict());
    }

    @Test
    void whatIsMissingOrWrongIsNamed() {
        Refusals.refused(() -> poisson().calibrated(-1, DELTA), "epsilon");
        Refusals.refused(() -> poisson().calibrated(Double.NaN, DELTA), "epsilon");
        Refusals.refused(() -> poisson().calibrated(1, 0), "delta");
        Refusals.refused(() -> poisson().multiplier(0), "multiplier");
        Refusals.refused(() -> poisson().steps(0), "steps");
        Refusals.refused(() -> Plan.of(null, Clip.flat(1), GaussianNoise.standard()), "sampler");
        Plan both = poisson().steps(2).multiplier(2);
        refused("say at which delta", poisson().steps(1));
        refused("a plan that finds its noise needs steps(count)", poisson().calibrated(1, DELTA));
        refused("that finds its noise must not be given a multiplier, was 2.0", both.calibrated(1, DELTA));
        refused("a plan that finds its steps needs multiplier(value)", poisson().within(1, DELTA));
        refused("a plan that finds its steps must not be given them, was 2", both.within(1, DELTA));
        for (Plan half :
                List.of(poisson().steps(2).delta(DELTA), poisson().multiplier(2).delta(DELTA)))
            refused("give two of steps(count), multiplier(value) and a budget", half);
        refused("an exact plan is scheduled by its trainer", poisson().exact());
    }

    private static void refused(String why, Plan plan) {
        Refusals.refused(IllegalStateException.class, () -> plan.schedule(FACTS, 10), why);
    }

    @Test
    void aViewIsAskedForNoiseAndEpsilon() {
        Plan plan = poisson().steps(5).calibrated(2, DELTA);
        Schedule schedule = plan.schedule(VIEW, Mlp.of(4));
        assertEquals(schedule.multiplier(), plan.noise(VIEW));
        assertEquals(schedule.provable().epsilon(), plan.epsilon(VIEW));
        Plan whole = whole(DiscreteGaussianNoise.of(40));
        for (Executable ask : List.<Executable>of(() -> whole.noise(VIEW), () -> whole.epsilon(VIEW)))
            Refusals.refused(IllegalStateException.class, ask, "depends on the size of the network");
        assertEquals(10, whole.steps());
        assertTrue(whole.schedule(VIEW, Mlp.of(4)).multiplier() > 0);
    }

    @Test
    void aDescriptionHasWhatWasGivenAndSaysWhatIsFound() {
        PoissonNodes nodes = PoissonNodes.of(0.05);
        Map<String, Object> given = Map.of(
                "sampler",
                nodes.toString(),
                "protects",
                nodes.unit().words() + ", which " + nodes.relation().words(),
                "clip",
                Clip.flat(0.5).toString(),
                "noise",
                GaussianNoise.standard().name() + ", multiplier 2",
                "steps",
                "3",
                "budget",
                "",
                "delta",
                "1e-5",
                "finds",
                "the epsilon; plan.epsilon(view) says which",
                "accountant",
                "PLD",
                "leaks",
                List.of("x"));
        assertEquals(
                given,
                poisson().steps(3).multiplier(2).delta(DELTA).leaking("x").description());
        Map<String, Object> noise = poisson().steps(3).calibrated(2, DELTA).description();
        assertEquals(GaussianNoise.standard().name(), noise.get("noise"));
        assertEquals("epsilon 2", noise.get("budget"));
        assertEquals("the least noise; plan.noise(view) says which", noise.get("finds"));
        Map<String, Object> steps = poisson().multiplier(1).within(2, DELTA).description();
        assertEquals("", steps.get("steps"));
        assertEquals("the most steps; plan.schedule(view, model) says how many", steps.get("finds"));
        Plan limited = poisson().steps(1).calibrated(AttackLimit.advantage(0.25), DELTA);
        assertEquals("advantage 0.25", limited.description().get("budget"));
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

    @Test
    void aDeltaThatProtectsNoNodeIsRemarkedOn() {
        String remark = "Delta is above one over the number of nodes, " + FACTS.nodes();
        for (double delta : new double[] {0.5, 1.01 / FACTS.nodes(), 0.99 / FACTS.nodes()}) {
            Schedule schedule = poisson().steps(2).multiplier(3).delta(delta).schedule(FACTS, 10);
            boolean large = delta > 1.0 / FACTS.nodes();
            assertEquals(large, schedule.provable().statement().contains(remark));
            assertEquals(large, schedule.description().containsKey("remark"));
        }
    }

    /** Not the event in full alone: the number of peripherals from which on the same plan has an epsilon. */
    @Test
    void theMostPeripheralsThatAreBoundedAreNamed() {
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> heter(1000).calibrated(4, DELTA).schedule(FACTS, 10))
                .getMessage();
        var most = java.util.regex.Pattern.compile("up to (\\d+) peripherals, were 1000.0")
                .matcher(said);
        assertTrue(most.find(), said);
        int found = Integer.parseInt(most.group(1));
        assertTrue(
                heter(found).calibrated(4, DELTA).schedule(FACTS, 10).provable().epsilon() <= 4);
        assertThrows(
                IllegalArgumentException.class,
                () -> heter(found + 1).calibrated(4, DELTA).schedule(FACTS, 10));
    }

    private static Plan heter(double peripherals) {
        return Plan.of(HeterPoisson.of(0.05, peripherals), Clip.flat(0.5), GaussianNoise.standard())
                .steps(3);
    }

    /** "Proved" is kept for what ran: a plan alone has never run. */
    @Test
    void aPlanIsNotCalledProved() {
        Map<String, Object> rows =
                poisson().steps(2).calibrated(3, DELTA).schedule(FACTS, 10).description();
        assertFalse(rows.containsKey("proved"), rows.toString());
        assertTrue(rows.get("guarantee").toString().endsWith(", IDEAL"), rows.toString());
    }

    @Test
    void aSplitWithoutTrainingNodesIsNamed() {
        Refusals.refused(
                () -> Sampler.Facts.of(dpgnn.graph.Participants.of(VIEW.graph())),
                "the split has no training node with a label");
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
        String nothing = "No accountant bounds this: nothing is proved for a sampler of tomorrow.";
        assertTrue(unbounded.terms().remarks().contains(nothing));
        assertEquals(schedule.spent(5), schedule.spent());
    }
}
