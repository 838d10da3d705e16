package dpgnn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.Branch;
import dpgnn.nn.Export;
import dpgnn.nn.Gat;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.random.Streams;
import dpgnn.train.Evaluation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What onnxruntime makes of an exported network is what the network makes of the whole graph. */
class OnnxExportTest {
    @TempDir
    Path folder;

    private static List<Model> models() {
        Branch x = Branch.features();
        Branch one = x.aggregated(Aggregation.MEAN).linear(6, Activation.SELU);
        Branch two = one.aggregated(Aggregation.SUM).linear(6, Activation.TANH);
        Branch own = x.linear(6, Activation.IDENTITY).activated(Activation.ELU).dropped(0.5);
        return List.of(
                two.plus(own).normalised().beside(one).classes("jumping"),
                own.attended(3).plus(own).attended(1).classes("attending"),
                Gat.layers(2, 8, 2),
                Gcn.of(8),
                Gcn.layers(2, 8),
                Sage.of(Recipe.encoded(8)),
                Sage.of(Recipe.of(8).withDense(1)),
                Mlp.hidden(2, 8));
    }

    @Test
    void onnxruntimeGivesTheSameLogits() throws Exception {
        Dataset data = SyntheticGraphs.small();
        int nodes = data.nodes();
        Split split = Split.random(nodes, 0.5, 0, Streams.seed(1).stream("split"));
        float[][] x = new float[nodes][data.features().width()], a = new float[nodes][nodes];
        for (int v = 0; v < nodes; v++) {
            data.features().copyRow(v, x[v], 0);
            for (int u : data.graph().inNeighbours(v)) a[v][u] = 1;
        }
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        for (Model model : models()) {
            Network network =
                    model.network(data.features().width(), data.labels().classes());
            Parameters at = network.initial(Streams.seed(3).stream("init"));
            Evaluation whole = Evaluation.wholeGraph(data.evaluation(split, Split.Role.TEST));
            float[] logits = whole.logits(network, at);
            Path file = folder.resolve("network.onnx");
            Export.of(model, at).onnx(file);
            try (OrtSession session = environment.createSession(file.toString());
                    OnnxTensor rows = OnnxTensor.createTensor(environment, x);
                    OnnxTensor edges = OnnxTensor.createTensor(environment, a);
                    OrtSession.Result result = session.run(
                            session.getInputNames().contains("a")
                                    ? Map.of("x", rows, "a", edges)
                                    : Map.of("x", rows))) {
                float[][] seen = (float[][]) result.get("logits").orElseThrow().getValue();
                float largest = 0;
                float[] asked = new float[logits.length];
                for (int k = 0; k < logits.length; k++) {
                    asked[k] = seen[whole.nodes()[k / network.classes()]][k % network.classes()];
                    largest = Math.max(largest, Math.abs(logits[k]));
                }
                assertTrue(largest > 0.1, model.name());
                assertArrayEquals(logits, asked, 1e-6f * Math.max(1, largest), model.name());
            }
        }
    }
}
