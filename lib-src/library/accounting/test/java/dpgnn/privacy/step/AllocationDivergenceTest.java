package dpgnn.privacy.step;

import static dpgnn.privacy.Laws.bell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.account.FilterAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Divergences of epochs against sums over all ways, integrals in two and three dimensions, and worlds of stars. */
class AllocationDivergenceTest {
    private static final RdpAccountant RDP = RdpAccountant.standard();

    /** E W_1^a ... W_t^z over all ways to give n factors to t batches. */
    private static double moment(int batches, int n, double mu) {
        if (batches == 0) return n == 0 ? 1 : 0;
        double sum = 0, ways = 1;
        for (int k = 0; k <= n; k++) {
            sum += ways * Math.exp(k * (k - 1) / 2.0 * mu * mu) * moment(batches - 1, n - k, mu);
            ways *= (n - k) / (k + 1.0);
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 0.7", "4, 2", "7, 1.3", "12, 5", "2, 0.25"})
    void wholeMomentsAreSumsOverAllWays(int batches, double scale) {
        for (int n = 2; n <= 9; n++) {
            double exact = Math.log(moment(batches, n, 1 / scale) / Math.pow(batches, n)) / (n - 1);
            double found = RDP.rdp(new Event.RandomAllocation(batches, scale), n);
            assertTrue(found >= exact * (1 - 1e-11), found + " below " + exact + " at " + n);
            // the other direction is known from cells
            assertTrue(found <= exact * 1.004, found + " above " + exact + " at " + n);
        }
    }

    /** E of a function of S under world 0 by midpoints, of two or three batches. */
    private static double integral(int batches, double mu, double order, ToDoubleBiFunction<Double, Double> of) {
        double step = batches == 2 ? 0.05 : 0.2, reach = 9 + order * mu, sum = 0;
        int n = (int) (2 * reach / step);
        double[] w = new double[n], bell = new double[n];
        for (int i = 0; i < n; i++) {
            double x = -reach + (i + 0.5) * step;
            w[i] = Math.exp(mu * x - mu * mu / 2);
            bell[i] = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * step;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < (batches == 2 ? 1 : n); k++) {
                    double s = (w[i] + w[j] + (batches == 2 ? 0 : w[k])) / batches;
                    sum += bell[i] * bell[j] * (batches == 2 ? 1 : bell[k]) * of.applyAsDouble(s, order);
                }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 3", "2, 0.5", "3, 1", "3, 2"})
    void bothDirectionsAreBelowAtEveryOrder(int batches, double scale) {
        for (double order : batches == 2 ? new double[] {1.2, 2, 2.5, 3.3, 6, 9.7} : new double[] {1.5, 2.4, 5}) {
            double there = Math.log(integral(batches, 1 / scale, order, Math::pow)) / (order - 1);
            double back = Math.log(integral(batches, 1 / scale, order, (s, a) -> Math.pow(s, 1 - a))) / (order - 1);
            double found = RDP.rdp(new Event.RandomAllocation(batches, scale), order), exact = Math.max(there, back);
            assertTrue(found >= exact * (1 - 1e-6), found + " below " + there + ", " + back + " at " + order);
            // below 2 the divergence of order 2 is taken
            if (order > 2) assertTrue(found <= exact * 1.1, found + " above " + exact + " at " + order);
        }
    }

    /** Without what hides the batch: one batch, so little noise, orders beyond all moments. */
    @Test
    void theEndsAreGaussian() {
        for (double order : new double[] {1.01, 2, 7.5, 300, 1e5}) {
            assertEquals(order / 8, RDP.rdp(new Event.RandomAllocation(1, 2), order), 1e-13 * order);
            assertEquals(9 * order / 8, RDP.rdp(new Event.AllocatedStars(1, 1, 2), order), 1e-11 * order);
            assertEquals(121 * order / 50, RDP.rdp(new Event.AllocatedStars(1, 5, 5), order), 1e-11 * order);
            for (int t : new int[] {2, 100, 1_000_000})
                for (double scale : Extent.some(List.of(0.01, 0.2, 1.0, 30.0), 1)) {
                    double found = RDP.rdp(new Event.RandomAllocation(t, scale), order);
                    assertTrue(found > 0 && found <= order / (2 * scale * scale) * (1 + 1e-12), t + ", " + scale);
                }
        }
    }

    @Test
    void moreBatchesMoreNoiseAndLowerOrdersRevealLess() {
        double before = Double.POSITIVE_INFINITY;
        for (int t : new int[] {1, 2, 3, 4, 7, 8, 31, 500, 10_000}) {
            double found = RDP.rdp(new Event.RandomAllocation(t, 1), 4);
            assertTrue(found < before, t + " batches: " + found + " after " + before);
            before = found;
        }
        for (double scale = 0.25, last = 1e9; scale < 9; scale *= 1.4) {
            double found = RDP.rdp(new Event.RandomAllocation(50, scale), 6);
            assertTrue(found < last, scale + ": " + found);
            last = found;
        }
        for (double order = 1.5, last = 0; order < 600; order *= 1.1) {
            double found = RDP.rdp(new Event.RandomAllocation(50, 2), order);
            assertTrue(found >= last * (1 - 1e-3), order + ": " + found + " after " + last);
            last = found;
        }
    }

    /** Another accountant's lower bound is below, and at large noise near. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/allocations.csv")
    @Extent.OneIn(5)
    void noEpsilonIsBelowThatOfPrivacyLosses(int batches, double scale, long epochs, int homes) {
        Event one = homes == 0
                ? new Event.RandomAllocation(batches, scale)
                : new Event.AllocatedStars(batches, homes, scale);
        Event all = new Event.Repeated(one, epochs);
        for (double delta : new double[] {1e-3, 1e-5, 1e-9}) {
            double low = PldAccountant.standard().bounds(all, delta).lower(), found = RDP.epsilon(all, delta);
            assertTrue(found > low, found + " below " + low);
            double filtered =
                    FilterAccountant.favouring(RDP.answer(all, delta).order()).epsilon(all, delta);
            assertTrue(filtered >= found && filtered <= 1.05 * found + 0.1, filtered + " for " + found);
        }
        if (scale >= 2 && homes == 0 && batches <= 1000)
            assertTrue(RDP.epsilon(all, 1e-5)
                    < 1.12 * PldAccountant.standard().bounds(all, 1e-5).upper());
    }

    /** One home and two batches: a star leaves, another comes, and that of the node. Instances by midpoints of squares. */
    @Test
    void starsShowNoMoreThanTheirChain() {
        double[][] ways = {{-1, 1, 1}, {1, -1, -1}, {0, 1, 1}, {1, 0, 1}, {-1, 1, 0.3}};
        double worst = 0;
        for (double m : new double[] {1.5, 4})
            for (double[] g : ways)
                for (double order : new double[] {1.5, 2, 3, 4.5}) {
                    double there = 0, back = 0, step = m / 8, reach = 3 + m * (7 + 2 * order / m);
                    for (double x = -reach; x <= reach; x += step)
                        for (double y = -reach; y <= reach; y += step) {
                            double p = 0, q = 0;
                            for (int home = 0; home < 2; home++) {
                                q += bell(x - (home == 0 ? g[0] : 0), y - (home == 1 ? g[0] : 0), m) / 2;
                                for (int own = 0; own < 2; own++) {
                                    double a = (home == 0 ? g[1] : 0) + (own == 0 ? g[2] : 0);
                                    p += bell(x - a, y - g[1] - g[2] + a, m) / 4;
                                }
                            }
                            if (!(p > 1e-250 && q > 1e-250)) continue;
                            there += p * Math.pow(p / q, order - 1);
                            back += q * Math.pow(q / p, order - 1);
                        }
                    double exact = Math.log(Math.max(there, back) * step * step) / (order - 1);
                    double found = RDP.rdp(new Event.AllocatedStars(2, 1, m), order);
                    assertTrue(exact <= found * 1.0001, exact + " above " + found + " at " + order);
                    worst = Math.max(worst, exact / found);
                }
        assertTrue(worst > 0.7, "instances come to " + worst);
    }

    /** A choice among trainings costs more than one of them, and as much as among those of Poisson samples or less. */
    @Test
    void aChoiceIsPaidFor() {
        Event training = new Event.Repeated(new Event.RandomAllocation(50, 3), 20);
        Event poisson = new Event.Repeated(new Event.PoissonSampled(0.02, 3, Relation.ADD_REMOVE), 1000);
        for (RunCount runs : List.of(RunCount.poisson(5), RunCount.geometric(0.2))) {
            double found = RDP.epsilon(new Event.BestOf(List.of(training), runs), 1e-5);
            assertTrue(found > RDP.epsilon(training, 1e-5), "" + found);
            assertTrue(found <= RDP.epsilon(new Event.BestOf(List.of(poisson), runs), 1e-5) * 1.01, "" + found);
        }
    }
}
