package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Table;
import org.junit.jupiter.api.Test;

class ClipPlaneTest {
    private static final String CLIPPED = "both, clipped";

    private static double[] column(float[] one, float[] other, double clip, String series, String axis) {
        Table points = ClipPlane.of("plane", one, other, clip).points();
        return points.where("series", series).numbers(axis);
    }

    @Test
    void lengthsAndAnglesAreThoseOfTheGradients() {
        float[] one = {3, 0, 4}, other = {0, 2, 0};
        assertArrayEquals(new double[] {0, 5}, column(one, other, 1, "gradient", "x"), 1e-12);
        assertArrayEquals(new double[] {0, 2}, column(one, other, 1, "of the other graph", "y"), 1e-12);
        assertArrayEquals(new double[] {1, 0}, column(one, other, 1, CLIPPED, "x"), 1e-12);
        assertArrayEquals(new double[] {0, 1}, column(one, other, 1, CLIPPED, "y"), 1e-12);
    }

    @Test
    void whatIsShorterThanTheCircleStaysAsItIs() {
        float[] one = {1, 0}, other = {-0.5f, 0};
        assertArrayEquals(new double[] {1, -0.5}, column(one, other, 2, CLIPPED, "x"), 1e-12);
        double[] x = column(one, other, 2, "norm C", "x"), y = column(one, other, 2, "norm C", "y");
        for (int i = 0; i < x.length; i++) assertEquals(2, Math.hypot(x[i], y[i]), 1e-12);
    }

    @Test
    void saysWhatWouldBeRight() {
        float[] one = {1, 0};
        assertTrue(assertThrows(IllegalArgumentException.class, () -> ClipPlane.of("plane", one, new float[3], 1))
                .getMessage()
                .contains("2 numbers"));
        assertThrows(IllegalArgumentException.class, () -> ClipPlane.of("plane", one, one, 0));
        assertThrows(IllegalArgumentException.class, () -> ClipPlane.of("plane", new float[2], one, 1));
    }
}
