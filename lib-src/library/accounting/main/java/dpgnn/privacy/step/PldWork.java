package dpgnn.privacy.step;

import dpgnn.privacy.Event;

/**
 * Decides which events need more work than an answer by privacy-loss distributions is worth. It is estimated from the
 * parameters alone, so that every machine refuses the same: some ten seconds of one core is what the limits stand for.
 */
final class PldWork {
    /** Deviations that a line of cells may span, times the number of different shifts on it. */
    private static final double MOST_CELLS = 2e6;

    /** The most cells that HeterPoisson may take, which is cut for many states and many intervals of degrees. */
    private static final double MOST_STATE_CELLS = 9e4;

    /** Cells of a line however short it is. */
    private static final double FEWEST_CELLS = 500;

    /** The noise of random allocation below which its density ratio spans too many orders of magnitude. */
    static final double LEAST_ALLOCATED = 0.2;

    private static final double MOST_COUNTS = 1200;
    private static final double MOST_SIGMA = 20_000;
    private static final double MOST_SENSITIVITY = 1e6;
    private static final int MOST_DEGREE = 100_000_000;

    private PldWork() {}

    /** A line on which so many shifts lie. */
    static String span(Event event, double shifts) {
        return span(event, event.shift(), shifts, MOST_CELLS);
    }

    static String allocated(double multiplier) {
        if (multiplier >= LEAST_ALLOCATED) return null;
        return "privacy-loss distributions of random allocation take multipliers of at least " + LEAST_ALLOCATED
                + ", was " + multiplier;
    }

    static String discrete(double sigma, double sensitivity) {
        if (sigma > MOST_SIGMA)
            return "sigma of a discrete Gaussian must be at most " + MOST_SIGMA
                    + " for its privacy-loss distribution, was " + sigma;
        if (sensitivity > MOST_SENSITIVITY)
            return "sensitivity of a discrete Gaussian must be at most " + MOST_SENSITIVITY
                    + " for its privacy-loss distribution, was " + sensitivity;
        return null;
    }

    private static String span(Event event, double shift, double shifts, double most) {
        double cells = (4 * shift / event.scale() + FEWEST_CELLS) * shifts;
        if (cells <= most) return null;
        double room = (most / shifts - FEWEST_CELLS) / 4;
        return room > 0
                ? "privacy-loss distributions take shifts of at most " + room + " deviations here, the largest was "
                        + shift / event.scale() + ": a larger multiplier is needed; the event was " + event
                : "privacy-loss distributions take at most " + (long) (most / FEWEST_CELLS)
                        + " different shifts here, there were about " + (long) shifts + "; the event was " + event;
    }

    static String heterPoisson(Event.HeterPoisson h) {
        if (h.maxOutDegree() > MOST_DEGREE)
            return "maxOutDegree must be at most " + MOST_DEGREE + " for privacy-loss distributions, was "
                    + h.maxOutDegree();
        if (h.rate() == 0) return null;
        // about the most stars that a node enters: a Poisson number's far tail
        double mean = Math.min(h.peripherals(), h.maxOutDegree()) * (h.proof() == Event.Proof.PUBLISHED ? h.rate() : 1);
        double stars = Math.min(h.maxOutDegree(), mean + 9 * Math.sqrt(mean) + 20);
        return span(h, 2 * stars + 1, h.enforced() ? stars + 2 : 2 * stars + 2, MOST_STATE_CELLS);
    }

    static String hypergeometric(Event.Hypergeometric h) {
        double n = h.population(), part = h.affected() / n, batch = h.batch();
        double variance = batch * part * (1 - part) * (n - batch) / Math.max(1, n - 1);
        double counts = Math.min(Math.min(h.affected(), h.batch()), 24 * Math.sqrt(variance)) + 1;
        if (counts > MOST_COUNTS)
            return "affected and batch must leave at most " + MOST_COUNTS
                    + " probable counts of affected terms for privacy-loss distributions, left about "
                    + Math.rint(counts)
                    + " for " + h + "; Rényi accounting takes more";
        return span(h, 1);
    }
}
