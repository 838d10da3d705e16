package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Participants;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HeterPoisson;
import dpgnn.study.SingleExamples;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StarBatchTest {
    private static final RandomStream COINS = Streams.seed(1).stream("stars");
    private static Dataset data;
    private static Participants people;

    @BeforeAll
    static void read() throws Exception {
        data = NodeData.of("small", "rows");
        people = data.transductive(NodeData.split(data, 1)).participants();
    }

    private static StarBatch draw(HeterPoisson sampler, Participants among, long step) {
        Batch batch = new Batch();
        sampler.draws(among, COINS).draw(step, batch);
        return StarBatch.of(batch);
    }

    /** What notebook 10 shows of ten nodes holds on a larger graph: about M others a star, and no centre among them. */
    @Test
    void noCentreIsInAStarOfAnother() {
        for (double peripherals : new double[] {1, 2, 4}) {
            HeterPoisson sampler = HeterPoisson.of(0.25, peripherals);
            double members = 0, centres = 0, removed = 0;
            for (long t = 0; t < 20; t++) {
                StarBatch open = draw(sampler.unenforced(), people, t), stars = draw(sampler, people, t);
                Set<Integer> chosen = Arrays.stream(stars.centres()).boxed().collect(Collectors.toSet());
                assertTrue(Arrays.stream(stars.members()).noneMatch(chosen::contains));
                assertArrayEquals(open.centres(), stars.centres());
                members += stars.tails().length;
                centres += stars.centres().length;
                removed += open.without(stars).tails().length;
                assertEquals(
                        open.tails().length,
                        stars.tails().length + open.without(stars).tails().length);
            }
            assertTrue(members <= 1.1 * peripherals * centres, "about M others a star: " + members / centres);
            assertTrue(removed > 0, "the same coins without enforcement leave centres in stars");
        }
    }

    /** With the same coins a node that leaves moves the sum by its own gradient or by two clips for each star. */
    @Test
    void aNodeMovesTheSumByNoMoreThanItsStars() {
        Network network = HeterPoissonStudy.model("SAGE", "plain", 5)
                .network(data.features().width(), data.labels().classes());
        Parameters at = network.initial(Streams.seed(2).stream("init"));
        ExampleGradients of = ExampleGradients.of(network, data.features(), data.labels());
        int z = people.roots()[7], moves = 0;
        for (long t = 0; t < 30; t++) {
            StarBatch with = draw(HeterPoisson.of(0.3, 3), people, t);
            StarBatch without = draw(HeterPoisson.of(0.3, 3), people.without(z), t);
            double moved = SingleExamples.distance(with.sum(of, at, 0.5), without.sum(of, at, 0.5));
            boolean centre = Arrays.stream(with.centres()).anyMatch(v -> v == z);
            assertTrue(moved <= (centre ? 0.5 : with.stars(z)) + 1e-4, t + ": " + moved);
            assertEquals(0, without.stars(z));
            if (moved > 0.01) moves++;
        }
        assertTrue(moves > 3, "the node was drawn");
    }

    @Test
    void batchesOfOtherCentresAreNotCompared() {
        StarBatch one = draw(HeterPoisson.of(0.2, 1), people, 0), other = draw(HeterPoisson.of(0.2, 1), people, 1);
        String said = assertThrows(IllegalArgumentException.class, () -> one.without(other))
                .getMessage();
        assertTrue(said.contains("centres"), said);
        assertEquals(List.of(), Arrays.stream(one.without(one).tails()).boxed().toList());
    }
}
