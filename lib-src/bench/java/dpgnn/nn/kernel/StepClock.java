package dpgnn.nn.kernel;

import dpgnn.nn.GemmFloor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.stream.IntStream;

/**
 * Times steps on demand, for lib-src/bench/python/private_step.py, which runs PyTorch in turns with it. Reads lines of "step
 * size rounds", "floor size rounds" and, for the steps of {@link PrivateStep#kernels}, "release size rounds", size being as in
 * "1433,32,7", or "1433,32,7/18" for sparse features with so many values in a row; answers with the median and the least of so many times, in milliseconds: CPU time
 * where steps run on one thread (-Ddpgnn.threads=1), else time on the wall.
 */
public final class StepClock {
    private static final int WARM = 60;

    private final int threads = ThreadShare.here();
    private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    private final Map<String, PrivateStep> steps = new HashMap<>();
    private final Map<String, GemmFloor[]> floors = new HashMap<>();

    public static void main(String[] arguments) {
        StepClock clock = new StepClock();
        new HostKernels(); // which lets BLAS use one thread only
        Scanner in = new Scanner(System.in, StandardCharsets.US_ASCII);
        while (in.hasNext()) {
            String what = in.next();
            String size = in.next();
            Runnable run =
                    what.equals("floor") ? clock.floor(size) : clock.step(what.equals("step") ? "host" : what, size);
            double[] times = clock.times(run, in.nextInt());
            Arrays.sort(times);
            System.out.println("times " + times[times.length / 2] + " " + times[0]);
            System.out.flush();
        }
    }

    private double[] times(Runnable what, int rounds) {
        double[] times = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = now();
            what.run();
            times[i] = (now() - start) / 1e6;
        }
        return times;
    }

    private long now() {
        return threads == 1 ? cpu.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private Runnable step(String kernels, String size) {
        return steps.computeIfAbsent(kernels + " " + size, all -> warm(kernels, size))::step;
    }

    private PrivateStep warm(String kernels, String size) {
        PrivateStep step = new PrivateStep();
        String[] parts = size.split("/");
        step.size = parts[0];
        step.words = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
        step.kernels = kernels;
        step.setup();
        for (int i = 0; i < WARM; i++) step.step();
        return step;
    }

    /** Each thread multiplies its share of the rows. */
    private Runnable floor(String size) {
        GemmFloor[] parts = floors.computeIfAbsent(size, s -> {
            int[] n = Arrays.stream(s.split("/")[0].split(","))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            return IntStream.range(0, threads)
                    .mapToObj(t -> new GemmFloor(n[0], n[1], n[2], PrivateStep.EXAMPLES / threads))
                    .toArray(GemmFloor[]::new);
        });
        return () -> IntStream.range(0, threads).parallel().forEach(t -> parts[t].run());
    }
}
