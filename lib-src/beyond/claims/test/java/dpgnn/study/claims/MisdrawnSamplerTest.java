package dpgnn.study.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A planted fault differs from the sampler it is planted in by the fault alone. */
class MisdrawnSamplerTest {
    private static final Participants PEOPLE = people();
    private static final Sampler.Facts FACTS = Sampler.Facts.of(PEOPLE);

    private static Participants people() {
        try {
            return ClaimsBench.of("small").part(1).view().participants();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                HeterPoisson.of(0.1, 2),
                HomeStars.of(0.1, 2),
                PoissonNodes.of(0.1),
                BoundedDegree.nodes(3, 1, 40),
                DisjointWalks.of(1, 40),
                GraphSplit.of(4));
    }

    /** Each example as nodes, sources and targets, counted from its own first row. */
    private static List<List<List<Integer>>> drawn(Sampler sampler, int steps) {
        Sampler.Draws draws = sampler.draws(PEOPLE, Streams.seed(9).stream("draws"));
        List<List<List<Integer>>> all = new ArrayList<>();
        Batch batch = new Batch();
        for (int step = 0; step < steps; step++) {
            draws.draw(step, batch);
            for (int e = 0; e < batch.examples(); e++) {
                int first = batch.exampleStart(e);
                List<List<Integer>> example = new ArrayList<>();
                for (int r = first; r < batch.exampleStart(e + 1); r++) {
                    List<Integer> row = new ArrayList<>(List.of(batch.node(r)));
                    for (int k = batch.edgeStart(r); k < batch.edgeStart(r + 1); k++) row.add(batch.source(k) - first);
                    example.add(row);
                }
                List<Integer> targets = new ArrayList<>();
                for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++)
                    targets.add(batch.target(k) - first);
                example.add(targets);
                all.add(example);
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void withoutAFaultItDrawsTheSame(Sampler sampler) {
        List<List<List<Integer>>> honest = drawn(sampler, 3);
        assertTrue(honest.size() >= 3, "few examples show little: " + honest.size());
        assertEquals(honest, drawn(MisdrawnSampler.of(sampler, sampler), 3));
        assertEquals(
                honest,
                drawn(MisdrawnSampler.of(sampler, (from, e, people, into) -> MisdrawnSampler.copy(from, e, into)), 3));
    }

    /** Whatever it draws, it says what the sampler says that it is planted in. */
    @ParameterizedTest
    @MethodSource("samplers")
    void itSaysWhatTheOtherSays(Sampler sampler) {
        MisdrawnSampler faulty = MisdrawnSampler.of(sampler, PoissonNodes.of(0.9));
        assertEquals(sampler.unit(), faulty.unit());
        assertEquals(sampler.relation(), faulty.relation());
        assertEquals(sampler.relations(), faulty.relations());
        assertEquals(sampler.assumptions(), faulty.assumptions());
        assertEquals(sampler.expectedExamples(FACTS), faulty.expectedExamples(FACTS));
        assertEquals(sampler.event(FACTS, 2), faulty.event(FACTS, 2));
        assertEquals(sampler.claimed(FACTS, 2), faulty.claimed(FACTS, 2));
        assertEquals(drawn(PoissonNodes.of(0.9), 1), drawn(faulty, 1));
        assertNotEquals(drawn(sampler, 1), drawn(faulty, 1));
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void twiceIsEveryExampleTwice(Sampler sampler) {
        List<List<List<Integer>>> doubled = new ArrayList<>();
        for (List<List<Integer>> example : drawn(sampler, 2)) doubled.addAll(List.of(example, example));
        assertEquals(doubled, drawn(MisdrawnSampler.of(sampler, PlantedFaults::twice), 2));
    }

    /** A shared hub is one more row, which the first reads; all else stays. */
    @ParameterizedTest
    @MethodSource("samplers")
    void aSharedHubIsOneMoreRow(Sampler sampler) {
        List<List<List<Integer>>> honest = drawn(sampler, 2),
                shared = drawn(MisdrawnSampler.of(sampler, PlantedFaults::shared), 2);
        assertEquals(honest.size(), shared.size());
        for (int e = 0; e < honest.size(); e++) {
            int rows = honest.get(e).size() - 1;
            List<List<Integer>> rest = new ArrayList<>(shared.get(e));
            List<Integer> hub = rest.remove(rows), first = new ArrayList<>(rest.get(0));
            assertEquals(rows, first.remove(first.size() - 1), "the first row reads the last");
            rest.set(0, first);
            assertEquals(honest.get(e), rest);
            int root = first.get(0);
            for (int k = 0; k < PEOPLE.graph().inDegree(root); k++)
                assertTrue(PEOPLE.outDegree(hub.get(0))
                        >= PEOPLE.outDegree(PEOPLE.graph().inNeighbour(root, k)));
        }
    }
}
