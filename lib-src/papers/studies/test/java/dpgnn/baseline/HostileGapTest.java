package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.audit.OutputForm;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * GAP on graphs that differ in one node's row. Without a label the row reaches others by the hops alone, with one it is an example
 * too. With noise it may change numbers and nothing else; without, it is refused by its node.
 */
class HostileGapTest {
    private static final int TRAININGS = 6;
    private static final Gap GAP = Gap.of(Gap.Noise.PUBLISHED)
            .weighted()
            .with(Gap::degree, 4)
            .with(Gap::batch, 100)
            .with(Gap::epochs, 1);

    private final Dataset data = SyntheticGraphs.small();
    private final int nodes = data.graph().nodes();
    private final int z = hub();

    private int hub() {
        return IntStream.range(0, nodes)
                .reduce((a, b) -> data.graph().outDegree(b) > data.graph().outDegree(a) ? b : a)
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"NONE, false", "TRAIN, false", "NONE, true", "TRAIN, true"})
    @Extent.OneIn(4)
    void aRowChangesNumbersOnly(Split.Role role, boolean progressive) {
        Gap gap = GAP.with(Gap::progressive, progressive);
        Set<String> forms = OutputForm.of(TRAININGS, seed -> told -> trained(gap, data.features(), role, seed));
        assertEquals(1, forms.size(), forms.toString());
        assertFalse(forms.toString().contains("stopped by"), forms.toString());
        rows().forEach((name, row) -> {
            Features hostile = with(row);
            assertEquals(forms, OutputForm.of(TRAININGS, seed -> told -> trained(gap, hostile, role, seed)), name);
        });
    }

    @Test
    void withoutNoiseTheNodeIsNamed() throws Exception {
        Features hostile = with(rows().get("largest"));
        int refused = 0;
        for (int seed = 0; seed < TRAININGS; seed++)
            try {
                GapTraining.plain(GAP, Streams.seed(seed)).train(view(hostile, Split.Role.NONE));
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("feature (" + z + ","), e.getMessage());
                refused++;
            }
        assertTrue(refused > 0, "no encoder overflowed");
    }

    private String trained(Gap gap, Features features, Split.Role role, int seed) throws Exception {
        GapTraining.Fitted fitted = GapTraining.of(gap, 1, Streams.seed(seed)).train(view(features, role));
        float[] cached = new float[fitted.cached().width()];
        fitted.cached().copyRow(z, cached, 0);
        return "steps " + fitted.classifier().run().metric("steps")
                + Arrays.toString(fitted.classifier().parameters().toArray()) + Arrays.toString(cached);
    }

    private TrainingView view(Features features, Split.Role role) {
        Split.Role[] roles = new Split.Role[nodes];
        for (int v = 0; v < nodes; v++) roles[v] = v == z ? role : Split.Role.TRAIN;
        return new Dataset(data.graph(), features, data.labels(), data.provenance()).transductive(Split.byRole(roles));
    }

    private Features with(float[] row) {
        int width = data.features().width();
        float[] all = new float[nodes * width];
        for (int v = 0; v < nodes; v++) data.features().copyRow(v, all, v * width);
        System.arraycopy(row, 0, all, z * width, width);
        return DenseFeatures.of(nodes, width, all);
    }

    private Map<String, float[]> rows() {
        Map<String, float[]> rows = new LinkedHashMap<>();
        rows.put("largest", filled(i -> Float.MAX_VALUE));
        rows.put("least", filled(i -> -Float.MAX_VALUE));
        rows.put("alternating", filled(i -> i % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE));
        rows.put("subnormal", filled(i -> Float.MIN_VALUE));
        rows.put("zero", filled(i -> 0));
        return rows;
    }

    private float[] filled(java.util.function.IntToDoubleFunction value) {
        float[] row = new float[data.features().width()];
        for (int i = 0; i < row.length; i++) row[i] = (float) value.applyAsDouble(i);
        return row;
    }
}
