package dpgnn.notebook;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.DiscreteGaussianNoise;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.random.Streams;
import dpgnn.report.Display;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Plan;
import dpgnn.train.Schedule;
import dpgnn.train.Trained;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Values of the library show themselves as tables of two columns; a plan answers before it is used. */
class DescribedTest {
    private static final Dataset DATA = small();
    private static final TrainingView VIEW = DATA.transductive();
    private static final Plan PLAN = Plan.of(PoissonNodes.of(0.2), Clip.flat(1), GaussianNoise.standard());

    private static Dataset small() {
        try {
            return Datasets.load("small");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a reader sees of a value, by the first column. */
    private static Map<String, String> shown(Object value) {
        Map<String, String> mime = Display.render(value), rows = new LinkedHashMap<>();
        String text = mime.get("text/plain");
        for (String line : text.substring(text.indexOf("\n\n") + 1).strip().split("\n")) {
            if (line.startsWith(" ")) continue; // a line of the row above
            String[] cells = line.split("  +", 2);
            rows.put(cells[0], cells[1]);
            assertTrue(mime.get("text/html").contains(">" + cells[0] + "</th>"), line);
        }
        return rows;
    }

    @Test
    void valuesOfEveryKindAreTables() {
        assertEquals(Integer.toString(DATA.nodes()), shown(DATA).get("nodes"));
        assertEquals(Long.toString(DATA.graph().edges()), shown(DATA).get("edges"));
        assertFalse(shown(DATA).containsKey("leaks"), "what is empty is left out");
        assertEquals(
                Integer.toString(VIEW.participants().announcedRoots()),
                shown(VIEW).get("training nodes"));
        assertEquals("0.25", shown(HeterPoisson.of(0.25, 2)).get("rate"));
        assertEquals("HomeStars", shown(HomeStars.centresAlone(0.5)).get("sampler"));
        assertEquals("1.5", shown(new Event.Gaussian(1.5)).get("scale"));
        assertEquals(
                "flat",
                shown(PLAN.steps(3).multiplier(2).delta(1e-5))
                        .get("clip")
                        .substring(0, 4)
                        .toLowerCase());
        Batch batch = new Batch();
        PoissonNodes.of(0.5)
                .draws(VIEW.participants(), Streams.seed(1).stream("coins"))
                .draw(0, batch);
        assertEquals(Integer.toString(batch.examples()), shown(batch).get("examples"));
        assertEquals("1", shown(batch).get("rows of the largest example"));
    }

    @Test
    void aPlanTellsItsNoiseAndItsEpsilonBeforeATraining() {
        Plan aimed = PLAN.steps(20).calibrated(2, 1e-5);
        Plan given = PLAN.steps(20).multiplier(3).delta(1e-5);
        Trained trained = aimed.experiment(Mlp.of(4), 1).train(VIEW);
        assertEquals(trained.schedule().multiplier(), aimed.noise(VIEW));
        assertEquals(trained.guarantee().epsilon(), aimed.epsilon(VIEW));
        assertEquals(3, given.noise(VIEW));
        assertTrue(aimed.epsilon(VIEW) <= 2 && aimed.epsilon(VIEW) > 1.99, "was " + aimed.epsilon(VIEW));
        Schedule schedule = given.schedule(VIEW, Mlp.of(4));
        assertEquals(given.epsilon(VIEW), schedule.provable().epsilon());
        assertEquals("3.0", shown(schedule).get("noise multiplier"));
        assertEquals(shown(trained), shown(trained.run()));
        assertTrue(
                shown(trained).get("IDEAL").contains("differential privacy"),
                shown(trained).toString());
        assertTrue(shown(trained.guarantee()).get("verdict").startsWith("IDEAL: "));
        String first =
                "IDEAL: (" + shown(trained.guarantee()).get("epsilon") + ", 1e-5)-differential privacy for one node";
        Map<String, String> mime = Display.render(trained.guarantee());
        assertTrue(mime.get("text/plain").startsWith(first), mime.get("text/plain"));
        assertTrue(
                mime.get("text/html").startsWith("<p>" + first)
                        && mime.get("text/html").contains("<details><summary>"),
                mime.get("text/html"));
    }

    @Test
    void aNoiseThatDependsOnTheNetworkIsAskedWithIt() {
        Plan plan = Plan.of(PoissonNodes.of(0.2), Clip.flat(1), DiscreteGaussianNoise.of(20))
                .steps(2)
                .multiplier(3)
                .delta(1e-5);
        refused(IllegalStateException.class, () -> plan.epsilon(VIEW), "ask schedule(view, model)");
    }

    @Test
    void trainingsFitIntoLambdas() {
        Plan plan = PLAN.steps(2).multiplier(3).delta(1e-5);
        List<Double> epsilons = LongStream.rangeClosed(1, 2)
                .mapToObj(seed -> plan.experiment(Mlp.of(4), seed).train(VIEW))
                .map(trained -> trained.guarantee().epsilon())
                .toList();
        assertEquals(List.of(plan.epsilon(VIEW), plan.epsilon(VIEW)), epsilons);
    }
}
