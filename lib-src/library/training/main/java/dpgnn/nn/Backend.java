package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.RowSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What does the arithmetic, and the reason, in one sentence: the CPU unless {@code -Ddpgnn.device} or {@link #device} names another.
 * A device is used after a trial: a product and a norm on it come out right.
 *
 * <p>The default is cpu, not auto: seeded results are then the same on every machine, and our kernels have run on no GPU so far.
 */
public final class Backend {
    private static final String PROPERTY = "dpgnn.device";
    private static final Set<String> WORDS = Set.of("auto", "cpu", "opencl", "cuda");
    /** Why the processor is used where nothing else was asked for. */
    private static final String DEFAULT = "neither -Ddpgnn.device nor Backend.device names another";
    /** Devices that were found already, by what was asked for. */
    private static final Map<String, Backend> KNOWN = new HashMap<>();

    private static Backend found;

    private final String name;
    private final String sentence;
    /** Null on the CPU. */
    private final Accelerator device;

    private final boolean mayFallBack;

    private Backend(String name, String sentence, Accelerator device, boolean mayFallBack) {
        this.name = name;
        this.sentence = sentence;
        this.device = device;
        this.mayFallBack = mayFallBack;
    }

    /** What trainings that begin now run on. */
    public static synchronized Backend found() {
        if (found == null) found = known(System.getProperty(PROPERTY, "cpu"));
        return found;
    }

    /**
     * Chooses what trainings that begin from now on run on.
     *
     * @param wanted cpu; auto, a GPU if there is one that works; opencl, also on a processor; or cuda
     * @throws DeviceFailure where what was named cannot be used, and why
     */
    public static synchronized Backend device(String wanted) {
        Backend chosen = known(Check.given("device", wanted));
        found = chosen;
        return chosen;
    }

    /**
     * Runs some work, such as a training, on a device; what follows runs where it would have run before.
     *
     * @throws DeviceFailure where what was named cannot be used, and why; nothing has run then
     */
    public static <T> T on(String wanted, Supplier<T> work) {
        Check.given("work", work);
        Backend before = found();
        device(wanted);
        try {
            return work.get();
        } finally {
            back(before);
        }
    }

    private static synchronized void back(Backend before) {
        found = before;
    }

    /** The processor. */
    public static synchronized Backend cpu() {
        return known("cpu");
    }

    private static Backend known(String wanted) {
        Backend known = KNOWN.get(wanted);
        if (known == null) KNOWN.put(wanted, known = decide(wanted, finder()));
        return known;
    }

    private static Accelerator.Finder finder() {
        return ServiceLoader.load(Accelerator.Finder.class, Accelerator.class.getClassLoader())
                .findFirst()
                .orElseGet(NoDevices::new);
    }

    /** Where the class path has no module that knows devices. */
    private static final class NoDevices implements Accelerator.Finder {
        @Override
        public Accelerator find(String wanted) {
            throw new DeviceFailure("the artifact io.github.dpgnn:dpgnn-gpu is not on the class path");
        }

        @Override
        public String processor() {
            return "";
        }
    }

    /** What is chosen where these devices are to be found. The log has a line where auto finds none. */
    public static Backend decide(String wanted, Accelerator.Finder finder) {
        Check.given("wanted", wanted);
        Check.given("finder", finder);
        if (!WORDS.contains(wanted))
            throw new IllegalArgumentException("the device must be auto, cpu, opencl or cuda, was " + wanted);
        if (wanted.equals("cpu")) return new Backend("cpu", onCpu(finder, DEFAULT), null, false);
        boolean auto = wanted.equals("auto");
        try {
            Accelerator device = finder.find(wanted);
            String name = device.driver() + ": " + device.describe();
            Backend backend = new Backend(
                    name,
                    "Training runs on " + device.describe() + " by "
                            + (device.driver().equals("cuda") ? "CUDA" : "OpenCL") + ", because " + wanted
                            + " was asked for and a product and a norm came out right on it.",
                    device,
                    auto);
            String wrong = backend.tried();
            if (wrong.isEmpty()) return backend;
            throw new DeviceFailure(device.describe() + " cannot be used: " + wrong);
        } catch (DeviceFailure e) {
            if (!auto)
                throw new DeviceFailure(
                        "the device " + wanted + " cannot be used: " + e.getMessage()
                                + ". Take cpu, or auto to fall back on it.",
                        e);
            String why = onCpu(finder, "auto was asked for and no GPU can be used: " + e.getMessage());
            System.getLogger("dpgnn").log(System.Logger.Level.INFO, why);
            return new Backend("cpu", why, null, false);
        }
    }

    /** Multiplies small matrices and takes a norm; says what came out wrong. */
    private String tried() {
        Kernels kernels = kernels();
        var two = kernels.matrix(2);
        var product = kernels.matrix(2);
        kernels.upload(new float[] {1, 2, 3, 4}, 0, 2, two);
        kernels.multiply(two, false, two, false, product, false);
        float[] values = new float[4];
        kernels.download(product, values);
        if (values[3] != 22) return "a product of small matrices came out as " + values[3] + " instead of 22";
        RowSet one = new RowSet();
        one.begin(1);
        one.endExample(1);
        double[] squared = new double[1];
        var row = kernels.matrix(2);
        kernels.upload(new float[] {3, 4}, 0, 1, row);
        kernels.addSquaredNorms(row, row, 0, one, squared);
        return squared[0] == 625 ? "" : "a squared norm came out as " + squared[0] + " instead of 625";
    }

    private static String onCpu(Accelerator.Finder finder, String because) {
        String core = finder.processor();
        return "Training runs on the CPU, on Java arrays with OpenBLAS" + (core.isEmpty() ? "" : " for " + core)
                + ", because " + because + ".";
    }

    /** cpu, or the driver and the device. */
    public String name() {
        return name;
    }

    /** What runs, and why. */
    public String sentence() {
        return sentence;
    }

    /**
     * Says how much of the device's memory a training is going to take.
     *
     * @throws DeviceFailure where the device has less
     */
    public String room(long bytes) {
        long all = device.memory();
        String sentence = "This training takes about " + megabytes(bytes) + " of the " + megabytes(all) + " of "
                + device.describe() + ".";
        if (bytes > all) throw new DeviceFailure(sentence + " Take smaller batches or -Ddpgnn.device=cpu.");
        return sentence;
    }

    private static String megabytes(long bytes) {
        return (bytes + (1 << 20) - 1 >> 20) + " MB";
    }

    /**
     * Says what follows from a device's failure: after auto, trainings that begin from now on run on the CPU. Null for what is no failure of
     * a device.
     */
    public static synchronized String failed(RuntimeException failure) {
        if (!(Check.given("failure", failure) instanceof DeviceFailure)) return null;
        if (found == null || !found.mayFallBack) return failure.getMessage();
        found = cpu();
        KNOWN.put("auto", found);
        return failure.getMessage() + " From now on trainings run on the CPU.";
    }

    public boolean isDevice() {
        return device != null;
    }

    public Kernels kernels() {
        return device == null ? new HostKernels() : device.kernels().get();
    }

    /**
     * Kernels for a release, with the same bits everywhere.
     *
     * @throws DeviceFailure where a device that was named has no arithmetic that could give them
     */
    public Kernels exactKernels() {
        if (device == null) return new ExactKernels();
        String lacks = device.lacksForReleases();
        if (lacks.isEmpty()) return tried(device.exactKernels().get());
        if (mayFallBack) return new ExactKernels();
        throw new DeviceFailure("A release needs " + lacks + ", which " + device.describe()
                + " has not; train it with -Ddpgnn.device=cpu, which gives the same sums.");
    }

    /** Holds a product, with numbers that no order of addition and no rounding leaves as they are, to the bits of the host. */
    private static Kernels tried(Kernels exact) {
        int m = 33, k = 70, n = 5;
        float[] a = new float[m * k];
        float[] b = new float[k * n];
        for (int i = 0; i < a.length; i++) a[i] = (float) Math.scalb(Math.sqrt(i + 2), -i % 40);
        for (int i = 0; i < b.length; i++) b[i] = (float) (1 / Math.sqrt(i + 3) - 0.1);
        float[][] products = new float[2][m * n];
        Kernels[] both = {exact, new ExactKernels()};
        for (int i = 0; i < 2; i++) {
            var left = both[i].matrix(k);
            var right = both[i].matrix(n);
            var product = both[i].matrix(n);
            both[i].upload(a, 0, m, left);
            both[i].upload(b, 0, k, right);
            both[i].multiply(left, false, right, false, product, false);
            both[i].download(product, products[i]);
        }
        if (Arrays.equals(products[0], products[1])) return exact;
        throw new DeviceFailure(
                "A release needs IEEE arithmetic, and a product on the device has other bits than on the"
                        + " host; train it with -Ddpgnn.device=cpu.");
    }
}
