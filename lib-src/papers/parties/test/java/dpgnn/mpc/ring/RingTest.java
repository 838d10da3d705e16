package dpgnn.mpc.ring;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.Sample;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {
    private final RandomStream stream = Streams.seed(7).stream("ring");

    @Test
    void encodesByFloorOfAHalfMore() {
        assertEquals(-1, Ring.encode(-1.4 / 65536, 16));
        assertEquals(-1, Ring.encode(-1.5 / 65536, 16), "half goes up, for negative numbers too");
        assertEquals(2, Ring.encode(1.5 / 65536, 16));
        assertEquals(-0.25, Ring.decode(Ring.encode(-0.25, 16), 16));
        refused(() -> Ring.encode(1 << 20, 16));
        refused(() -> Ring.encode(Double.NaN, 16));
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "3,5,2", "33,65,7", "130,67,64", "7,200,9", "129,33,1"})
    void productsAreThoseOfTheRing(int n, int m, int d) {
        RingMatrix a = RingMatrix.uniform(n, m, stream);
        RingMatrix b = RingMatrix.uniform(m, d, stream);
        RingMatrix c = RingMatrix.uniform(n, d, stream);
        assertEquals(slow(a, b), a.times(b));
        assertEquals(slow(a.transpose(), c), a.transposeTimes(c));
    }

    private static RingMatrix slow(RingMatrix a, RingMatrix b) {
        RingMatrix c = RingMatrix.of(a.rows(), b.columns());
        for (int i = 0; i < a.rows(); i++)
            for (int j = 0; j < b.columns(); j++) {
                BigInteger sum = BigInteger.ZERO;
                for (int k = 0; k < a.columns(); k++)
                    sum = sum.add(BigInteger.valueOf(a.values()[i * a.columns() + k])
                            .multiply(BigInteger.valueOf(b.values()[k * b.columns() + j])));
                c.values()[i * b.columns() + j] = sum.longValue();
            }
        return c;
    }

    @Test
    void realProductsAgreeWithTheirDefinition() {
        Matrix a = Sample.random(45, 37, stream);
        Matrix b = Sample.random(37, 13, stream);
        for (int i = 0; i < 45; i++) if (i % 3 != 0) java.util.Arrays.fill(a.values(), i * 37, i * 37 + 36, 0);
        for (int i = 0; i < 37; i++) if (i % 4 > 1) java.util.Arrays.fill(b.values(), i * 13, i * 13 + 13, 0);
        Matrix slow = Matrix.of(45, 13);
        for (int i = 0; i < 45; i++)
            for (int j = 0; j < 13; j++)
                for (int k = 0; k < 37; k++) slow.values()[i * 13 + j] += a.get(i, k) * b.get(k, j);
        assertTrue(slow.distance(a.times(b)) < 1e-12);
        assertTrue(slow.distance(a.transpose().transposeTimes(b)) < 1e-12);
    }

    @Test
    void sparseProductsAgreeWithDenseOnes() {
        SparseMatrix x = Sample.split(Sample.citations(60, 40, 3, 1), 1, 1)
                .holders()
                .get(0)
                .features();
        RingMatrix w = RingMatrix.uniform(x.columns(), 5, stream);
        RingMatrix g = RingMatrix.uniform(60, 5, stream);
        assertEquals(RingMatrix.encode(x, 16).times(w), RingMatrix.product(x, 16, w));
        assertEquals(RingMatrix.encode(x, 16).transposeTimes(g), RingMatrix.product(x.transpose(), 16, g));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void sharesAddUpAndTriplesMultiply(int parties) {
        RingMatrix a = RingMatrix.uniform(9, 11, stream);
        RingMatrix b = RingMatrix.uniform(11, 4, stream);
        List<RingMatrix> sa = Share.split(a, parties, stream);
        List<RingMatrix> sb = Share.split(b, parties, stream);
        assertEquals(a, Share.reconstruct(sa));
        Triples.Left left = Triples.left(9, 11, parties, stream);
        List<RingMatrix> us = java.util.stream.IntStream.range(0, parties)
                .mapToObj(left::share)
                .toList();
        RingMatrix u = Share.reconstruct(us);
        RingMatrix e = a.minus(u);
        for (int use = 0; use < 3; use++) {
            Triples.Right right = left.right(4, stream);
            List<Triples.Half> halves = java.util.stream.IntStream.range(0, parties)
                    .mapToObj(right::take)
                    .toList();
            RingMatrix v =
                    Share.reconstruct(halves.stream().map(Triples.Half::v).toList());
            RingMatrix z =
                    Share.reconstruct(halves.stream().map(Triples.Half::z).toList());
            assertEquals(u.times(v), z, "Z = U V, exactly");
            RingMatrix g = b.minus(v);
            List<RingMatrix> product = java.util.stream.IntStream.range(0, parties)
                    .mapToObj(p -> Triples.product(e, us.get(p), g, halves.get(p), p == 0))
                    .toList();
            assertEquals(a.times(b), Share.reconstruct(product), "with a U that serves again");
        }
        Triples.Right right = left.rightOfTranspose(4, stream);
        RingMatrix c = RingMatrix.uniform(9, 4, stream);
        List<Triples.Half> halves = java.util.stream.IntStream.range(0, parties)
                .mapToObj(right::take)
                .toList();
        RingMatrix g =
                c.minus(Share.reconstruct(halves.stream().map(Triples.Half::v).toList()));
        assertEquals(
                a.transposeTimes(c),
                Share.reconstruct(java.util.stream.IntStream.range(0, parties)
                        .mapToObj(p -> Triples.transposeProduct(e, us.get(p), g, halves.get(p), p == 0))
                        .toList()));
        assertThrows(IllegalStateException.class, () -> right.take(0), "a V masks once");
    }

    /** Chi-square over the 256 values of every byte: a share of a constant looks like a share of anything else. */
    @Test
    void oneShareIsUniformWhateverTheSecretIs() {
        for (long secret : new long[] {0, 1, -1, Ring.encode(0.5, 16)}) {
            RingMatrix constant = RingMatrix.of(200, 200).add(secret);
            List<RingMatrix> shares = Share.split(constant, 3, Streams.secure().stream("shares"));
            for (RingMatrix share : shares)
                for (int b = 0; b < 8; b++) {
                    int[] seen = new int[256];
                    for (long v : share.values()) seen[(int) (v >>> 8 * b) & 255]++;
                    double expected = share.values().length / 256.0;
                    double chi = 0;
                    for (int count : seen) chi += (count - expected) * (count - expected) / expected;
                    // 255 degrees of freedom: six standard deviations around the mean.
                    assertTrue(Math.abs(chi - 255) < 6 * Math.sqrt(2 * 255), "byte " + b + ": chi-square " + chi);
                }
        }
    }
}
