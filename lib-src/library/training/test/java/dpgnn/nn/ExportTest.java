package dpgnn.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.random.Streams;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profile onnx runs what is written here; its OnnxExportTest holds it against our own logits. */
class ExportTest {
    @TempDir
    Path folder;

    private static Export of(Model model) {
        return Export.of(model, model.network(3, 2).initial(Streams.seed(1).stream("init")));
    }

    @Test
    void theCodeForPytorchComputesTheNetwork() {
        Branch own = Branch.features().linear(4, Activation.RELU);
        Model model =
                own.aggregated(Aggregation.SYMMETRIC).plus(own.dropped(0.5)).classes("residual");
        assertEquals("""
                import torch
                import torch.nn.functional as F


                class Network(torch.nn.Module):
                    \"""residual. Weights: safetensors.torch.load_file(file).\"""

                    def __init__(self, weights):
                        super().__init__()
                        for name, value in weights.items():
                            self.register_parameter(name.replace(".", "_"), torch.nn.Parameter(value))

                    def forward(self, x, a):
                        \"""x: features; a[i, j] is 1 where node i reads from node j, else 0.\"""
                        h1 = x @ self.linear1_weight
                        h2 = h1 + self.linear1_bias
                        h3 = F.relu(h2)
                        h4 = a.sum(1, keepdim=True)
                        h5 = h4 + 1
                        h6 = torch.sqrt(h5)
                        h7 = h3 / h6
                        h8 = a @ h7
                        h9 = h8 + h7
                        h10 = h9 / h6
                        h11 = h10 + h3
                        h12 = h11 @ self.classes_weight
                        h13 = h12 + self.classes_bias
                        return h13
                """, of(model).pytorch());
        String attention = of(Gat.of(4, 2)).pytorch();
        assertTrue(attention.contains("h4 = h2[:, 0:2]") || attention.contains("[:, 0:2]"), attention);
        assertTrue(attention.contains("torch.softmax(") && attention.contains("F.leaky_relu("), attention);
    }

    @Test
    void anOnnxFileHasAllWeightsByName() throws Exception {
        Parameters at = Gcn.of(4).network(3, 2).initial(Streams.seed(1).stream("init"));
        Path file = folder.resolve("gcn.onnx");
        Export.of(Gcn.of(4), at).onnx(file);
        String raw = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (var slot : at.slots()) assertTrue(raw.contains(slot.name()), slot.name());
        assertTrue(raw.contains("MatMul") && raw.contains("logits"));
        assertTrue(Files.size(file) > 4L * at.size());
    }

    @Test
    void whatHasNoBranchesOrOtherWeightsIsRefused() {
        for (Model model : new Model[] {
            Gin.of(4),
            new HopMlps(1, 4),
            Gcn.standardised(4),
            Gcn.of(Recipe.of(4).withNormalisedLogits())
        }) {
            String message = assertThrows(IllegalArgumentException.class, () -> of(model))
                    .getMessage();
            assertTrue(message.contains("exported"), message);
        }
        Parameters one = Mlp.of(4).network(3, 2).initial(Streams.seed(1).stream("init"));
        Parameters two = Mlp.hidden(2, 4).network(3, 2).initial(Streams.seed(1).stream("init"));
        assertThrows(IllegalArgumentException.class, () -> Export.of(Mlp.of(4), two));
        assertThrows(IllegalArgumentException.class, () -> Export.of(Mlp.hidden(2, 4), one));
    }
}
