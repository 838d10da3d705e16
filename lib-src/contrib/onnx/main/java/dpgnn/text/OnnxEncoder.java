package dpgnn.text;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A language model in the ONNX format, such as multilingual BERT, run by ONNX Runtime; both come by the Maven profile {@code onnx}.
 * As Igamberdiev and Habernal (2022) do it, a field is the mean of the last
 * layer over its tokens, and a document the mean over its fields; a document without any text is zero.
 *
 * <p><b>Guarantee.</b> The model was trained elsewhere and is public: a row depends on its own document alone.
 */
public final class OnnxEncoder implements TextEncoder, AutoCloseable {
    /** As many tokens as BERT has positions for. */
    private static final int MOST_TOKENS = 512;

    private final String name;
    private final WordPiece words;
    private final OrtEnvironment environment;
    private final OrtSession session;
    private final String output;
    private final int width;

    private OnnxEncoder(String name, WordPiece words, OrtEnvironment environment, OrtSession session)
            throws OrtException {
        this.name = name;
        this.words = words;
        this.environment = environment;
        this.session = session;
        for (String input : session.getInputNames())
            if (!List.of("input_ids", "attention_mask", "token_type_ids").contains(input))
                throw new IllegalArgumentException(name + " must take input_ids, attention_mask and token_type_ids, or"
                        + " some of them; it takes " + session.getInputNames());
        if (!session.getInputNames().contains("input_ids"))
            throw new IllegalArgumentException(name + " must take input_ids; it takes " + session.getInputNames());
        output = session.getOutputNames().contains("last_hidden_state")
                ? "last_hidden_state"
                : session.getOutputNames().iterator().next();
        width = width(session.getOutputInfo().get(output));
    }

    /**
     * @param model the .onnx file, exported with the last hidden state as an output
     * @param vocabulary the model's vocab.txt
     * @param cased whether the model tells capitals apart
     */
    public static OnnxEncoder read(Path model, Path vocabulary, boolean cased) throws IOException {
        for (Path file : List.of(model, vocabulary))
            if (!Files.isRegularFile(file))
                throw new IOException(
                        file + " is not there; export the model to ONNX and put it there with its vocab.txt");
        WordPiece words = WordPiece.read(vocabulary, cased);
        try {
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
                OrtSession session = environment.createSession(model.toString(), options);
                try {
                    return new OnnxEncoder(model.getFileName().toString(), words, environment, session);
                } catch (IllegalArgumentException | OrtException e) {
                    session.close();
                    throw e;
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        } catch (OrtException e) {
            throw new IOException(model + " is no model that ONNX Runtime can load: " + e.getMessage(), e);
        }
    }

    private int width(NodeInfo info) {
        if (info.getInfo() instanceof TensorInfo tensor) {
            long[] shape = tensor.getShape();
            if (shape.length == 3 && shape[2] > 0 && shape[2] <= Integer.MAX_VALUE) return (int) shape[2];
            throw new IllegalArgumentException("the output " + output + " of " + name
                    + " must have the shape [texts, tokens, a known width], had " + java.util.Arrays.toString(shape));
        }
        throw new IllegalArgumentException("the output " + output + " of " + name + " must be a tensor, was " + info);
    }

    @Override
    public String name() {
        return name + ", " + width + " numbers";
    }

    @Override
    public boolean readsOthers() {
        return false;
    }

    @Override
    public Features encode(List<List<String>> documents) {
        float[] rows = new float[Math.multiplyExact(documents.size(), width)];
        for (int d = 0; d < documents.size(); d++) {
            List<String> fields =
                    documents.get(d).stream().filter(f -> !f.isBlank()).toList();
            for (String field : fields) add(field, 1f / fields.size(), rows, d * width);
        }
        return DenseFeatures.of(documents.size(), width, rows);
    }

    /** One text at a time: no padding, so that a row cannot depend on what else is encoded. */
    private void add(String text, float share, float[] rows, int at) {
        long[] tokens = words.tokens(text, MOST_TOKENS);
        long[] ones = new long[tokens.length];
        java.util.Arrays.fill(ones, 1);
        Map<String, long[]> values =
                Map.of("input_ids", tokens, "attention_mask", ones, "token_type_ids", new long[tokens.length]);
        Map<String, OnnxTensor> inputs = new HashMap<>();
        try {
            for (String input : session.getInputNames())
                inputs.put(input, OnnxTensor.createTensor(environment, LongBuffer.wrap(values.get(input)), new long[] {
                    1, tokens.length
                }));
            try (OrtSession.Result result = session.run(inputs)) {
                float[][] states =
                        ((float[][][]) result.get(output).orElseThrow().getValue())[0];
                for (float[] state : states)
                    for (int k = 0; k < width; k++) rows[at + k] += share * state[k] / states.length;
            }
        } catch (OrtException e) {
            throw new IllegalStateException(name + " failed on a text of " + tokens.length + " tokens", e);
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(name + " could not be closed", e);
        }
    }
}
