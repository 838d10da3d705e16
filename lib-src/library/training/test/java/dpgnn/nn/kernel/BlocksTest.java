package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.GradientContract;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.nn.layer.NonFinite;
import dpgnn.sampling.Batch;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch in blocks, on several threads: the same sum, the same bits, and little memory. */
class BlocksTest {
    private static final List<Model> MODELS = List.of(
            Gcn.of(5),
            Gin.layers(2, 5),
            Sage.standardised(9),
            Gcn.standardised(5),
            Mlp.of(5),
            Gcn.of(Recipe.layers(2, 5).withNormalisedLogits()));

    /** Host kernels that take so many examples at once. */
    private static Kernels kernels(int atOnce, boolean threads) {
        Kernels host = new HostKernels();
        return (Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(), new Class<?>[] {Kernels.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("examplesAtOnce")) return atOnce;
                    if (method.getName().equals("another")) return threads ? kernels(atOnce, true) : null;
                    try {
                        return method.invoke(host, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private record Sum(double loss, float[] gradient, double[] norms, float[] logits) {}

    private static Sum sum(Model model, Kernels kernels, Batch batch, double... thresholds) {
        Subject subject = Subject.of(model, SmallData.of(1));
        ExampleGradients gradients = subject.on(kernels);
        float[] into = new float[subject.network().size()];
        double loss = gradients.clippedSum(subject.at(), batch, thresholds, null, into);
        return new Sum(loss, into, gradients.norms(), gradients.logits(subject.at(), batch));
    }

    @Test
    void blocksGiveTheSameSum() {
        for (Model model : MODELS)
            for (Batch batch : List.of(SmallData.stars(2, 29), SmallData.paths(3, 23), SmallData.rings(4, 2, 20))) {
                Sum whole = sum(model, kernels(1000, false), batch, 0.1);
                for (int atOnce : new int[] {1, 2, 7}) {
                    Sum parts = sum(model, kernels(atOnce, false), batch, 0.1);
                    GradientContract.close(GradientContract.widened(whole.gradient), parts.gradient, model.name());
                    assertEquals(whole.loss, parts.loss, 1e-6 * Math.abs(whole.loss));
                    for (int e = 0; e < whole.norms.length; e++)
                        assertEquals(whole.norms[e], parts.norms[e], 1e-6 * whole.norms[e]);
                    for (int i = 0; i < whole.logits.length; i++)
                        assertEquals(whole.logits[i], parts.logits[i], 1e-5 * (1 + Math.abs(whole.logits[i])));
                }
            }
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        String before = System.setProperty("dpgnn.threads", "3");
        try {
            for (Model model : MODELS) {
                Batch batch = SmallData.stars(2, 60);
                Sum one = sum(model, kernels(3, false), batch, 0.1);
                for (int i = 0; i < 5; i++) {
                    Sum several = sum(model, kernels(3, true), batch, 0.1);
                    assertArrayEquals(one.gradient, several.gradient);
                    assertEquals(one.loss, several.loss);
                    assertArrayEquals(one.norms, several.norms);
                }
            }
        } finally {
            if (before == null) System.clearProperty("dpgnn.threads");
            else System.setProperty("dpgnn.threads", before);
        }
    }

    @Test
    void aFailureInAnyBlockStopsTheStepAndNamesTheExamplesOfTheBatch() {
        Batch batch = SmallData.paths(3, 30);
        Subject subject = Subject.of(Gcn.layers(2, 5), SmallData.huge(batch.node(batch.exampleStart(22))));
        SmallData.change(subject.at(), v -> v * 100);
        for (boolean threads : new boolean[] {false, true}) {
            System.setProperty("dpgnn.threads", threads ? "2" : "1");
            ExampleGradients gradients = subject.on(kernels(1, threads));
            NonFinite stopped =
                    assertThrows(NonFinite.class, () -> subject.sum(gradients, batch, null, Double.POSITIVE_INFINITY));
            int named = stopped.firstExample();
            boolean holds = false;
            for (int r = batch.exampleStart(named); r < batch.exampleStart(named + 1); r++)
                holds |= batch.node(r) == batch.node(batch.exampleStart(22));
            assertTrue(holds, "example " + named + " does not hold the broken node");
        }
        System.clearProperty("dpgnn.threads");
    }

    /** What a step leaves to the collector does not grow with parameters times examples, nor do its own matrices. */
    @Test
    void aStepAllocatesNothingOfTheSizeOfItsGradients() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long small = allocated(threads, 1024, 32);
        long moreExamples = allocated(threads, 4096, 32);
        // With blocks any wider, vectors are in use, which are objects until they are compiled.
        long moreParameters = allocated(threads, 1024, 127);
        long gradients =
                1024L * Gcn.of(32).network(SmallData.WIDTH, SmallData.CLASSES).size() * Float.BYTES;
        assertTrue(small < 50_000, "a step allocated " + small + " bytes");
        assertTrue(small < gradients / 10, small + " bytes against gradients of " + gradients);
        assertTrue(moreExamples < 4 * small + 10_000, "four times the examples: " + moreExamples + " after " + small);
        assertTrue(moreParameters < small + 10_000, "four times the width: " + moreParameters + " after " + small);
    }

    private static long allocated(com.sun.management.ThreadMXBean threads, int examples, int width) {
        Subject subject = Subject.of(Gcn.of(width), SmallData.of(1));
        ExampleGradients gradients = subject.on(kernels(512, false));
        Parameters at = subject.at();
        float[] into = new float[at.size()];
        Batch batch = SmallData.stars(2, examples);
        double[] threshold = {0.1};
        for (int i = 0; i < 3; i++) gradients.clippedSum(at, batch, threshold, null, into);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < 4; i++) gradients.clippedSum(at, batch, threshold, null, into);
        return (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / 4;
    }
}
