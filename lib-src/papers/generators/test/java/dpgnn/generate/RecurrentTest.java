package dpgnn.generate;

import static org.junit.jupiter.api.Assertions.*;

import dpgnn.generate.net.Gradients;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RecurrentTest {
    private final RandomStream coins = Streams.seed(8).stream("recurrent");
    private final Graph graph = Caves.caveman(4, 5);

    @Test
    void memoryOverThreeSteps() {
        WalkCritic critic = new WalkCritic(6, 4, 3, coins.fork("critic"));
        List<Matrix> walks = new ArrayList<>();
        for (int t = 0; t < 3; t++) walks.add(Matrix.normal(2, 6, coins));
        Matrix d = Matrix.of(2, 1, new double[] {0.7, -1.3});
        List<Matrix> slopes = critic.backward(critic.see(walks), d, true);
        java.util.function.DoubleSupplier loss = () -> {
            Matrix s = critic.see(walks).scores();
            return 0.7 * s.values()[0] - 1.3 * s.values()[1];
        };
        Gradients.check("critic", critic.parameters(), loss, 1e-6);
        for (int t = 0; t < 3; t++)
            Gradients.check("walk at " + t, walks.get(t).values(), slopes.get(t).values(), loss, 1e-6);
    }

    @Test
    void thePenaltysGradientGoesTwiceThroughTheCritic() {
        WalkCritic critic = new WalkCritic(6, 4, 3, coins.fork("critic"));
        List<Matrix> walks = new ArrayList<>();
        for (int t = 0; t < 3; t++) walks.add(Matrix.normal(2, 6, coins));
        critic.penalty(walks, 10);
        Gradients.checkLeft("penalty", critic.parameters(), () -> critic.penalty(walks, 10), 1e-5);
    }

    @Test
    void softChoicesOfTheWalkGenerator() {
        WalkGenerator generator = new WalkGenerator(5, 4, 3, coins.fork("generator"));
        // One step: choices are read back by nobody, so that soft choices have an ordinary derivative.
        Matrix d = Matrix.normal(2, 5, coins);
        java.util.function.DoubleSupplier loss = () -> {
            Matrix p =
                    generator.walk(2, 1, 2, Streams.seed(1).stream("w")).soft().get(0);
            double sum = 0;
            for (int i = 0; i < p.values().length; i++) sum += p.values()[i] * d.values()[i];
            return sum;
        };
        WalkGenerator.Walks w = generator.walk(2, 1, 2, Streams.seed(1).stream("w"));
        generator.backward(w, List.of(d));
        Gradients.check("generator", generator.parameters(), loss, 1e-6);
    }

    @Test
    void bothNetworksOfGraphRnn() {
        GraphRnn shape = new GraphRnn(2, 6, 4, 2, 1, 1, 0.01);
        GraphRnn.Net net = new GraphRnn.Net(shape, 3, coins.fork("net"));
        // Rows without links would sit on the kink of ReLU while biases are zero.
        for (NetParameter p : net.parameters())
            for (int i = 0; i < p.value.values().length; i++) p.value.values()[i] += 0.05 * coins.nextGaussian();
        List<Matrix> rows = new ArrayList<>();
        for (int b = 0; b < 2; b++) rows.add(BreadthFirst.of(graph, coins).rows(graph, 3));
        net.learn(rows);
        Gradients.checkLeft("GraphRNN", net.parameters(), () -> net.learn(rows), 1e-5);
    }

    @Test
    void graphRnnLearnsAPathByHeart() {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < 14; v++) edges.add(v - 1, v);
        Graph path = edges.undirected(14);
        var trained = new GraphRnn(1, 16, 8, 2, 160, 60, 0.02).train(path, Streams.seed(2));
        double[] losses = trained.losses();
        assertTrue(losses[losses.length - 1] < 0.5 * losses[0], losses[0] + " -> " + losses[losses.length - 1]);
        Graph made = trained.generate(Streams.seed(2).stream("graph"));
        assertEquals(14, made.nodes());
        assertTrue(made.maxInDegree() <= 5 && made.edges() >= 8 && made.edges() <= 20, made.toString());
        BreadthFirst order = BreadthFirst.of(path, coins);
        for (int t = 1; t < 14; t++) assertTrue(order.reach(path, t) <= 2);
    }

    @Test
    @Tag("nightly")
    void netGanComesNearerToItsGraphThanChance() {
        Graph caves = Caves.caveman(3, 5);
        var trained = new NetGan(6, 16, 16, 12, 10, 2, 500, 50, 0.6, 0.02).train(caves, Streams.seed(4));
        double chance = caves.edges() / (15 * 14 / 2.0);
        double mean = 0;
        for (int k = 0; k < 5; k++) {
            Graph made = trained.generate(Streams.seed(k).stream("graph"));
            assertEquals(caves.edges(), made.edges(), 2);
            mean += NetGan.overlap(caves, made) / 5;
        }
        assertTrue(mean > 1.4 * chance, mean + " against " + chance);
        assertTrue(trained.iterations() <= 500);
    }
}
