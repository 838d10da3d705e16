package dpgnn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxEncoderTest {
    private static final float[][] TABLE = {{0, 0}, {1, 10}, {2, 20}, {4, 40}, {8, 80}, {16, 160}};

    @TempDir
    Path folder;

    private Path vocabulary;

    @BeforeEach
    void vocabulary() throws IOException {
        vocabulary = Files.writeString(folder.resolve("vocab.txt"), "[PAD]\n[UNK]\n[CLS]\n[SEP]\nmacka\npes\n");
    }

    private Path model(float[][] table, String... inputs) throws IOException {
        return Files.write(folder.resolve("model.onnx"), TinyModel.lookUp(table, inputs));
    }

    /** [CLS] and [SEP] are 2 and 4, macka is 8, pes is 16. */
    @ParameterizedTest
    @ValueSource(strings = {"input_ids", "input_ids attention_mask", "input_ids attention_mask token_type_ids"})
    void aFieldIsTheMeanOfItsTokensAndADocumentThatOfItsFields(String inputs) throws IOException {
        try (OnnxEncoder encoder = OnnxEncoder.read(model(TABLE, inputs.split(" ")), vocabulary, true)) {
            Features rows = encoder.encode(
                    List.of(List.of("macka", "", "pes pes"), List.of("  "), List.of("neznámy"), List.of("macka")));
            float[] row = new float[2];
            float first = (2 + 8 + 4) / 3f;
            float second = (2 + 16 + 16 + 4) / 4f;
            float[] expected = {(first + second) / 2, 0, (2 + 1 + 4) / 3f, first};
            for (int d = 0; d < 4; d++) {
                rows.copyRow(d, row, 0);
                assertArrayEquals(new float[] {expected[d], 10 * expected[d]}, row, 1e-4f, "document " + d);
            }
            assertFalse(encoder.readsOthers());
            assertEquals("model.onnx, 2 numbers", encoder.name());
        }
    }

    @Test
    void aModelThatTakesSomethingElseIsRefused() throws IOException {
        Path other = model(TABLE, "input_ids", "pixels");
        assertTrue(assertThrows(IOException.class, () -> OnnxEncoder.read(other, vocabulary, true))
                .getMessage()
                .contains("pixels"));
    }

    @Test
    void aFileThatIsNoModelIsNamed() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.onnx"), "not a model");
        assertTrue(assertThrows(IOException.class, () -> OnnxEncoder.read(broken, vocabulary, true))
                .getMessage()
                .contains("broken.onnx"));
        Path absent = folder.resolve("absent.onnx");
        assertTrue(assertThrows(IOException.class, () -> OnnxEncoder.read(absent, vocabulary, true))
                .getMessage()
                .contains("export the model"));
    }
}
