package dpgnn.linear;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every product is, to the last bit, the plain loop that its name promises: seeded results rest on the order of sums. */
@Tag("jdk")
@Tag("vectors")
class ProductsTest {
    /** Shapes around the blocks of rows and the passes of two and four, and one beyond which operands are turned. */
    @ParameterizedTest
    @CsvSource({"1,1,1", "3,5,2", "33,7,4", "70,66,31", "130,9,3", "4,130,65"})
    void addInTheirOrder(int n, int m, int d) {
        RandomStream coins = Streams.seed(n * 1000L + m).stream("products");
        Matrix a = sparse(n, m, coins);
        Matrix b = Matrix.normal(m, d, coins);
        assertSame(plain(a, b, 1), a.timesInOrder(b));
        assertSame(plain(a, b, 2), a.times(b));
        assertSame(plain(a, b, 2), a.timesTranspose(b.transpose()));
        assertSame(plain(a, b, 1), a.timesTransposeInOrder(b.transpose()));
        assertSame(plain(a, b, 1), a.transpose().transposeTimesInOrder(b));
        assertSame(plain(a, b, 1), sparse(a).times(b));
        assertSame(plain(a.transpose(), a, 1), sparse(a).transpose().times(a));
        assertSame(a, sparse(a).dense());
    }

    /** Zero rows of the right operand are passed over, and pairs are formed of those that are left. */
    @ParameterizedTest
    @CsvSource({"1,1,1", "9,40,3", "70,66,31"})
    void transposedPairsAreOfRowsThatAreNotZero(int n, int m, int d) {
        RandomStream coins = Streams.seed(n * 1000L + m).stream("transposed");
        Matrix a = Matrix.normal(n, m, coins);
        Matrix b = Matrix.normal(n, d, coins);
        for (int i = 1; i < n; i += 3) Arrays.fill(b.values(), i * d, (i + 1) * d, 0);
        int[] kept =
                java.util.stream.IntStream.range(0, n).filter(i -> i % 3 != 1).toArray();
        assertSame(plain(a.pick(kept).transpose(), b.pick(kept), 2), a.transposeTimes(b));
    }

    @ParameterizedTest
    @CsvSource({"40,3", "150,5"})
    void symmetricProductsAreThoseInOrder(int n, int d) {
        RandomStream coins = Streams.seed(n).stream("symmetric");
        Matrix half = Matrix.normal(n, n, coins);
        Matrix a = half.plus(half.transpose());
        Matrix b = Matrix.normal(n, d, coins);
        assertSame(plain(a, b, 1), a.symmetricTimesInOrder(b));
    }

    /** The two orders do differ, else one would do. */
    @org.junit.jupiter.api.Test
    void theOrdersDiffer() {
        RandomStream coins = Streams.seed(5).stream("orders");
        Matrix a = Matrix.normal(20, 30, coins);
        Matrix b = Matrix.normal(30, 4, coins);
        assertFalse(Arrays.equals(a.times(b).values(), a.timesInOrder(b).values()));
        assertEquals(0, a.times(b).distance(a.timesInOrder(b)), 1e-13);
    }

    @org.junit.jupiter.api.Test
    void shapesThatDoNotFitAreRefused() {
        Matrix a = Matrix.of(2, 3);
        for (org.junit.jupiter.api.function.Executable wrong : new org.junit.jupiter.api.function.Executable[] {
            () -> a.times(a),
            () -> a.timesInOrder(a),
            () -> a.add(Matrix.of(3, 2)),
            () -> sparse(a).times(a)
        }) refused(wrong);
        var huge = assertThrows(IllegalArgumentException.class, () -> Matrix.of(1 << 16, 1 << 16));
        assertEquals("a matrix must have at most 2147483639 values, asked for 65536 x 65536", huge.getMessage());
    }

    /** Sums of {@code terms} products are added to the result at a time. */
    private static Matrix plain(Matrix a, Matrix b, int terms) {
        Matrix product = Matrix.of(a.rows(), b.columns());
        for (int i = 0; i < a.rows(); i++)
            for (int j = 0; j < b.columns(); j++) {
                double sum = 0;
                for (int k = 0; k < a.columns(); k += terms) {
                    double some = a.get(i, k) * b.get(k, j);
                    if (terms == 2 && k + 1 < a.columns()) some += a.get(i, k + 1) * b.get(k + 1, j);
                    sum += some;
                }
                product.values()[i * b.columns() + j] = sum;
            }
        return product;
    }

    /** A third of the entries are zero. */
    private static Matrix sparse(int rows, int columns, RandomStream coins) {
        return Matrix.normal(rows, columns, coins).map(x -> Math.abs(x) < 0.43 ? 0 : x);
    }

    private static SparseMatrix sparse(Matrix m) {
        int[] start = new int[m.rows() + 1];
        int[] index = new int[m.values().length];
        double[] values = new double[index.length];
        int count = 0;
        for (int i = 0; i < m.rows(); i++) {
            for (int j = 0; j < m.columns(); j++)
                if (m.get(i, j) != 0) {
                    index[count] = j;
                    values[count++] = m.get(i, j);
                }
            start[i + 1] = count;
        }
        return SparseMatrix.of(m.columns(), start, Arrays.copyOf(index, count), Arrays.copyOf(values, count));
    }

    private static void assertSame(Matrix expected, Matrix found) {
        assertArrayEquals(expected.values(), found.values());
    }
}
