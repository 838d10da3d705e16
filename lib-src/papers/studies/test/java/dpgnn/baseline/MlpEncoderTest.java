package dpgnn.baseline;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Labels;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Mlp;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.SmallData;
import dpgnn.nn.kernel.Activation;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class MlpEncoderTest {
    private static final int NODES = 9;
    private static final int WIDTH = 12;

    @Test
    void hiddenRowsAreThoseOfTheClassifierBeforeItsHead() {
        RandomStream stream = Streams.seed(4).stream("data");
        float[] values = new float[NODES * WIDTH];
        for (int i = 0; i < values.length; i++) values[i] = (float) stream.nextGaussian();
        DenseFeatures features = DenseFeatures.of(NODES, WIDTH, values);
        Labels labels = Labels.single(3, new int[] {0, 1, 2, 0, 1, 2, 0, 1, 2});
        Mlp model = Mlp.of(Recipe.of(6).withHops(0).withDense(2).withActivation(Activation.SELU));
        Network whole = model.network(WIDTH, 3);
        Parameters trained = whole.initial(Streams.seed(8).stream("init"));
        DenseFeatures hidden = DenseFeatures.of(NODES, 6, MlpEncoder.values(model, trained, features));
        Network head = Mlp.of(Recipe.of(6).withHops(0)).network(6, 3);
        Parameters onlyHead = head.initial(Streams.seed(8).stream("init"));
        float[] all = trained.toArray();
        float[] last = new float[head.size()];
        System.arraycopy(all, all.length - last.length, last, 0, last.length);
        onlyHead.write(last);
        assertArrayEquals(
                ExampleGradients.of(whole, features, labels).logits(trained, SmallData.rows(0, 3, 5)),
                ExampleGradients.of(head, hidden, labels).logits(onlyHead, SmallData.rows(0, 3, 5)),
                1e-5f);
        refused(() -> MlpEncoder.values(Mlp.hidden(0, 6), trained, features));
    }
}
