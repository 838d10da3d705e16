package dpgnn.graph.synthetic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import dpgnn.Extent.OneIn;
import dpgnn.graph.Dataset;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.MissingData;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.random.Streams;
import dpgnn.sampling.HomeStars;
import dpgnn.train.Evaluation;
import dpgnn.train.Plan;
import java.io.IOException;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stand-in is as hard to learn as the data that it stands in for: a GCN on home stars at epsilon 2, 20 epochs of lots of 512. */
class StandInAccuracyTest {
    private static final double POINTS = 5;

    @OneIn(6)
    @ParameterizedTest
    @ValueSource(strings = {"citeseer", "pubmed", "facebook-projected", "twitch-projected", "chameleon", "squirrel"})
    void aStandInIsAsHardAsTheRealSet(String name) throws IOException {
        Dataset real = null;
        try {
            real = Datasets.load(name);
        } catch (MissingData e) {
            abort(e.getMessage());
        }
        Dataset standIn = SyntheticGraphs.like(name.replace("-projected", ""));
        assertEquals(accuracy(real), accuracy(standIn), POINTS, name + ", accuracy in percent");
    }

    private static double accuracy(Dataset data) {
        return LongStream.of(1, 2, 3)
                .mapToDouble(seed -> accuracy(
                        Scaling.rows(
                                data, Scaling.Norm.L2, Math.sqrt(data.features().width())),
                        seed))
                .average()
                .orElseThrow();
    }

    private static double accuracy(Dataset data, long seed) {
        Streams streams = Streams.seed(seed);
        Split split = Split.random(data.nodes(), 0.75, 0, streams.stream("split"));
        int batches = (int) Math.max(4, Math.round(split.train().length / 512.0));
        Plan plan = Plan.of(HomeStars.of(1.0 / batches, 1), Clip.flat(1), GaussianNoise.standard())
                .steps(20L * batches)
                .calibrated(2, Math.pow(10, -Integer.toString(data.nodes()).length()));
        var trained = plan.experiment(Gcn.of(64), streams)
                .optimizer(() -> Adam.of(0.01))
                .train(data.transductive(split));
        return 100
                * Evaluation.stars(data.evaluation(split, Split.Role.TEST), 10, streams.stream("test"))
                        .of(trained)
                        .accuracy();
    }
}
