package dpgnn.nn.device;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Backend;
import dpgnn.nn.DeviceSteps;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.Sgd;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.Locale;

/**
 * Checks the device that {@code -Ddpgnn.device} names against the host, and measures it, for environment/gpu. The first argument is how
 * many examples a batch has, the others are sizes: inputs, hidden units and classes. Ends with 1 where something is wrong.
 */
public final class DeviceCheck {
    private static final int NODES = 20_000;
    private static final double[] CLIP = {0.5};

    private final Backend backend = Backend.found();
    private final int examples;
    private boolean wrong;

    private DeviceCheck(int examples) {
        this.examples = examples;
    }

    public static void main(String[] arguments) {
        DeviceCheck check = new DeviceCheck(Integer.parseInt(arguments[0]));
        System.out.println(check.backend.sentence());
        if (!check.backend.isDevice()) System.exit(1);
        KernelErrors errors = new KernelErrors(check.backend);
        System.out.println("\n| kernel | shapes | worst relative error against doubles |\n| --- | --- | --- |");
        errors.all().forEach(System.out::println);
        check.wrong |= errors.tooLarge();
        System.out.println(
                "\n| inputs, hidden, classes | off by | weights equal bit for bit | memory, estimated | memory, used | step | host |"
                        + "\n| --- | --- | --- | --- | --- | --- | --- |");
        for (int i = 1; i < arguments.length; i++)
            check.size(Arrays.stream(arguments[i].split(","))
                    .mapToInt(Integer::parseInt)
                    .toArray());
        System.out.println(check.wrong ? "\nSomething is WRONG on this device." : "\nAll is right on this device.");
        System.exit(check.wrong ? 1 : 0);
    }

    private void size(int[] n) {
        Case here = new Case(n, examples);
        giveBack();
        double[] memory = new double[2];
        double device = here.milliseconds(backend.kernels(), memory);
        double off = here.off(new HostKernels(), backend.kernels());
        wrong |= !(off < 1e-4);
        int[] equal = here.equal(new ExactKernels(), backend.exactKernels());
        wrong |= equal[0] != equal[1];
        double host = here.milliseconds(new HostKernels(), null);
        System.out.printf(
                Locale.ROOT,
                "| %d, %d, %d | %.1e | %d of %d | %.1f MB | %.1f MB | %.2f ms | %.2f ms |%n",
                n[0],
                n[1],
                n[2],
                off,
                equal[0],
                equal[1],
                memory[0] / 1e6,
                memory[1] / 1e6,
                device,
                host);
    }

    /** What nobody holds any more is not this size's. */
    private static void giveBack() {
        for (int same = 0; same < 5; ) {
            long before = DeviceMemory.used();
            System.gc();
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            same = DeviceMemory.used() < before ? 0 : same + 1;
        }
    }

    /** A network, its data and two batches of one size. */
    private static final class Case {
        final Network network;
        final Features features;
        final Labels labels;
        final Batch[] batches = new Batch[2];

        Case(int[] n, int examples) {
            RandomStream stream = Streams.seed(1).stream("data");
            float[] values = new float[NODES * n[0]];
            for (int i = 0; i < values.length; i++) values[i] = (float) (2 * stream.nextDouble() - 1);
            features = DenseFeatures.of(NODES, n[0], values);
            int[] classes = new int[NODES];
            for (int i = 0; i < NODES; i++) classes[i] = stream.nextInt(n[2]);
            labels = Labels.single(n[2], classes);
            network = Sage.of(Recipe.of(n[1]).withDense(1)).network(n[0], n[2]);
            for (int b = 0; b < 2; b++) batches[b] = stars(examples, stream);
        }

        private static Batch stars(int count, RandomStream stream) {
            Batch batch = new Batch();
            for (int e = 0; e < count; e++) {
                batch.beginExample();
                int root = batch.addRow(stream.nextInt(NODES));
                batch.addSource(root + 1);
                batch.addSource(root + 2);
                batch.addRow(stream.nextInt(NODES));
                batch.addRow(stream.nextInt(NODES));
                batch.addTarget(root);
            }
            return batch;
        }

        private ExampleGradients gradients(Kernels kernels) {
            return ExampleGradients.of(network, features, labels, kernels);
        }

        private Parameters initial() {
            return network.initial(Streams.seed(1).stream("init"));
        }

        /** The largest difference of a clipped sum, as a share of its norm. */
        double off(Kernels one, Kernels other) {
            float[] a = new float[network.size()];
            float[] b = new float[network.size()];
            gradients(one).clippedSum(initial(), batches[0], CLIP, null, a);
            gradients(other).clippedSum(initial(), batches[0], CLIP, null, b);
            double most = 0;
            double norm = 0;
            for (int i = 0; i < a.length; i++) {
                most = Math.max(most, Math.abs((double) a[i] - b[i]));
                norm += (double) a[i] * a[i];
            }
            return most / Math.sqrt(norm);
        }

        /** How many weights have the same bits after two steps by exact sums, and how many there are. */
        int[] equal(Kernels one, Kernels other) {
            float[] a = afterTwoSteps(one);
            float[] b = afterTwoSteps(other);
            int same = 0;
            for (int i = 0; i < a.length; i++) if (Float.floatToIntBits(a[i]) == Float.floatToIntBits(b[i])) same++;
            return new int[] {same, a.length};
        }

        private float[] afterTwoSteps(Kernels kernels) {
            ExampleGradients gradients = gradients(kernels);
            Parameters at = initial();
            ExactSum whole = new ExactSum(network.size());
            double[] sum = new double[network.size()];
            float[] rounded = new float[sum.length];
            for (Batch batch : batches) {
                gradients.exactSum(at, batch, Clip.Limits.of(CLIP), null, whole);
                for (ParameterSlot slot : at.slots()) whole.read(slot, sum);
                for (int i = 0; i < sum.length; i++) rounded[i] = (float) sum[i] / batch.examples();
                Sgd.of(1).step(at, rounded);
            }
            return at.toArray();
        }

        /** The median of steps of an experiment, with noise and Adam. */
        double milliseconds(Kernels kernels, double[] memory) {
            long before = DeviceMemory.used();
            ExampleGradients gradients = gradients(kernels);
            Parameters at = initial();
            Optimizer adam = Adam.of(1e-3);
            DeviceSteps there = DeviceSteps.of(gradients, at, adam);
            float[] sum = new float[network.size()];
            RandomStream noise = Streams.seed(1).stream("noise");
            double[] times = new double[9];
            for (int i = -2; i < times.length; i++) {
                Batch batch = batches[(i & 1)];
                long start = System.nanoTime();
                if (there != null) {
                    there.sum(batch, Clip.Limits.of(CLIP), null);
                    there.move(0.5, batch.examples(), noise.nextLong());
                    // Nothing else waits for the last kernel of a step.
                    if (i == times.length - 1) at.toArray();
                } else {
                    gradients.clippedSum(at, batch, CLIP, null, sum);
                    GaussianNoise.standard().add(sum, 0.5, 0.5, noise);
                    for (int k = 0; k < sum.length; k++) sum[k] /= batch.examples();
                    adam.step(at, sum);
                }
                if (i >= 0) times[i] = (System.nanoTime() - start) / 1e6;
            }
            if (memory != null) {
                memory[0] = gradients.deviceBytes(batches[0]);
                memory[1] = DeviceMemory.used() - before;
            }
            Arrays.sort(times);
            return times[times.length / 2];
        }
    }
}
