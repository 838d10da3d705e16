package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against ln(integral of above^a below^(1-a)) / (a-1), by a trapezoidal rule of 60 digits in mpmath, halved until 17 agree. */
class RdpOracleTest {
    @ParameterizedTest
    @CsvSource({
        "replace, 1e-05, 500.0, 1.01, 8.07999999969835e-16",
        "forward, 0.5, 0.7, 1.1, 0.35207051785686707",
        "backward, 0.003, 0.3, 1.01, 0.0011304986806862684",
        "forward, 1e-05, 30.0, 1.01, 5.6142294881186827e-14",
        "forward, 0.5, 500.0, 1.1, 5.5000032999984054e-7",
        "forward, 0.5, 30.0, 8, 0.0011134303041698532",
        "forward, 1e-08, 2.0, 33.3, 4.7290236480632749e-16",
        "backward, 1e-08, 30.0, 64, 3.5575315934248816e-18",
        "replace, 0.97, 500.0, 200, 0.001505439790850843",
        "replace, 0.1, 0.3, 2.5, 10.156608599411643",
        "forward, 0.5, 0.7, 1.01, 0.31003265160690786",
        "forward, 0.97, 30.0, 1.5, 0.00078409639918059163",
        "forward, 0.5, 0.3, 1.1, 2.9117818969559581",
        "forward, 0.1, 0.3, 8, 41.812918623879824",
        "backward, 0.97, 500.0, 20, 3.7635912449220232e-5",
        "backward, 1e-08, 0.7, 20, 6.6968593689096861e-15",
        "forward, 1e-08, 0.3, 33.3, 166.00901954261257",
        "forward, 0.1, 2.0, 3.7, 0.0055040530245300751",
        "backward, 0.97, 30.0, 1.1, 0.00057497427515788972",
        "forward, 0.003, 0.7, 20, 14.293275907080838",
        "replace, 0.5, 2.0, 200, 24.996516848338895",
        "backward, 0.1, 500.0, 1.1, 2.2000026927991836e-8",
        "forward, 0.003, 500.0, 1.01, 1.8180036144389632e-11",
        "forward, 1e-05, 0.3, 33.3, 173.13063721413286",
        "forward, 1e-05, 0.7, 8, 2.6822564297361374e-9",
        "replace, 0.003, 500.0, 1.1, 7.9199999052658653e-11",
        "backward, 0.1, 2.0, 2, 0.0026284032888461316",
        "backward, 1e-08, 2.0, 1.5, 2.1301906086003262e-17",
        "forward, 0.003, 500.0, 20, 3.6000079752163478e-10",
        "forward, 0.1, 0.7, 33.3, 31.605719279561267",
        "forward, 0.97, 0.7, 1.1, 1.0631624222096664",
        "replace, 1e-05, 0.7, 1.01, 7.6404180682784854e-10",
        "forward, 1e-08, 30.0, 200, 1.1117286261970036e-17",
        "backward, 1e-08, 30.0, 1.5, 8.3379646778851844e-20",
        "backward, 0.1, 30.0, 1.01, 5.6130692696289505e-6",
        "forward, 0.003, 30.0, 20, 1.0006156696511384e-7",
        "forward, 0.003, 2.0, 64, 2.0986971943539837",
        "forward, 0.003, 0.3, 2, 0.47136860712790379",
        "replace, 0.5, 2.0, 1.01, 0.11884119724467836",
        "backward, 1e-08, 2.0, 20, 2.8402539814307983e-16",
        "forward, 1e-05, 500.0, 64, 1.2800025631777985e-14",
        "forward, 0.1, 500.0, 8, 1.600006624030728e-7",
        "backward, 0.5, 30.0, 20, 0.0027628153024213406",
        "backward, 0.5, 500.0, 8, 3.9999700002439981e-6",
        "forward, 0.5, 0.3, 2.5, 12.733643685009392",
        "replace, 1e-05, 0.3, 1.5, 1.9395552892780482e-6",
        "forward, 0.003, 30.0, 2.5, 1.2506967756215215e-8",
        "replace, 0.003, 2.0, 2, 9.0852673126109345e-6",
        "forward, 1e-08, 500.0, 20, 4.0000080000135469e-21",
        "replace, 0.5, 2.0, 2, 0.23551916333957542",
        "forward, 0.1, 30.0, 2.5, 1.3897225985348476e-5",
        "replace, 1e-08, 0.7, 33.3, 14.988611389347272",
        "replace, 0.97, 2.0, 8, 3.2793961446481611",
        "forward, 0.97, 2.0, 1.1, 0.12948212726159485",
        "forward, 0.97, 0.3, 2.5, 13.838123546059584",
        "forward, 1e-05, 2.0, 20, 2.8404131317794708e-10",
        "forward, 0.003, 30.0, 2, 1.000555756368482e-8",
        "forward, 0.97, 0.7, 2.5, 2.5026850183663055",
        "backward, 0.5, 500.0, 2, 9.9999850000299999e-7",
        "replace, 0.97, 2.0, 1.01, 0.4711501337252399",
        "backward, 0.1, 30.0, 1.1, 6.1131887135442913e-6",
        "replace, 1e-08, 0.7, 2, 1.5133929996990467e-15",
        "replace, 1e-08, 500.0, 1.1, 8.8000000000231157e-22",
        "replace, 0.97, 0.3, 3.7, 24.020373057433535",
        "replace, 1e-05, 2.0, 1.5, 7.5783449235611116e-11",
        "forward, 1e-05, 30.0, 33.3, 1.8510288028786404e-12",
        "forward, 0.003, 2.0, 33.3, 4.3853405927491371e-5",
        "backward, 0.003, 0.7, 3.7, 9.2949376292983599e-5",
        "forward, 1e-08, 0.3, 20, 91.720920854319156",
        "replace, 1e-05, 500.0, 1.1, 8.7999999996714709e-16",
        "forward, 0.97, 0.7, 3.7, 3.7339414422088703",
        "forward, 0.1, 0.7, 2.5, 0.11914412563866516",
        "forward, 1e-08, 500.0, 2.5, 5.0000100000134336e-22",
        "replace, 0.1, 0.7, 1.1, 0.047380571586564594",
        "replace, 0.1, 2.0, 33.3, 1.8968819149799344",
        "backward, 1e-05, 0.3, 1.1, 3.9697030666891435e-7",
        "forward, 0.97, 30.0, 2, 0.0010454787586622934",
        "backward, 0.5, 0.7, 64, 0.63069959506098545",
        "backward, 0.1, 500.0, 64, 1.2799725831652661e-6",
        "forward, 1e-05, 30.0, 64, 3.557534048988801e-12",
        "forward, 0.5, 30.0, 64, 0.0090484547625502172",
        "forward, 0.97, 500.0, 1.01, 1.9006180056334352e-6",
        "backward, 1e-05, 2.0, 64, 9.0869770900092098e-10",
        "replace, 0.5, 0.3, 8, 44.34542341865017",
        "replace, 0.1, 0.15, 1.5, 26.530941692020569",
        "replace, 0.1, 0.1, 1.1, 30.224929129774408",
        "replace, 0.001, 0.07, 1.01, 0.16144299772344405",
        "backward, 0.5, 0.07, 1.01, 0.69314718055855916",
        "replace, 0.5, 0.05, 1.01, 145.14176644025551"
    })
    void divergence(String pair, double rate, double multiplier, double order, double expected) {
        ShiftMixture mixture = ShiftMixture.sampled(rate, 1 / multiplier);
        double ours =
                switch (pair) {
                    case "forward" -> MixtureDivergence.upper(mixture, ShiftMixture.NONE, order);
                    case "backward" -> MixtureDivergence.upper(ShiftMixture.NONE, mixture, order);
                    default -> MixtureDivergence.upper(mixture, ShiftMixture.sampled(rate, -1 / multiplier), order);
                };
        double error = ours / expected - 1;
        // The logarithms that are subtracted grow as a²/m², and so does what rounding can do.
        double rounding = 1e-15 * order * order / (multiplier * multiplier) / (1 + expected * (order - 1));
        assertTrue(error >= 0, "below the true value by " + error);
        assertTrue(error < 2e-12 + 8 * rounding, "above the true value by " + error);
    }
}
