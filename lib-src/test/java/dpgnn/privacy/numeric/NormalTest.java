package dpgnn.privacy.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk")
@Tag("vectors")
class NormalTest {
    private static final double DIGITS = 4e-15;

    private static void near(double exact, double ours, String what) {
        assertEquals(exact, ours, DIGITS * Math.abs(exact), what);
    }

    /** x, density, upper tail, its logarithm, Mills' ratio, with mpmath at 60 digits. */
    @ParameterizedTest
    @CsvSource({
        "-36.5, 2.025341716211746177e-290, 1.0, 0.0, 4.937438418394042642e+289",
        "-8.25, 6.627137455968751536e-16, 0.9999999999999999208, -7.919726314642477655e-17, 1508947123315432.178",
        "-1, 0.2419707245191433498, 0.8413447460685429486, -0.1727537790234498895, 3.477051811703694467",
        "-0.3, 0.3813878154605240869, 0.6179114221889526331, -0.4814101615884812052, 1.620165608706789297",
        "0, 0.3989422804014326779, 0.5, -0.6931471805599453094, 1.253314137315500251",
        "0.0625, 0.398163856686886585, 0.4750823309707527788, -0.7442671616076408823, 1.193182964731915312",
        "0.4375, 0.3625323170404452225, 0.3308743880408792054, -1.106016467954136419, 0.9126755670832121677",
        "0.999, 0.2422126951629854331, 0.1588973456413182863, -1.839496910164777906, 0.656024018618825605",
        "1.3, 0.1713685920478073471, 0.09680048458561032554, -2.335103278662442499, 0.5648671289696161281",
        "2.30001, 0.02832638622580924724, 0.01072382675455598164, -4.535287213666557092, 0.3785808281038368195",
        "6.7, 7.131328123996068857e-11, 1.042097698796518104e-11, -25.28720032315741209, 0.1461295400628087212",
        "12.03, 1.496807404129687194e-32, 1.235803837608645174e-33, -75.77358642979973761, 0.08256264862126323309",
        "25.51, 1.950517402409765214e-142, 7.634393664630064146e-144, -329.5395898708671819, 0.03914035145340491917",
        "37.4, 7.311985345505110231e-305, 1.953681561648992248e-306, -703.9213228832643312, 0.0267188932873063955"
    })
    void allDigitsInBothTails(double x, double density, double upper, double logUpper, double mills) {
        near(density, Normal.density(x), "density");
        near(upper, Normal.upper(x), "upper");
        near(mills, Normal.mills(x), "Mills");
        assertEquals(logUpper, Normal.logUpper(x), DIGITS * Math.max(Math.abs(logUpper), Math.min(1, upper)), "log");
        assertEquals(1, Normal.upper(x) + Normal.upper(-x), DIGITS);
    }

    /** x, logarithm of the upper tail, Mills' ratio, beyond the table. */
    @ParameterizedTest
    @CsvSource({
        "38.99, -764.692950457428606, 0.02563076415400972395",
        "39, -765.0831565643775444, 0.02562420077770030812",
        "39.5, -784.7208791043175772, 0.02530026089837988581",
        "1000, -500007.8266948121843, 0.000999999000002999985",
        "100000000.0, -5000000000000019.34, 9.999999999999999e-9"
    })
    void farTails(double x, double logUpper, double mills) {
        near(mills, Normal.mills(x), "Mills");
        near(logUpper, Normal.logUpper(x), "log");
    }

    /** Pr[a < X <= b]. */
    @ParameterizedTest
    @CsvSource({
        "3, 3.001, 4.425206545128050989e-6",
        "-3.001, -3, 4.425206545128050989e-6",
        "-1, 2, 0.8185946141203637414",
        "0, 1, 0.3413447460685429486",
        "-1, 0, 0.3413447460685429486",
        "-0.5, -0.25, 0.0927561355910893794",
        "20, 21, 2.753624115326955676e-89",
        "-9, -8.5, 9.366675981607934289e-18",
        "-37, -36, 4.182624065797282759e-284",
        "-0.001, 0.002, 0.001196826242791206584"
    })
    void betweenDoesNotCancel(double a, double b, double exact) {
        // a difference of tails, each to its digits
        double size = a >= 0 ? Normal.upper(a) : b <= 0 ? Normal.upper(-b) : 1;
        assertEquals(exact, Normal.between(a, b), DIGITS * size);
    }

    @Test
    void ends() {
        assertEquals(0, Normal.upper(39));
        assertEquals(0, Normal.upper(Double.POSITIVE_INFINITY));
        assertEquals(1, Normal.upper(Double.NEGATIVE_INFINITY));
        assertTrue(Double.isNaN(Normal.upper(Double.NaN)));
        assertEquals(Math.log(Math.sqrt(2 * Math.PI)), Normal.LOG_SQRT_TWO_PI, 2e-16);
    }

    @Test
    void aQuantileIsTheLeastWithItsTail() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            double tail = Math.exp(-700 * random.nextDouble() * random.nextDouble()) / 2;
            double x = Normal.upperQuantile(tail);
            assertTrue(Normal.upper(x) <= tail, "tail " + tail);
            assertTrue(x == 0 || Normal.upper(x - 1e-10) > tail, "tail " + tail);
        }
        for (double tail : new double[] {0.5, 0.7, 1}) assertEquals(0, Normal.upperQuantile(tail));
        assertEquals(0, Normal.upper(Normal.upperQuantile(0)));
    }

    /** Where two knots' series meet they agree, and they begin with the square root of pi/2. */
    @Test
    void theSeriesOfNeighbouringKnotsAgree() {
        double[] table = Normal.taylor();
        int terms = 14, knots = table.length / terms;
        assertTrue((knots - 1) / 8.0 >= 39, knots + " knots");
        near(Math.sqrt(Math.PI / 2), table[0], "at 0");
        for (int i = 0; i + 1 < knots; i++) {
            double left = 0, right = 0;
            for (int n = terms - 1; n >= 0; n--) {
                left = left / 16 + table[i * terms + n];
                right = -right / 16 + table[(i + 1) * terms + n];
            }
            near(left, right, "after knot " + i);
        }
    }
}
