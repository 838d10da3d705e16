package dpgnn;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How much a test looks at: at everything where {@code -Ddpgnn.all=true} says so, as {@code environment/test --all} does, else at the
 * borders and at places that each run draws anew. The seed of these is printed, and {@code -Ddpgnn.seed} repeats it.
 * docs/testing.md lists the tests that ask here.
 */
public final class Extent {
    /** Whether tests look at everything. */
    public static final boolean ALL = Boolean.getBoolean("dpgnn.all");

    private static final long SEED = Long.getLong("dpgnn.seed", System.nanoTime());

    static {
        System.out.println(
                ALL ? "tests look at everything" : "tests look at some places; -Ddpgnn.seed=" + SEED + " repeats them");
    }

    /**
     * Of a test that is dear, or a class of tests: otherwise one run in so many has it. Of a test with cases, the cases: one in so
     * many, in turn from a place that each run draws anew. {@link Drawn} sees to it.
     */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    public @interface OneIn {
        int value();
    }

    private Extent() {}

    /** Whether a run has this place, or this name, of which it has one in so many. */
    static boolean has(String name, int place, int oneIn) {
        long turn = new SplittableRandom(SEED + name.hashCode()).nextInt(oneIn);
        return ALL || Math.floorMod(place + turn, oneIn) == 0;
    }

    /** A number of repetitions, or of steps. */
    public static int of(int all, int few) {
        if (few < 1 || few > all) throw new IllegalArgumentException("few must be in 1.." + all + ", was " + few);
        return ALL ? all : few;
    }

    /** All elements of a list, or so many of them, in their order. The same list gives the same ones in a run. */
    public static <T> List<T> some(List<T> all, int few) {
        if (ALL || few >= all.size()) return all;
        List<Integer> places =
                new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
        SplittableRandom coins = new SplittableRandom(SEED + all.size());
        while (places.size() > few) places.remove(coins.nextInt(places.size()));
        return places.stream().map(all::get).toList();
    }

    /** The places 0 to length - 1: all of them, or so many at either border and so many of the others, in their order. */
    public static int[] places(int length, int border, int few) {
        if (ALL || 2 * border + few >= length) return IntStream.range(0, length).toArray();
        List<Integer> inner =
                some(IntStream.range(border, length - border).boxed().toList(), few);
        return IntStream.concat(
                        IntStream.concat(IntStream.range(0, border), IntStream.range(length - border, length)),
                        inner.stream().mapToInt(i -> i))
                .sorted()
                .toArray();
    }
}
