package dpgnn.study.text;

import dpgnn.base.Check;
import dpgnn.report.figure.Figure;

/** A picture of two gradients in the plane that they span, and of what a clip leaves of them: a point within a circle. */
public final class ClipPlane {
    private static final int CORNERS = 72;

    private ClipPlane() {}

    /**
     * The first gradient points to the right.
     *
     * @param clip the radius of the circle
     */
    public static Figure of(String title, float[] one, float[] other, double clip) {
        Check.that(one.length == other.length, "other", "of " + one.length + " numbers", other.length);
        Check.that(clip > 0, "clip", "above 0", clip);
        double length = Math.sqrt(dot(one, one));
        Check.that(length > 0, "one", "not zero", length);
        double along = dot(one, other) / length;
        double across = Math.sqrt(Math.max(0, dot(other, other) - along * along));
        double first = Math.min(1, clip / length), second = Math.min(1, clip / Math.hypot(along, across));
        double[] x = new double[CORNERS + 1], y = new double[CORNERS + 1];
        for (int i = 0; i <= CORNERS; i++) {
            x[i] = clip * Math.cos(2 * Math.PI * i / CORNERS);
            y[i] = clip * Math.sin(2 * Math.PI * i / CORNERS);
        }
        double reach = 1.1 * Math.max(clip, Math.max(length, Math.hypot(along, across)));
        double[] ends = {first * length, second * along}, heights = {0, second * across};
        return Figure.of(title)
                .curve("norm C", x, y)
                .curve("gradient", new double[] {0, length}, new double[] {0, 0})
                .curve("of the other graph", new double[] {0, along}, new double[] {0, across})
                .points("both, clipped", ends, heights)
                .xRange(-reach, reach)
                .yRange(-reach, reach)
                .size(300, 300);
    }

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += (double) a[i] * b[i];
        return sum;
    }
}
