package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Mlp;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Budget.Neighbours;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Budgets that add epsilons and deltas, budgets of a list of plans, and what is counted beside what. */
class BudgetWaysTest {
    private static final int STEPS = 4;
    private static final double DELTA = 1e-5;
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), STEPS, 3, DELTA);
    private static final Neighbours NODE = new Neighbours(Unit.NODE, Relation.ADD_REMOVE);

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("private-budget.json");
    }

    private Budget sums(double epsilon, double delta) {
        return Budget.at(file(), epsilon, delta).bySums();
    }

    private Trainer release(String name, Plan plan, Budget budget) {
        return plan.release(Mlp.of(2)).budget(budget).checkpoint(folder.resolve(name), 2);
    }

    private String full(String name, Plan plan, Budget budget, String... words) {
        return refused(
                IllegalStateException.class, () -> release(name, plan, budget).train(VIEW), words);
    }

    private static String broken(Trainer trainer, String... words) {
        return refused(UncheckedIOException.class, () -> trainer.train(VIEW), words);
    }

    private long charges() throws IOException {
        return Files.readAllLines(file()).stream()
                .filter(line -> line.contains("INTENT"))
                .count();
    }

    private static Budget.Charge charge(int run, Event event, double delta, Neighbours of) {
        return new Budget.Charge("run " + run, 1, 1, new Budget.Spending(event, 0, delta), of, "data");
    }

    private static double pld(Event event, double delta) {
        return PldAccountant.standard().epsilon(event, delta * (1 - DeltaReserve.SHARE));
    }

    /** The epsilon of each release is PLD's at its delta; the sums are exact, and one unit in the last place too much is too much. */
    @Test
    void sumsAreExactAndAreRefusedOneUlpAboveTheLimit() throws Exception {
        double[] scales = {1.7, 2.9, 4.3}, deltas = {1e-6, 3e-6, 7e-6};
        BigDecimal epsilon = BigDecimal.ZERO;
        for (int i = 0; i < scales.length; i++)
            epsilon = epsilon.add(new BigDecimal(pld(new Event.Gaussian(scales[i]), deltas[i])));
        double enough = epsilon.doubleValue(), enoughDelta = 1.1e-5;
        if (new BigDecimal(enough).compareTo(epsilon) < 0) enough = Math.nextUp(enough);
        double[][] limits = {
            {enough, enoughDelta}, {Math.nextDown(enough), enoughDelta}, {enough, Math.nextDown(enoughDelta)}
        };
        for (int l = 0; l < limits.length; l++) {
            Budget budget = Budget.at(folder.resolve("private-" + l), limits[l][0], limits[l][1])
                    .bySums();
            for (int i = 0; i < 2; i++)
                budget.charge(charge(i, new Event.Gaussian(scales[i]), deltas[i], NODE), 0, false);
            Budget.Charge last = charge(2, new Event.Gaussian(scales[2]), deltas[2], NODE);
            if (l == 0) {
                budget.charge(last, 0, false);
                assertEquals(enough, budget.used());
                assertEquals(new BigDecimal(enough).subtract(epsilon).doubleValue(), budget.left());
                Budget.Charge more = charge(3, new Event.Gaussian(1e6), 1e-300, NODE);
                refused(IllegalArgumentException.class, () -> budget.charge(more, 0, false), "delta must be in");
            } else {
                double used = budget.used();
                String said = refused(IllegalStateException.class, () -> budget.charge(last, 0, false), "has no room");
                assertTrue(said.contains("left are epsilon " + budget.left() + " and delta "), said);
                assertEquals(used, budget.used(), "a refusal spends nothing");
            }
        }
        Budget half = Budget.at(folder.resolve("private-half"), 8, 1e-4).bySums();
        half.charge(charge(0, new Event.Gaussian(3), 5e-5, NODE), 0, false);
        assertEquals(8 - half.used(), half.left(), 1e-12);
    }

    /** HeterPoisson, whose Rényi divergence nothing bounds, and single rows that hide the same, chosen one after another. */
    @Test
    void releasesOfAnySamplerAreAdded() throws Exception {
        Plan stars = Plans.within(HeterPoisson.of(0.25, 1), Clip.flat(0.5), STEPS, 4, DELTA);
        Budget budget = sums(10, 4 * DELTA);
        Trained one = release("one", stars, budget).train(VIEW);
        release("two", stars, budget).train(VIEW);
        assertTrue(budget.used() > 7.9 && budget.used() <= 8, "used " + budget.used());
        full("three", stars, budget, "has no room", "it costs epsilon");
        double before = budget.used();
        Trained rows = release("rows", PLAN, budget).train(VIEW);
        assertEquals(before + PLAN.epsilon(VIEW), budget.used(), 1e-12, "counted: a row that is removed takes no part");
        assertEquals(3, charges());
        String said = rows.guarantee().statement();
        assertTrue(said.contains("Charged to a budget of epsilon 10.0 at delta 4.0E-5, by sums, number "), said);
        assertTrue(
                said.contains("The budget counts one node with its features, its label and all its edges, which takes"
                        + " part or not."),
                said);
        assertFalse(one.guarantee().statement().contains("The budget counts"), "it is of the same relation");
    }

    @Test
    void aFileComposesAsItWasMadeTo() throws Exception {
        Budget renyi = Budget.at(file(), 8, 1e-4);
        Budget[] ways = {renyi, renyi.bySums(), renyi.forPlans(PLAN.schedule(VIEW, Mlp.of(2)))};
        for (int made = 0; made < ways.length; made++) {
            Files.deleteIfExists(file());
            release("made" + made, PLAN, ways[made]).train(VIEW);
            for (int opened = 0; opened < ways.length; opened++) {
                if (opened == made) continue;
                Budget other = ways[opened];
                broken(
                        release("in" + made + opened, PLAN, other),
                        "was made to compose by",
                        "is chosen when it is made");
                refused(IOException.class, other::used, "was made to compose by");
                refused(UncheckedIOException.class, other::description, "was made to compose by");
            }
            assertEquals(1, charges());
        }
        // What files of Rényi divergences have held all along, and nothing else.
        Files.delete(file());
        release("old", PLAN, renyi).train(VIEW);
        List<String> lines = Files.readAllLines(file());
        Matcher facts =
                Pattern.compile("[{,]\"([a-z]+)\":\"").matcher(lines.get(0).replaceFirst(".*\"facts\":", ""));
        assertEquals(
                List.of("budget", "data", "filter", "notice", "number", "relation", "unit", "hash"),
                facts.results().map(found -> found.group(1)).toList());
        assertTrue(lines.get(0).contains("\"budget\":\"a budget of epsilon 8.0 at delta 1.0E-4\""), lines.get(0));
        assertTrue(lines.get(0).contains("\"filter\":\"RDP filter 1 ["), lines.get(0));
        assertTrue(lines.get(1).contains("\"facts\":{\"run\":\""), lines.get(1));
        assertFalse(lines.get(1).contains("epsilon") || lines.get(1).contains("stated"), lines.get(1));
    }

    /** What is listed runs in any order, once each, and is bounded by the distribution of all together. */
    @Test
    void aListOfPlansIsComposedByTheDistributionOfAll() throws Exception {
        Plan other = Plans.fixed(HomeStars.of(0.1, 1), Clip.flat(0.5), STEPS, 4, DELTA);
        Schedule one = PLAN.schedule(VIEW, Mlp.of(2)), two = other.schedule(VIEW, Mlp.of(2));
        double all = pld(new Event.Composed(List.of(one.spent(), two.spent(), one.spent())), DELTA);
        Budget empty = Budget.at(file(), all, DELTA);
        Budget budget = empty.forPlans(one, two, one);
        release("one", PLAN, budget).train(VIEW);
        assertEquals(pld(one.spent(), DELTA), budget.used(), 1e-9);
        full("unlisted", PLAN.multiplier(4), budget, "not among the 2 of 3 plans");
        release("two", other, empty.forPlans(two, one, one)).train(VIEW);
        release("three", PLAN, budget).train(VIEW);
        assertEquals(all, budget.used(), 1e-9);
        full("four", PLAN, budget, "not among the 0 of 3 plans");
        release("three", PLAN, budget).train(VIEW);
        assertEquals(3, charges());
        Schedule weak = PLAN.multiplier(5).schedule(VIEW, Mlp.of(2));
        broken(release("five", PLAN, empty.forPlans(one, two, weak)), "differs in list");
        refused(
                () -> Budget.at(file(), Math.nextDown(all), DELTA).forPlans(one, two, one),
                "together, at delta 1.0E-5, must be at most that of the budget");
        refused(() -> empty.forPlans(), "how many plans a list has");
        Schedule walks = Plans.fixed(DisjointWalks.of(2, 4), Clip.flat(0.5), 1, 40, DELTA)
                .schedule(VIEW, Mlp.of(2));
        refused(
                () -> empty.forPlans(one, walks),
                "must hide the same",
                "features and the label",
                "is added or removed");
        // An event that is listed for one unit is not counted for another.
        Budget single = Budget.at(folder.resolve("private-single"), 8, DELTA).forPlans(one);
        Budget.Charge foreign = charge(
                1, one.spent(), DELTA, new Neighbours(Unit.EDGE, Relation.ADD_REMOVE, Set.of(Relation.ADD_REMOVE)));
        refused(IOException.class, () -> single.charge(foreign, 0, false), "no theorem here");
    }

    /** Of one unit and another change: counted where the sampler's event is proved for it, refused with the reason otherwise. */
    @Test
    void anotherRelationIsCountedWhereATheoremConvertsItAndElseRefused() throws Exception {
        Plan stars = Plans.fixed(HomeStars.of(0.1, 1), Clip.flat(0.5), STEPS, 8, DELTA);
        Budget rows = Budget.at(file(), 8, 1e-4);
        release("rows", PLAN, rows).train(VIEW);
        broken(
                release("stars", stars, rows),
                "hides one node with its features, its label and all its edges, which takes part or not",
                "counts one node with its features, its label and all its edges, which is added or removed",
                "nobody would add up",
                "against(Relation.PARTICIPATION)");
        release("again", PLAN.against(Relation.PARTICIPATION), rows).train(VIEW);
        assertEquals(2, charges());
        Budget both = Budget.at(folder.resolve("private-both"), 8, 1e-4);
        Trained first =
                release("part", PLAN.against(Relation.PARTICIPATION), both).train(VIEW);
        assertFalse(first.guarantee().statement().contains("The budget counts"));
        release("stars", stars, both).train(VIEW);
        Trained third = release("rows too", PLAN, both).train(VIEW);
        assertTrue(third.guarantee().statement().contains("The budget counts one node with its"), "stated for removal");
        assertEquals(3, both.runs().size());
        assertEquals(pld(both.total(), 1e-4), both.used(), both.used(), "both are composed");
        assertTrue(both.used() > pld(both.total(), 1e-4), "used " + both.used());
    }

    /** Two removals make a replacement: twice the epsilon, and (1 + e^epsilon) times the delta. */
    @Test
    void bySumsTwoChangesMakeAnother() throws Exception {
        Neighbours replaced = new Neighbours(Unit.FEATURE, Relation.REPLACE);
        Neighbours part = new Neighbours(Unit.NODE, Relation.PARTICIPATION);
        Event event = new Event.Gaussian(5);
        double one = pld(event, DELTA), more = (1 + Math.exp(one)) * DELTA;
        for (Neighbours removed : List.of(NODE, part)) {
            Budget budget = Budget.at(folder.resolve("private-" + removed.relation()), 8, 1e-3)
                    .bySums();
            budget.charge(charge(1, event, DELTA, replaced), 0, false);
            budget.charge(charge(2, event, DELTA, removed), 0, false);
            assertEquals(3 * one, budget.used(), 1e-12);
            String delta = (String) budget.description().get("used");
            assertTrue(delta.contains("delta " + dpgnn.base.Rounded.up(more + DELTA)), delta);
            Budget small = Budget.at(folder.resolve("private-small" + removed.relation()), 8, more)
                    .bySums();
            small.charge(charge(1, event, 1e-12, replaced), 0, false);
            Budget.Charge second = charge(2, event, DELTA, removed);
            refused(
                    IllegalStateException.class,
                    () -> small.charge(second, 0, false),
                    "has no room",
                    "costs epsilon " + 2 * one);
        }
        // Walks of a node whose edges differ are no two changes of one that takes part or not.
        Budget nodes = Budget.at(folder.resolve("private-nodes"), 8, 1e-3).bySums();
        nodes.charge(charge(1, event, DELTA, new Neighbours(Unit.NODE, Relation.REPLACE)), 0, false);
        nodes.charge(charge(2, event, DELTA, NODE), 0, false);
        assertEquals(3 * one, nodes.used(), 1e-12);
        refused(IOException.class, () -> nodes.charge(charge(3, event, DELTA, part), 0, false), "no theorem here");
        Budget renyi = Budget.at(folder.resolve("private-renyi"), 8, 1e-3);
        renyi.charge(charge(1, event, DELTA, replaced), 0, false);
        renyi.charge(charge(2, event, DELTA, new Neighbours(Unit.NODE, Relation.REPLACE)), 0, false);
        Budget.Charge twice = charge(3, event, DELTA, NODE);
        refused(IllegalStateException.class, () -> renyi.charge(twice, 0, false), "nothing adds up two changes");
        Budget.Charge edge = charge(4, event, DELTA, new Neighbours(Unit.EDGE, Relation.ADD_REMOVE));
        refused(
                IOException.class,
                () -> renyi.charge(edge, 0, false),
                "one edge (the set of nodes is public)",
                "no theorem here");
    }

    @Test
    void aReleaseBySumsThatIsKilledIsChargedOnce() throws Exception {
        Budget budget = sums(8, 10 * DELTA);
        Path whole = folder.resolve("whole"), killed = folder.resolve("killed");
        release("whole", PLAN, budget)
                .listen(ResumeTest.killedAfter(2, whole, killed))
                .train(VIEW);
        double used = budget.used();
        List<String> lines = Files.readAllLines(file());
        assertEquals(3, lines.size(), "header, charge, end");
        // Killed between the charge and the first step, and after the second.
        for (boolean early : new boolean[] {true, false}) {
            Path again = folder.resolve("again" + early);
            ResumeTest.asKilled(killed, again);
            Path ledger = again.resolve("ledger.jsonl");
            if (early) Files.deleteIfExists(again.resolve(Checkpoint.FILE));
            if (early) Files.write(ledger, Files.readAllLines(ledger).subList(0, 1));
            Files.write(file(), lines.subList(0, 2));
            release(again.getFileName().toString(), PLAN, budget).train(VIEW);
            assertEquals(used, budget.used(), "not charged again");
            assertEquals(1, charges());
        }
        // Cut, changed and exchanged lines.
        release("second", PLAN, budget).train(VIEW);
        lines = Files.readAllLines(file());
        Files.write(file(), lines.subList(0, 3));
        broken(release("second", PLAN, budget), "was cut short or replaced");
        Files.write(file(), lines);
        List<String> forged = new ArrayList<>(lines);
        forged.set(1, lines.get(1).replaceFirst("\"epsilon\":\"[0-9.]+\"", "\"epsilon\":\"0.001\""));
        assertFalse(forged.equals(lines));
        Files.write(file(), forged);
        broken(release("third", PLAN, budget), "is refused: line 2");
        forged.set(1, lines.get(3));
        Files.write(file(), forged);
        broken(release("fourth", PLAN, budget), "is refused: line 2");
    }

    /** For another process: releases from a line of input on, again and again, until the budget has no room. */
    public static final class Spending {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            if (System.in.read() < 0) return;
            for (int i = 0; i < 20; i++) {
                Budget budget = Budget.at(folder.resolve("private-budget.json"), Double.parseDouble(args[2]), 5 * DELTA)
                        .bySums();
                try {
                    PLAN.release(Mlp.of(2))
                            .budget(budget)
                            .checkpoint(folder.resolve(args[1] + i), 2)
                            .train(VIEW);
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                    return;
                }
                System.out.println("released");
            }
        }
    }

    /** By two processes and by threads: as many as epsilon and delta have room for, and no more. */
    @Test
    @Tag("nightly")
    void releasesAtTheSameTimeAreAddedOnce() throws Exception {
        double epsilon = 5.5 * PLAN.epsilon(VIEW);
        List<Process> children = new ArrayList<>();
        int done = 0;
        try {
            for (String name : List.of("here", "there"))
                children.add(ChildJvm.of(Spending.class, folder.toString(), name, Double.toString(epsilon))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
            for (Process child : children) {
                child.getOutputStream().write('\n');
                child.getOutputStream().close();
            }
            for (Process child : children) {
                List<String> said = child.inputReader().lines().toList();
                assertTrue(said.get(said.size() - 1).contains("has no room for this release"), said.toString());
                assertEquals(0, child.waitFor());
                done += said.size() - 1;
            }
        } finally {
            for (Process child : children) child.destroyForcibly();
        }
        assertEquals(5, done);
        assertEquals(5, charges());
        assertEquals(5 * PLAN.epsilon(VIEW), sums(epsilon, 5 * DELTA).used(), 1e-12);
        AtomicInteger fit = new AtomicInteger(), refused = new AtomicInteger();
        Budget budget =
                Budget.at(folder.resolve("private-threads"), epsilon, 3 * DELTA).bySums();
        List<Thread> threads = Stream.of("a", "b", "c", "d", "e")
                .map(name -> new Thread(() -> {
                    try {
                        release("thread" + name, PLAN, budget).train(VIEW);
                        fit.incrementAndGet();
                    } catch (IllegalStateException e) {
                        if (e.getMessage().contains("has no room")) refused.incrementAndGet();
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        assertEquals(3, fit.get());
        assertEquals(2, refused.get());
    }

    /** A selection has no privacy-loss distribution here: its epsilon is that of its Rényi divergences. */
    @Test
    void aSelectionIsAddedWithTheEpsilonOfItsGuarantee() throws Exception {
        Budget budget = sums(20, 2 * DELTA);
        PrivateSelection selection = PrivateSelection.of(PrivateSelection.Candidate.of("one", Mlp.of(2), PLAN))
                .by(HoldoutCount.of(SmallTraining.HELD, 4))
                .times(RunCount.poisson(2))
                .budget(budget);
        String said =
                selection.release(VIEW).map(c -> c.guarantee().statement()).orElse(", by sums, number ");
        assertTrue(said.contains(", by sums, number "), said);
        double epsilon = RdpAccountant.standard().epsilon(budget.total(), DELTA * (1 - DeltaReserve.SHARE));
        assertEquals(epsilon, budget.used(), 1e-9);
        assertTrue(epsilon > PLAN.epsilon(VIEW), "it is more than one training");
    }

    /** It is within a budget of its own, which is added once, before its first step, whatever it takes of it. */
    @Test
    void aSteeredTrainingIsAddedOnceWithTheBudgetThatItStaysWithin() throws Exception {
        Plan steered = Plans.within(PoissonNodes.of(0.2), Clip.flat(0.5), 20, 3, DELTA);
        Budget budget = sums(7, 3 * DELTA);
        try (AdaptiveTraining training = AdaptiveTraining.of(release("steered", steered, budget), VIEW)) {
            assertFalse(Files.exists(file()), "nothing is added before a step");
            training.take(1);
            assertEquals(3, budget.used());
            training.multiplier(20);
            training.take(2);
        }
        release("plan", PLAN, budget).train(VIEW);
        double used = budget.used();
        assertEquals(3 + pld(PLAN.schedule(VIEW, Mlp.of(2)).spent(), DELTA), used, 1e-12);
        try (AdaptiveTraining training = AdaptiveTraining.of(release("steered", steered, budget), VIEW)) {
            training.take(2);
            String said = training.end().guarantee().statement();
            assertTrue(said.contains("Charged to a budget of epsilon 7.0 at delta " + 3 * DELTA + ", by sums"), said);
        }
        assertEquals(used, budget.used());
        assertEquals(4, charges());
        Budget small = Budget.at(folder.resolve("private-small"), Math.nextDown(3.0), DELTA)
                .bySums();
        try (AdaptiveTraining training = AdaptiveTraining.of(release("small", steered, small), VIEW)) {
            refused(IllegalStateException.class, () -> training.take(1), "it costs epsilon 3.0 at delta 1.0E-5");
        }
    }

    /** What a later sampler hides is what counts, not what the first one hid. */
    @Test
    void aSteeredTrainingThatHidesLessThanWhatTheBudgetCountsIsRefused() throws Exception {
        Plan part =
                Plans.within(PoissonNodes.of(0.2), Clip.flat(0.5), 20, 3, DELTA).against(Relation.PARTICIPATION);
        for (Budget budget : List.of(sums(12, 6 * DELTA), Budget.at(folder.resolve("private-renyi"), 12, 6 * DELTA))) {
            String name = "of " + budget.path().getFileName();
            release("first " + name, PLAN.against(Relation.ADD_REMOVE), budget).train(VIEW);
            try (AdaptiveTraining training = AdaptiveTraining.of(release(name, part, budget), VIEW)) {
                training.take(1);
                training.multiplier(200);
                training.sampler(HomeStars.of(0.2, 2));
                refused(UncheckedIOException.class, () -> training.take(1), "no theorem here turns");
            }
        }
        // Two changes of a row make up one of its replacement: the second sampler would need twice what was added.
        var rows = new Budget.Spending(new Event.Gaussian(9), 0, DELTA, 2);
        Budget twice = Budget.at(folder.resolve("private-twice"), 9, 9 * DELTA).bySums();
        twice.charge(new Budget.Charge("one", 1, 1, rows, both(Relation.REPLACE), "data"), 0, false);
        twice.charge(new Budget.Charge("one", 2, 2, rows, both(Relation.REPLACE), "data"), 1, false);
        assertEquals(2, twice.used());
        refused(
                IllegalStateException.class,
                () -> twice.charge(new Budget.Charge("one", 3, 3, rows, NODE, "data"), 2, false),
                "what follows hides less",
                "4.0 would be needed");
    }

    private static Neighbours both(Relation relation) {
        return new Neighbours(Unit.NODE, relation, Set.of(Relation.REPLACE, Relation.ADD_REMOVE));
    }

    /** What a budget shows, and what a plan would cost, before it is trained. */
    @Test
    void aBudgetShowsWhatIsUsedAndWhatAPlanWouldCost() throws Exception {
        Schedule stars = Plans.within(HeterPoisson.of(0.25, 1), Clip.flat(0.5), STEPS, 4, DELTA)
                .schedule(VIEW, Mlp.of(2));
        Schedule rows = PLAN.schedule(VIEW, Mlp.of(2));
        Budget budget = sums(6, 3 * DELTA);
        assertEquals("what the first release hides", budget.description().get("counts"));
        assertEquals("0, and delta 0", budget.description().get("used"));
        assertFalse(Files.exists(file()), "asking makes no file");
        Budget.Costs costs = budget.costs(stars);
        assertTrue(costs.here().startsWith("fits: with it epsilon "), costs.here());
        assertEquals(pld(stars.spent(), DELTA), costs.epsilon());
        assertEquals(DELTA, costs.delta());
        assertEquals(pld(stars.spent(), 3 * DELTA), costs.list(), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, costs.renyi());
        assertEquals("nothing bounds them", costs.description().get("alone, by Rényi divergences"));
        release("one", stars.plan(), budget).train(VIEW);
        assertTrue(
                budget.costs(stars).here().startsWith("no room: it costs epsilon "),
                budget.costs(stars).here());
        Budget.Costs of = budget.costs(rows);
        assertTrue(of.here().startsWith("fits: "), of.here());
        Budget fresh = Budget.at(folder.resolve("private-fresh"), 6, 3 * DELTA);
        assertTrue(of.renyi() > of.list() && of.list() > 0, of.toString());
        release("alone", PLAN, fresh).train(VIEW);
        assertEquals(fresh.used(), of.renyi(), "alone, by Rényi divergences");
        var rowsShown = budget.description();
        assertEquals("by sums", rowsShown.get("composed"));
        assertEquals("1", rowsShown.get("releases"));
        assertTrue(rowsShown.get("used").toString().endsWith(", and delta 1e-5"), rowsShown.toString());
        assertTrue(rowsShown.get("left").toString().endsWith(", and delta 2e-5"), rowsShown.toString());
        assertTrue(rowsShown.get("counts").toString().contains("takes part or not"), rowsShown.toString());
        Schedule walks = Plans.fixed(DisjointWalks.of(2, 4), Clip.flat(0.5), 1, 40, DELTA)
                .schedule(VIEW, Mlp.of(2));
        assertTrue(
                budget.costs(walks).here().contains("nobody would add up"),
                budget.costs(walks).here());
        Budget other = Budget.at(file(), 7, 3 * DELTA).bySums();
        refused(IOException.class, other::left, "differs in budget");
    }

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)\\.of\\(([^)]*)\\)` \\| (.*) \\|$");

    /** Each row of the page is measured: what one release and two of them use of a budget, each way. */
    @Test
    void thePageSaysWhatEachWayCosts() throws Exception {
        String page = Files.readString(Path.of("docs/verdicts.md"));
        Matcher row = ROW.matcher(page);
        List<String> said = new ArrayList<>(), measured = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY, most = 0;
        while (row.find()) {
            double[] given = Arrays.stream(row.group(2).split(", "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            Sampler sampler =
                    switch (row.group(1)) {
                        case "PoissonNodes" -> PoissonNodes.of(given[0]);
                        case "HomeStars" -> HomeStars.of(given[0], (int) given[1]);
                        case "HeterPoisson" -> HeterPoisson.of(given[0], (int) given[1]);
                        default -> throw new AssertionError("no such sampler in this test: " + row.group());
                    };
            Plan plan = Plans.within(sampler, Clip.flat(0.5), 50, 1, 1e-5);
            Event one = plan.schedule(VIEW, Mlp.of(2)).spent(), two = new Event.Composed(List.of(one, one));
            Budget budget = Budget.at(folder.resolve("private-page"), 8, 2e-5);
            Budget.Costs alone = budget.costs(planned(one, plan)), both = budget.costs(planned(two, plan));
            boolean bounded = Double.isFinite(alone.renyi());
            if (bounded) least = Math.min(least, Math.min(alone.renyi() / alone.list(), both.renyi() / both.list()));
            if (bounded) most = Math.max(most, Math.max(alone.renyi() / alone.list(), both.renyi() / both.list()));
            said.add(row.group());
            measured.add("| `" + row.group(1) + ".of(" + row.group(2) + ")` | "
                    + Stream.of(alone.renyi(), alone.list(), both.renyi(), 2 * alone.epsilon(), both.list())
                            .map(BudgetWaysTest::rounded)
                            .collect(Collectors.joining(" | "))
                    + " |");
        }
        assertEquals(String.join("\n", measured), String.join("\n", said));
        assertEquals(5, said.size(), "rows of the table");
        String words =
                new BigDecimal(least).setScale(1, java.math.RoundingMode.FLOOR) + " to " + rounded(most) + " times";
        assertTrue(page.replaceAll("\\s+", " ").contains(words), () -> "docs/verdicts.md should say: " + words);
    }

    private static Budget.Planned planned(Event event, Plan plan) {
        return new Budget.Planned() {
            @Override
            public Budget.Spending spending() {
                return new Budget.Spending(event, 0, 1e-5);
            }

            @Override
            public Neighbours neighbours() {
                return plan.neighbours();
            }
        };
    }

    private static String rounded(double value) {
        return Double.isInfinite(value)
                ? "none"
                : new BigDecimal(value)
                        .setScale(1, java.math.RoundingMode.CEILING)
                        .toPlainString();
    }
}
