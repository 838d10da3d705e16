package dpgnn.privacy;

import static dpgnn.privacy.Laws.bell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.account.PldAccountant;
import org.junit.jupiter.api.Test;

/** Lemmas 12 and 13 of docs/proofs.md: what a term in a Poisson sample can show, by sums over grids. */
class ReplacePairTest {
    /** Of one record whose terms in the two worlds have these lengths and enclose this angle. */
    private static double stick(double gamma, double rate, double one, double other, double angle) {
        double h = 0.05, sum = 0, x1 = other * Math.cos(angle), y1 = other * Math.sin(angle);
        for (double x = -8; x <= 8; x += h)
            for (double y = -8; y <= 8; y += h) {
                double base = bell(x, 1) * bell(y, 1);
                double p = (1 - rate) * base + rate * bell(x - one, 1) * bell(y, 1);
                double q = (1 - rate) * base + rate * bell(x - x1, 1) * bell(y - y1, 1);
                sum += h * h * Math.max(0, p - gamma * q);
            }
        return sum;
    }

    @Test
    void termsOfAnyDirectionStayBelowThePair() {
        for (double gamma : new double[] {0.7, 1, 1.1, 1.6})
            for (double rate : new double[] {0.1, 0.6}) {
                double pair = stick(gamma, rate, 1, 1, Math.PI);
                for (double angle : new double[] {0, 1, 2, 2.8, Math.PI})
                    for (double other : new double[] {0, 0.6, 1}) {
                        double shown = stick(gamma, rate, 1, other, angle);
                        assertTrue(shown <= pair + 1e-6, gamma + ", " + rate + ", " + angle + ", " + other);
                    }
                // half of the relation, as if the record came or went, must not be enough
                assertTrue(pair > stick(gamma, rate, 1, 0, 0) + 1e-3);
            }
    }

    /** The event's exact curve, over one step and over two, lies between what the accountant proves. */
    @Test
    void theEventsStateTheirPairs() {
        double multiplier = 1.2, rate = 0.3, epsilon = 0.4, h = 0.01;
        for (Relation relation : new Relation[] {Relation.ADD_REMOVE, Relation.REPLACE}) {
            double down = relation == Relation.REPLACE ? -1 : 0;
            int n = (int) (20 / h);
            double[] p = new double[n], q = new double[n];
            for (int i = 0; i < n; i++) {
                double x = -10 + (i + 0.5) * h, base = (1 - rate) * bell(x, multiplier);
                p[i] = h * (base + rate * bell(x - 1, multiplier));
                q[i] = h * (base + rate * bell(x - down, multiplier));
            }
            double forward = 0, backward = 0, twice = 0, back = 0;
            double gamma = Math.exp(epsilon);
            for (int i = 0; i < n; i++) {
                forward += Math.max(0, p[i] - gamma * q[i]);
                backward += Math.max(0, q[i] - gamma * p[i]);
                for (int j = i % 3; j < n; j += 3) {
                    twice += 3 * Math.max(0, p[i] * p[j] - gamma * q[i] * q[j]);
                    back += 3 * Math.max(0, q[i] * q[j] - gamma * p[i] * p[j]);
                }
            }
            Event event = new Event.PoissonSampled(rate, multiplier, relation);
            between(Math.max(forward, backward), PldAccountant.standard().deltaBounds(event, epsilon));
            between(Math.max(twice, back), PldAccountant.standard().deltaBounds(new Event.Repeated(event, 2), epsilon));
            if (relation == Relation.REPLACE) assertEquals(forward, backward, 1e-9);
        }
    }

    private static void between(double exact, PldAccountant.Bounds bounds) {
        assertTrue(
                bounds.lower() <= exact * (1 + 1e-4) && exact <= bounds.upper() * (1 + 1e-4),
                exact + " not in " + bounds);
        assertTrue(bounds.upper() < 1.01 * exact, exact + " far below " + bounds);
    }
}
