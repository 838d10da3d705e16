package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lemma 19 of docs/proofs.md: nodes j with two out-neighbours, of which one is z and the other a root of j's own. */
class RealRemovalTest {
    private static final int MANY = 400;
    private static final double RATE = 0.3;

    private static Participants world(boolean removed) {
        Graph graph = Graph.directed(1 + 2 * MANY, edges -> {
            for (int j = 1; j <= MANY; j++) {
                edges.edge(j, MANY + j);
                if (!removed) edges.edge(j, 0);
            }
        });
        int[] roots = IntStream.rangeClosed(1 + MANY, 2 * MANY).toArray();
        return Participants.of(graph, roots);
    }

    /** The mean, over steps, of a sum to which each star adds 1 if it has its node j and takes 1 off if not. */
    private static double score(Sampler sampler, Participants world) {
        Sampler.Draws draws = sampler.draws(world, Streams.seed(3).stream("sampler"));
        Batch batch = new Batch();
        int steps = 40;
        double sum = 0;
        for (int t = 0; t < steps; t++) {
            draws.draw(t, batch);
            for (int e = 0; e < batch.examples(); e++) {
                int root = batch.node(batch.exampleStart(e));
                sum += Examples.contains(batch, e, root - MANY) ? 1 : -1;
            }
        }
        return sum / steps;
    }

    @Test
    void removingTheEdgesToANodeShowsMoreThanItsPart() {
        for (Sampler sampler : List.of(HomeStars.of(RATE, 1), HeterPoisson.of(RATE, 1))) {
            double with = score(sampler, world(false));
            assertEquals(with, score(sampler, world(false).without(0)), 0.0, "taking part or not changes nothing here");
            double apart = score(sampler, world(true)) - with;
            double computed = MANY * RATE * (1 - RATE);
            assertEquals(computed, apart, 12);

            // a threshold in the middle, in noise, by Chebyshev's inequality: far beyond what is stated for taking part
            double multiplier = 5;
            double error = 4 * (MANY * RATE + multiplier * multiplier) / (computed * computed);
            double epsilon = PldAccountant.standard()
                    .epsilon(sampler.event(new Sampler.Facts(1 + 2 * MANY, MANY), multiplier), 0.01);
            assertTrue(1 - error > Math.exp(epsilon) * error + 0.01, sampler + ": " + error + ", " + epsilon);
        }
    }
}
