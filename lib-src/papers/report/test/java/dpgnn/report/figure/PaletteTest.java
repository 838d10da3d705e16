package dpgnn.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.render.Palette;
import dpgnn.report.render.SceneShape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaletteTest {
    private static final double[][] EVERYBODY = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    /** Machado, Oliveira and Fernandes (2009), without red and without green cones, on linear light. */
    private static final double[][] NO_RED = {
        {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}
    };

    private static final double[][] NO_GREEN = {
        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
    };

    @Test
    void twelveColoursDifferForEverybody() {
        assertEquals(12, Palette.size());
        for (double[][] eyes : new double[][][] {EVERYBODY, NO_RED, NO_GREEN}) {
            for (int i = 0; i < 12; i++) {
                double[] a = lab(Palette.colour(i), eyes);
                assertTrue(a[0] < 67, "dark enough on white paper: " + i);
                for (int j = 0; j < i; j++) {
                    double[] b = lab(Palette.colour(j), eyes);
                    double distance = Math.sqrt(square(a[0] - b[0]) + square(a[1] - b[1]) + square(a[2] - b[2]));
                    assertTrue(distance > 26, i + " and " + j + " differ by " + distance);
                }
            }
        }
    }

    /** Grey print leaves lightness, dashes and markers. */
    @Test
    void whatIsAlikeInGreyHasAnotherDashOrMarker() {
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < i; j++) {
                assertNotEquals(sign(i), sign(j), "markers of " + i + " and " + j);
                boolean dashed = Arrays.equals(Palette.dash(i), Palette.dash(j));
                double lightness = lab(Palette.colour(i), EVERYBODY)[0] - lab(Palette.colour(j), EVERYBODY)[0];
                assertTrue(!dashed || Math.abs(lightness) > 2, i + " and " + j + " are lines alike in grey");
            }
        }
    }

    @Test
    void aMethodKeepsItsColourWhateverStandsBesideIt() {
        int alone = SeriesColours.of(List.of("GAP")).get("GAP");
        Map<String, Integer> many = SeriesColours.of(List.of("x", "naive DP-SGD", "GAP, 3 seeds", "DRW-R", "GAPs"));
        assertEquals(alone, many.get("GAP, 3 seeds"));
        assertNotEquals(alone, many.get("GAPs"), "another word");
        assertEquals(5, many.values().stream().distinct().count());
        assertEquals(Map.of("a", 0, "b", 1), SeriesColours.of(List.of("a", "b", "a")));
        Map<String, Integer> both = SeriesColours.of(List.of("GAP, hops", "GAP"));
        assertEquals(alone, both.get("GAP"), "the very name comes first");
        assertNotEquals(alone, both.get("GAP, hops"));
    }

    /** Its outline and whether it is full. */
    private static List<Object> sign(int index) {
        SceneShape shape = Marker.of(index, 0, 0, 1, Palette.INK);
        if (shape instanceof SceneShape.Polygon p)
            return List.of(Arrays.toString(p.x()), Arrays.toString(p.y()), p.fill());
        if (shape instanceof SceneShape.Rect r) return List.of("square", r.fill());
        return List.of("circle", ((SceneShape.Circle) shape).fill());
    }

    private static double square(double v) {
        return v * v;
    }

    private static double[] lab(int colour, double[][] eyes) {
        double[] light = new double[3], seen = new double[3];
        for (int i = 0; i < 3; i++) {
            double v = (colour >> (16 - 8 * i) & 255) / 255.0;
            light[i] = v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
        }
        for (int i = 0; i < 3; i++) {
            double sum = eyes[i][0] * light[0] + eyes[i][1] * light[1] + eyes[i][2] * light[2];
            seen[i] = Math.max(0, Math.min(1, sum));
        }
        double x = f((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
        double y = f(0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
        double z = f((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double f(double t) {
        return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
}
