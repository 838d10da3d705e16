package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.GaussianDp;
import org.junit.jupiter.api.Test;

class CurveSectionTest {
    /** A Gaussian's exact curve, which counts as the upper bound here. */
    private static ProfileBound gaussian(double mu) {
        GaussianDp exact = new GaussianDp(mu);
        return new ProfileBound() {
            @Override
            public double delta(double epsilon) {
                return exact.delta(epsilon);
            }

            @Override
            public double epsilon(double delta) {
                return exact.epsilon(delta);
            }
        };
    }

    @Test
    void neverBelowTheCurveAndNearItInTheCell() {
        for (double mu : new double[] {0.01, 0.7, 5})
            for (double delta : new double[] {0.01, 1e-5, 1e-12}) {
                ProfileBound curve = gaussian(mu);
                int cell = ProfileBound.cell(delta);
                ProfileBound section = CurveSection.of(curve, cell);
                double middle = curve.epsilon(delta);
                for (double e = 0; e < 2 * middle + 0.01; e += middle / 40 + 1e-4)
                    assertTrue(
                            section.delta(e) >= curve.delta(e),
                            "mu " + mu + ", " + e + ": " + section.delta(e) + " below " + curve.delta(e));
                for (double d = ProfileBound.least(cell); d < 1.08 * ProfileBound.least(cell); d *= 1.003) {
                    double exact = curve.epsilon(d), found = section.epsilon(d);
                    assertTrue(found >= exact * (1 - 1e-12), "mu " + mu + " at " + d + ": " + found);
                    assertEquals(exact, found, 2e-5 * exact, "mu " + mu + " at " + d);
                }
            }
    }

    @Test
    void whatReachesNoDeltaOfTheCellBoundsNothing() {
        assertSame(ProfileBound.NOTHING, CurveSection.of(ProfileBound.NOTHING, 50));
    }

    @Test
    void aDeltaThatIsMetIsReached() {
        ProfileBound curve = gaussian(0.7), section = CurveSection.of(curve, ProfileBound.cell(1e-5));
        double last = section.delta(1e6);
        assertEquals(0, section.epsilon(section.delta(0)));
        assertEquals(curve.epsilon(last), section.epsilon(last), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, section.epsilon(Math.nextDown(last)));
    }
}
