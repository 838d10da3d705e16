package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the formulas of Mironov 2017 and of Canonne, Kamath and Steinke 2020, worked out with sixty digits. */
class RdpConversionTest {
    private static final double EPSILON = 1.25;

    private static void up(BigDecimal truth, double ours, double size, String what) {
        double over = new BigDecimal(ours).subtract(truth).doubleValue();
        assertTrue(over >= -1e-29 && over <= 4e-15 * size, what + ": " + ours + " is above " + truth + " by " + over);
    }

    /** Divergence, order, delta; epsilon by the classic conversion and the improved; at 1.25 ln of moment and of both deltas. */
    @ParameterizedTest
    @CsvSource({
        "1e-09, 2, 1e-05, 11.512925465970228338286903421672, 10.126631104850337719452439178756, -2.636294360119890618834464180635, -1.249999998999999999999999937718, -10.361632918723205546919332499427",
        "0.3, 1.01, 0.001, 691.075527898213089580710298832217, 685.465374296055022728771478076901, -0.065601536021580726896279103564, -0.009500000000000008548717289614, -0.675112806407423355633865978750",
        "0.01, 1.0000001, 0.5, 6931471.811552394222131561372118039664, 0E-30, -0.000001835809571109314048231658, -1.24000000072399529905953E-7, -2.305083009662448448683656589440",
        "2, 10, 1e-05, 3.279213940552247593142989262155, 2.918010636783971771469044786350, 3.499170266085517604934499717762, 0E-30, -0.072706728934429528486324075050",
        "7.3, 3.5, 1e-12, 18.352408446371419113696015990758, 17.514831022352058984916174331747, 13.031056439951599233961186002410, 0E-30, -0.000337883527162816290422307694",
        "1e-06, 1000000.0, 1e-10, 0.000024025873955814412572908447, 0.000009210349082325431646569572, -1250012.565511057964107482609791600332, -1249997.750001000000000045251842922226, -1250012.565511057964107482609791600332",
        "0.77, 64, 1e-300, 11.734690919019265179356240530036, 11.652928544854940743185145102246, -35.391029572352438359674203128623, -30.239999999999998880895191177842, -35.391029572352438359674203128623",
        "123.4, 1.5, 1e-06, 151.031021115928553983061559885241, 149.121478611044115527710288417390, 60.120228747557783614495307306475, 0E-30, 0E-30",
        "1000, 2, 1e-05, 1011.512925464970228338286903359391, 1010.126631103850337719452439116474, 997.363705638880109381165535757084, 0E-30, 0E-30",
        "0.1, 20, 0.02, 0.305895947654112954909118758715, 0.096932533605826053407384531505, -25.820304866917451023061762977592, -21.849999999999999894528812660610, -25.820304866917451023061762977592",
        "0.0003, 300.5, 1e-08, 0.061804777108355143383473098963, 0.039421531660298875291690768988, -380.988932011692852301359985495563, -374.285150000000000007871177667984, -380.988932011692852301359985495563",
        "40, 1.1, 0.9, 41.053605156578261829769419156330, 37.702608085736643531792403144958, 3.539900292915841314265346456862, 0E-30, -2.124177127646E-18"
    })
    void answersAreRoundedUpAndByNextToNothing(
            double rdp,
            double order,
            double delta,
            BigDecimal classic,
            BigDecimal improved,
            BigDecimal moment,
            BigDecimal classicDelta,
            BigDecimal improvedDelta) {
        double size = rdp - Math.log(delta) / (order - 1) + 2 + Math.log(order) / (order - 1);
        up(classic, RdpConversion.CLASSIC.epsilon(rdp, order, delta), size, "classic epsilon");
        up(improved, RdpConversion.IMPROVED.epsilon(rdp, order, delta), size, "improved epsilon");
        size = (order - 1) * (rdp + EPSILON) + 1 + Math.log(order);
        up(moment, RdpConversion.logMoment(rdp, order, EPSILON), size, "moment");
        up(classicDelta, RdpConversion.CLASSIC.logDelta(rdp, order, EPSILON), size, "classic delta");
        up(improvedDelta, RdpConversion.IMPROVED.logDelta(rdp, order, EPSILON), size, "improved delta");
    }

    @Test
    void whatNothingBounds() {
        double all = Double.POSITIVE_INFINITY;
        assertEquals(all, RdpConversion.logMoment(all, 2, 1));
        for (RdpConversion conversion : RdpConversion.values()) {
            assertEquals(all, conversion.epsilon(all, 2, 1e-5));
            assertEquals(0, conversion.logDelta(all, 2, 1), "a delta of 1");
            assertEquals(-all, conversion.logDelta(1, 2, all), "a delta of 0");
        }
    }
}
