package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.DenseFeatures;
import dpgnn.nn.Gcn;
import dpgnn.nn.GradientContract;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.sampling.Batch;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Mistakes that were found in published code, made on purpose: the contract must reject each of them. */
class PlantedBugsTest {
    private static final Recipe RECIPE = Recipe.standardised(5);
    private static final Batch BATCH = SmallData.stars(2, 6);

    private static GradientContract contract(Kernels kernels) {
        return new GradientContract(DoubleOracle.Family.GCN, RECIPE, Gcn.of(RECIPE), SmallData.of(1), kernels);
    }

    private static void rejected(Kernels kernels) {
        assertDoesNotThrow(() -> contract(new HostKernels()).examplesDoNotMeet(BATCH, 0.5));
        assertThrows(AssertionError.class, () -> contract(kernels).examplesDoNotMeet(BATCH, 0.5));
        assertThrows(AssertionError.class, () -> contract(kernels).check(BATCH));
    }

    /** Kernels of which standardisation, forward and backward, sees another space. */
    private static Kernels standardisingOver(java.util.function.UnaryOperator<RowSet> other) {
        Kernels host = new HostKernels();
        return (Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(), new Class<?>[] {Kernels.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("standardise")) arguments[1] = other.apply((RowSet) arguments[1]);
                    if (method.getName().equals("standardiseBack")) arguments[2] = other.apply((RowSet) arguments[2]);
                    try {
                        return method.invoke(host, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void standardisingOverTheBatchIsCaught() {
        rejected(standardisingOver(space -> {
            RowSet whole = new RowSet();
            whole.begin(1);
            whole.endExample(space.rows());
            return whole;
        }));
    }

    /** Padding rows enter the mean and deviation: as zeros behind each example up to the longest of the batch. */
    @Test
    void paddingInsideANormIsCaught() {
        Kernels host = new HostKernels();
        rejected((Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(), new Class<?>[] {Kernels.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("standardise")) {
                        standardisePadded(
                                (HostMatrix) arguments[0], (RowSet) arguments[1], (HostMatrix) arguments[2], (double[])
                                        arguments[3]);
                        return null;
                    }
                    return method.invoke(host, arguments);
                }));
    }

    private static void standardisePadded(HostMatrix in, RowSet space, HostMatrix out, double[] deviation) {
        out.resize(in.rows());
        int longest = 0;
        for (int e = 0; e < space.examples; e++)
            longest = Math.max(longest, space.exampleStart[e + 1] - space.exampleStart[e]);
        int n = longest * in.columns();
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e] * in.columns();
            int to = space.exampleStart[e + 1] * in.columns();
            double mean = 0;
            for (int i = from; i < to; i++) mean += in.read()[i] / n;
            double squares = mean * mean * (n - (to - from));
            for (int i = from; i < to; i++) squares += Math.pow(in.read()[i] - mean, 2);
            deviation[e] = Math.sqrt(squares / (n - 1));
            for (int i = from; i < to; i++) out.write()[i] = (float) ((in.read()[i] - mean) / (deviation[e] + 1e-6));
        }
    }

    @Test
    void clippingEachTensorToTheWholeThresholdIsCaught() {
        SmallData data = SmallData.of(1);
        GradientContract contract = new GradientContract(
                DoubleOracle.Family.GCN, Recipe.layers(2, 5), Gcn.layers(2, 5), data, new HostKernels());
        assertDoesNotThrow(() -> contract.eachIsClipped(BATCH, 0.05));
        assertThrows(AssertionError.class, () -> contract.eachIsClipped(BATCH, 0.05, 0.05));
    }

    /** A removed node leaves no trace; one whose features are zeroed still counts in means and degrees. */
    @Test
    void rowsOfRemovedNodesAreCaught() {
        for (Model model : new Model[] {Gcn.of(5), Sage.of(5), Gcn.standardised(5)}) {
            Batch star = new Batch();
            star.beginExample();
            star.addRow(0);
            star.addSource(1);
            star.addSource(2);
            star.addRow(1);
            star.addRow(2);
            star.addTarget(0);
            float[] absent = sum(model, without(star, node -> node == 2), SmallData.of(1));
            float[] nulled = sum(model, star, zeroed(SmallData.of(1), 2));
            double distance = 0;
            for (int i = 0; i < absent.length; i++) distance += Math.pow(absent[i] - nulled[i], 2);
            assertTrue(Math.sqrt(distance) > 1e-3, model + " would treat a zeroed node as an absent one");
            assertTrue(
                    Arrays.equals(absent, sum(model, without(star, node -> node == 2), zeroed(SmallData.of(1), 2))),
                    model + " reads a node that is not in the batch");
        }
    }

    private static Batch without(Batch star, IntPredicate removed) {
        Batch pruned = new Batch();
        pruned.beginExample();
        int kept = 0;
        for (int r = 1; r < star.rows(); r++) if (!removed.test(star.node(r))) kept++;
        pruned.addRow(star.node(0));
        for (int k = 1; k <= kept; k++) pruned.addSource(k);
        for (int r = 1; r < star.rows(); r++) if (!removed.test(star.node(r))) pruned.addRow(star.node(r));
        pruned.addTarget(0);
        return pruned;
    }

    private static SmallData zeroed(SmallData data, int node) {
        return new SmallData(
                ((DenseFeatures) data.features()).withRow(node, new float[SmallData.WIDTH]), data.labels());
    }

    private static float[] sum(Model model, Batch batch, SmallData data) {
        Subject subject = Subject.of(model, data);
        return subject.sum(subject.on(new HostKernels()), batch, null, 10);
    }
}
