package dpgnn.random;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
@Tag("vectors")
class StreamsTest {
    @Test
    void sameSeedAndNameGiveTheSameNumbersForEver() {
        RandomStream stream = Streams.seed(7).stream("noise");
        assertEquals(-1057512908638570547L, stream.nextLong());
        assertEquals(
                Streams.seed(7).stream("noise").nextLong(),
                Streams.seed(7).stream("noise").nextLong());
    }

    /** Java's own SplitMix64 has the same words; forks and coins have what they had when runs were kept. */
    @Test
    void seededWordsAreThoseOfSplitMix64() {
        for (long key : new long[] {0, 1, -5, Long.MIN_VALUE, 1234567890123456789L}) {
            SplittableRandom other = new SplittableRandom(key);
            RandomStream stream = new SeededStream(key);
            for (int i = 0; i < 100; i++) assertEquals(other.nextLong(), stream.nextLong());
            assertEquals(100, stream.position());
        }
        RandomStream noise = Streams.seed(7).stream("noise");
        assertEquals(8980395645591174115L, noise.fork(3).nextLong());
        assertEquals(748979417971321035L, noise.word(5));
        assertEquals("seed 7", Streams.seed(7).toString());
    }

    /** Each from the bits that its text names. */
    @Test
    void wordsBecomeNumbers() {
        assertEquals(0, WrittenCoins.of(0).nextDouble());
        assertEquals(1 - 0x1p-53, WrittenCoins.of(-1).nextDouble());
        assertEquals(0x1p-53, WrittenCoins.of(1 << 11).nextDouble());
        assertEquals(0x1p-53, WrittenCoins.of(0).nextOpenDouble());
        assertEquals(1, WrittenCoins.of(-1).nextOpenDouble());
        assertEquals(1 - 0x1p-24f, WrittenCoins.of(-1).nextFloat());
        assertEquals(0x1p-24f, WrittenCoins.of(1L << 40).nextFloat());
        assertEquals(0x12345678, WrittenCoins.of(0x123456789ABCDEF0L).nextInt());
        assertTrue(WrittenCoins.of(Long.MIN_VALUE).nextBoolean());
        assertFalse(WrittenCoins.of(0).nextBoolean());
        assertFalse(WrittenCoins.of(Long.MAX_VALUE).nextBoolean());
        // half of the words for the radius, none and a half of a turn
        long half = (1L << 63) - (1 << 11);
        double radius = Math.sqrt(2 * Math.log(2));
        assertEquals(radius, WrittenCoins.of(half, 0).nextGaussian(), 1e-15);
        assertEquals(-radius, WrittenCoins.of(half, 1L << 63).nextGaussian(), 1e-15);
        assertEquals(0, WrittenCoins.of(half, 1L << 62).nextGaussian(), 1e-15);
    }

    /** Bounds of three quarters of all words: a quarter of the words must be drawn again, and no more. */
    @Test
    void wordsThatWouldFavourANumberAreDrawnAgain() {
        int bound = 3 << 29;
        assertEquals(1, WrittenCoins.of(0, 4L << 32).nextInt(bound), "none of 2^32 is left over");
        assertEquals(1, WrittenCoins.of(3L << 32, 4L << 32).nextInt(bound), "2^29 are left over");
        assertEquals(1, WrittenCoins.of(0, 0, 3L << 32, 4L << 32).nextInt(bound), "as often as it takes");
        assertEquals(2, WrittenCoins.of(6L << 32).nextInt(bound), "2^30 are enough");
        assertEquals(0, WrittenCoins.of(1L << 32).nextInt(bound));
        assertEquals(bound - 1, WrittenCoins.of(-1).nextInt(bound));
        assertEquals(5, WrittenCoins.of(-1, 5L << 1).nextLong(3L << 61));
        assertEquals(5, WrittenCoins.of(3L << 62, 5L << 1).nextLong(3L << 61), "the first of the last quarter");
        assertEquals((3L << 61) - 1, WrittenCoins.of((3L << 62) - 1).nextLong(3L << 61), "the last before it");
        assertEquals(2, WrittenCoins.of(9L << 1).nextLong(7));
        assertEquals(0, WrittenCoins.of(-1).nextInt(1));
        assertEquals(0, WrittenCoins.of(-1).nextLong(1));
        assertEquals(0, WrittenCoins.of(0).nextLong(1));
        assertEquals(
                (1L << 62) - 1, WrittenCoins.of(-1).nextLong(1L << 62), "a bound that divides all words rejects none");
    }

    @Test
    void namesSeedsAndForksAreIndependent() {
        long noise = Streams.seed(7).stream("noise").nextLong();
        assertNotEquals(noise, Streams.seed(7).stream("init").nextLong());
        assertNotEquals(noise, Streams.seed(8).stream("noise").nextLong());
        RandomStream parent = Streams.seed(7).stream("noise");
        long fork = parent.fork("a").nextLong();
        parent.nextLong();
        assertEquals(fork, parent.fork("a").nextLong(), "a fork must not depend on what its parent drew");
    }

    /** Steps, nodes and blocks are numbers of forks and coins: no two share theirs, however far apart they are. */
    @Test
    void noTwoNumbersShareAForkOrACoin() {
        RandomStream parent = Streams.seed(7).stream("noise");
        java.util.Set<Long> words = new java.util.HashSet<>();
        int count = 0;
        for (int bit = 0; bit < 63; bit++)
            for (long low = 0; low < 700; low++) {
                long number = bit < 10 ? low + 700L * bit : (1L << bit) + low;
                if (number < 0 || bit >= 10 && number < 7700) continue;
                count++;
                words.add(parent.fork(number).nextLong());
                words.add(parent.word(number));
            }
        assertEquals(2 * count, words.size());
    }

    @Test
    void seekContinuesWhereAPositionWasTaken() {
        RandomStream stream = Streams.seed(1).stream("sampler");
        for (int i = 0; i < 10; i++) stream.nextGaussian();
        long position = stream.position();
        double expected = stream.nextGaussian();
        RandomStream resumed = Streams.seed(1).stream("sampler");
        resumed.seek(position);
        assertEquals(expected, resumed.nextGaussian());
    }

    @Test
    void boundedIntegersAreUniform() {
        for (RandomStream stream : new RandomStream[] {Streams.seed(3).stream("x"), Streams.secure().stream("x")}) {
            int[] counts = new int[7];
            int draws = 700_000;
            for (int i = 0; i < draws; i++) counts[stream.nextInt(7)]++;
            double chiSquare = 0;
            for (int c : counts) chiSquare += (c - draws / 7.0) * (c - draws / 7.0) / (draws / 7.0);
            assertTrue(chiSquare < 40, "chi-square with 6 degrees of freedom was " + chiSquare);
        }
    }

    @Test
    void gaussianHasItsMoments() {
        RandomStream stream = Streams.seed(5).stream("x");
        double sum = 0;
        double squares = 0;
        double fourth = 0;
        int n = 400_000;
        for (int i = 0; i < n; i++) {
            double x = stream.nextGaussian();
            sum += x;
            squares += x * x;
            fourth += x * x * x * x;
        }
        assertEquals(0, sum / n, 0.01);
        assertEquals(1, squares / n, 0.015);
        assertEquals(3, fourth / n, 0.12);
    }

    @Test
    void secureStreamsDifferAndRefuseToBeRepeated() {
        RandomStream secure = Streams.secure().stream("noise");
        assertTrue(secure.secure());
        assertFalse(Streams.seed(1).isSecure());
        assertNotEquals(secure.nextLong(), Streams.secure().stream("noise").nextLong());
        assertTrue(Streams.secure().isSecure());
        assertEquals("secure", Streams.secure().toString());
        java.util.Set<Long> words = new java.util.HashSet<>();
        int blocks = 3 * (1 << 14) / Long.BYTES;
        for (int i = 0; i < blocks; i++) words.add(secure.nextLong());
        for (RandomStream fork :
                new RandomStream[] {secure.fork("a"), secure.fork("a"), secure.fork(1), secure.fork(1)}) {
            assertTrue(fork.secure());
            words.add(fork.nextLong());
        }
        words.add(secure.word(5));
        words.add(secure.word(5));
        assertEquals(blocks + 6, words.size(), "two words of 64 bits are the same with a probability of 1e-12");
        assertThrows(UnsupportedOperationException.class, secure::position);
        assertThrows(UnsupportedOperationException.class, () -> secure.seek(0));
    }

    /** The same key, place and name give the same words, and whatever differs gives others; nothing is drawn before a key. */
    @Test
    void aStepsCoinsAreAFunctionOfItsKeyItsNameAndItsPlace() {
        byte[] key = StepCoins.freshKey(), other = StepCoins.freshKey();
        StepCoins coins = new StepCoins();
        RandomStream noise = coins.stream("noise");
        assertTrue(noise.secure());
        assertThrows(IllegalStateException.class, noise::nextLong);
        List<Supplier<RandomStream>> streams = List.of(
                () -> noise,
                () -> coins.stream("sampler"),
                () -> coins.stream("a").fork("b"),
                () -> coins.stream("a/1:b"),
                () -> coins.stream("a").fork(1),
                () -> coins.stream("a").fork("#1"),
                () -> coins.stream("a").fork(1).fork(2),
                () -> coins.stream("a").fork(12));
        java.util.Set<Long> words = new java.util.HashSet<>();
        List<Long> first = new ArrayList<>(), again = new ArrayList<>();
        for (List<Long> into : List.of(first, again)) {
            for (byte[] of : new byte[][] {key, other})
                for (String place : new String[] {"", "x"})
                    for (Supplier<RandomStream> stream : streams) {
                        coins.begin(of, place);
                        into.add(stream.get().nextLong());
                    }
            words.addAll(into);
        }
        assertEquals(first, again);
        assertEquals(4 * streams.size(), words.size());
        coins.begin(key, "");
        long before = noise.nextLong();
        assertNotEquals(before, noise.nextLong(), "a stream goes on within a step");
        coins.begin(key, "");
        assertEquals(before, noise.nextLong(), "and begins anew with the next");
        java.util.Set<Long> many = new java.util.HashSet<>();
        for (int i = 0; i < 10_000; i++) many.add(noise.nextLong());
        assertEquals(10_000, many.size(), "no block is given twice");
        assertThrows(IllegalArgumentException.class, () -> coins.begin(new byte[31], ""));
        assertThrows(UnsupportedOperationException.class, noise::position);
        assertThrows(UnsupportedOperationException.class, () -> noise.seek(0));
        coins.claim();
        assertThrows(IllegalStateException.class, coins::claim);
    }

    /** Coins of indices are answers and numbers in their range. The bits themselves, signed, would pass below most rates. */
    @Test
    void coinsOfIndicesAreAnswersAndNumbers() {
        RandomStream coins = Streams.seed(7).stream("nodes");
        for (double probability : new double[] {0, 0.01, 0.5, 0.99, 1}) {
            int happened = 0, below = 0;
            for (int v = 0; v < 20_000; v++) {
                boolean happens = coins.happens(v, probability);
                assertEquals(happens, coins.happens(v, probability), "the same index has the same coin");
                if (happens) happened++;
                if (coins.uniform(v) < probability) below++;
            }
            double deviation = Math.sqrt(20_000 * probability * (1 - probability));
            assertEquals(20_000 * probability, happened, 5 * deviation);
            assertEquals(happened, below, "a coin and its number say the same, up to 2^-32");
        }
        int[] counts = new int[5];
        for (int v = 0; v < 50_000; v++) counts[coins.below(v, 5)]++;
        for (int count : counts) assertEquals(10_000, count, 450);
        assertEquals(List.of("nextLong"), numbers());
    }

    /** Public methods that give 64 bits for an index: none but the bounded draw, so that no coin can be compared with a rate. */
    private static List<String> numbers() {
        return Stream.of(RandomStream.class.getMethods())
                .filter(m -> m.getReturnType() == long.class
                        && List.of(m.getParameterTypes()).equals(List.of(long.class)))
                .map(java.lang.reflect.Method::getName)
                .distinct()
                .toList();
    }

    /** The upper half of the coin's bits, unsigned, below the probability's floor on that grid: the largest and the least that pass. */
    @Test
    void nothingHappensMoreOftenThanStated() {
        double half = 0.5;
        assertTrue(WrittenCoins.of(0x7FFF_FFFF_FFFF_FFFFL).happens(0, half));
        assertFalse(WrittenCoins.of(0x8000_0000_0000_0000L).happens(0, half));
        assertFalse(WrittenCoins.of(0x0000_0000_0000_0000L).happens(0, 0x1.fp-33), "rounded down to 0");
        assertTrue(WrittenCoins.of(0x0000_0000_FFFF_FFFFL).happens(0, 0x1.fp-32), "rounded down to 2^-32");
        assertFalse(WrittenCoins.of(0x0000_0001_0000_0000L).happens(0, 0x1.fp-32));
        assertTrue(WrittenCoins.of(0xFFFF_FFFE_FFFF_FFFFL).happens(0, 1));
    }

    @Test
    void badBoundsAreRefused() {
        RandomStream stream = Streams.seed(1).stream("x");
        refused(() -> stream.nextInt(0));
        refused(() -> stream.below(0, 0));
        for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) refused(() -> stream.happens(0, wrong));
        refused(() -> stream.nextLong(-1));
        refused(() -> stream.seek(-1));
    }
}
