package dpgnn.mpc.ring;

import dpgnn.mpc.PpgnnSettings;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * The truncations of a day, done: epochs of one second on Cora with d = 64, so 86,400 times 1433 x 64 entries, with values of every
 * size up to the 61 bits that the rule allows. Beside it SecureML's local rule, whose failures the same comparison must find.
 *
 * <p>Arguments: seconds of the day from which and up to which (0 86400), so that a day may be done in parts.
 */
public final class DayOfTruncations {
    private static final int ENTRIES = 1433 * 64;
    /** Entries worked on at once; they stay in the cache. */
    private static final int BLOCK = 1433 * 4;

    private static final int SHIFT = PpgnnSettings.standard().shift();

    private DayOfTruncations() {}

    public static void main(String[] arguments) {
        int from = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
        int to = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 86_400;
        AtomicLong wrong = new AtomicLong();
        AtomicLong up = new AtomicLong();
        AtomicLong local = new AtomicLong();
        long began = System.nanoTime();
        IntStream.range(from, to).parallel().forEach(second -> {
            // Masks from a seed: secure ones take five times as long, and no truncation tells them apart.
            RandomStream stream = Streams.seed(second).stream("day");
            long[] found = new long[3];
            for (int done = 0; done < ENTRIES; done += BLOCK) {
                RingMatrix value = RingMatrix.uniform(1, BLOCK, stream);
                for (int i = 0; i < BLOCK; i++) value.values()[i] >>= 2 + i % 60;
                List<RingMatrix> shares = Share.split(value, 2, stream);
                RingMatrix result = dealt(shares, stream);
                RingMatrix shifted =
                        Truncation.local(shares.get(0), SHIFT, 0, 2).add(Truncation.local(shares.get(1), SHIFT, 1, 2));
                for (int i = 0; i < BLOCK; i++) {
                    long right = value.values()[i] >> SHIFT;
                    long error = result.values()[i] - right;
                    if (error == 1) found[0]++;
                    else if (error != 0) found[1]++;
                    if (Math.abs(shifted.values()[i] - right) > 1) found[2]++;
                }
            }
            up.addAndGet(found[0]);
            wrong.addAndGet(found[1]);
            local.addAndGet(found[2]);
        });
        System.out.printf(
                "seconds %d to %d: %.3g truncations of up to 61 bits in %.0f s: %d wrong by dealt masks (%.3f rounded up),"
                        + " %d wrong by each shifting its share%n",
                from,
                to,
                (to - from) * (double) ENTRIES,
                (System.nanoTime() - began) / 1e9,
                wrong.get(),
                up.get() / ((to - from) * (double) ENTRIES),
                local.get());
    }

    private static RingMatrix dealt(List<RingMatrix> shares, RandomStream stream) {
        List<Truncation.Mask> masks = Truncation.deal(1, BLOCK, SHIFT, 2, stream);
        RingMatrix opened = Truncation.mask(shares.get(0), masks.get(0), true)
                .add(Truncation.mask(shares.get(1), masks.get(1), false));
        return Truncation.finish(opened, masks.get(0), SHIFT, true)
                .add(Truncation.finish(opened, masks.get(1), SHIFT, false));
    }
}
