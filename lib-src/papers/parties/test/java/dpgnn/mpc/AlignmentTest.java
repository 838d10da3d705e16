package dpgnn.mpc;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.random.Streams;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two holders find what both have, and see nothing else. */
class AlignmentTest {
    private static List<String> shared(List<String> a, List<String> b) {
        Alignment left = Alignment.of(Streams.secure().stream("a"));
        Alignment right = Alignment.of(Streams.secure().stream("b"));
        List<BigInteger> fromLeft = left.blind(a);
        List<BigInteger> fromRight = right.blind(b);
        return left.intersect(right.raise(fromLeft), left.raise(fromRight));
    }

    @Test
    void findsWhatBothHaveAndNothingElse() {
        List<String> a = IntStream.range(0, 30).mapToObj(i -> "patient-" + i).toList();
        List<String> b = IntStream.range(20, 60).mapToObj(i -> "patient-" + i).toList();
        Alignment left = Alignment.of(Streams.secure().stream("a"));
        Alignment right = Alignment.of(Streams.secure().stream("b"));
        List<BigInteger> fromLeft = left.blind(a);
        List<BigInteger> fromRight = right.blind(b);
        List<BigInteger> leftTwice = right.raise(fromLeft);
        List<BigInteger> rightTwice = left.raise(fromRight);
        List<String> expected =
                IntStream.range(20, 30).mapToObj(i -> "patient-" + i).toList();
        assertEquals(expected, left.intersect(leftTwice, rightTwice));
        assertEquals(expected, right.intersect(rightTwice, leftTwice));
        List<BigInteger> again = Alignment.of(Streams.secure().stream("a")).blind(a);
        assertTrue(again.stream().noneMatch(fromLeft::contains), "another exponent, other numbers");
    }

    /** The order that is sent is not that of the text, nor that of the file, nor the same twice. */
    @Test
    void theOrderTellsNothing() {
        List<String> ids = IntStream.range(0, 40).mapToObj(i -> "n" + (100 + i)).toList();
        Alignment side = Alignment.of(Streams.secure().stream("a"));
        List<BigInteger> first = side.blind(ids);
        List<BigInteger> second = side.blind(ids);
        assertEquals(new TreeSet<>(first), new TreeSet<>(second), "one exponent, one number an identifier");
        assertTrue(!first.equals(second), "40! orders: the same twice would be a fixed one");
    }

    /** 1, -1, 0 and numbers past the prime are refused; any other one is raised into the squares, where the exponent is hidden. */
    @Test
    @Tag("nightly")
    void numbersThatBlindNothingAreRefused() {
        Alignment side = Alignment.of(Streams.secure().stream("a"));
        BigInteger prime = prime();
        for (BigInteger b : List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.ONE.negate(),
                prime.subtract(BigInteger.ONE),
                prime,
                prime.add(BigInteger.TWO))) {
            ProtocolException refused = assertThrows(ProtocolException.class, () -> side.raise(List.of(b)));
            assertEquals(Fault.GARBAGE, refused.fault());
        }
        for (long root = 2; root < 40; root++) { // squares and others
            BigInteger raised = side.raise(List.of(BigInteger.valueOf(root))).get(0);
            assertEquals(BigInteger.ONE, raised.modPow(prime.shiftRight(1), prime), "a square, from " + root);
            assertTrue(!raised.equals(BigInteger.ONE));
        }
    }

    /** The prime of RFC 3526, section 3, made from its formula: 2^2048 - 2^1984 - 1 + 2^64 (floor(2^1918 pi) + 124476). */
    private static BigInteger prime() {
        // Machin: pi = 16 atan(1/5) - 4 atan(1/239), with 64 bits to spare.
        int bits = 1918 + 64;
        BigInteger pi = atan(5, bits).shiftLeft(4).subtract(atan(239, bits).shiftLeft(2));
        return BigInteger.TWO
                .pow(2048)
                .subtract(BigInteger.TWO.pow(1984))
                .subtract(BigInteger.ONE)
                .add(pi.shiftRight(64).add(BigInteger.valueOf(124476)).shiftLeft(64));
    }

    private static BigInteger atan(int inverse, int bits) {
        BigInteger square = BigInteger.valueOf((long) inverse * inverse);
        BigInteger power = BigInteger.ONE.shiftLeft(bits).divide(BigInteger.valueOf(inverse));
        BigInteger sum = BigInteger.ZERO;
        for (int k = 0; power.signum() > 0; k++) {
            BigInteger term = power.divide(BigInteger.valueOf(2L * k + 1));
            sum = k % 2 == 0 ? sum.add(term) : sum.subtract(term);
            power = power.divide(square);
        }
        return sum;
    }

    /** The same name in Unicode's two forms is one; half a surrogate pair is no name, and above all not the name "?". */
    @Test
    void identifiersAreTextAndNothingElse() {
        assertEquals(List.of("Zo\u00eb"), shared(List.of("Zo\u00eb"), List.of("Zoe\u0308", "Zoe")));
        assertEquals(List.of(), shared(List.of("a?"), List.of("a")));
        String refused = refused(() -> shared(List.of("a?"), List.of("b", "a\ud800")));
        assertTrue(refused.contains("identifier 2 of 2"), refused);
        assertTrue(!refused.contains("a\ud800"), "not named itself");
    }
}
