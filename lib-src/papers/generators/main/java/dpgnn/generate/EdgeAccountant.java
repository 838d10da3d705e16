package dpgnn.generate;

import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.numeric.GaussianDp;

/**
 * The accountant of this package: exact where all is Gaussian, by privacy-loss distributions otherwise.
 *
 * <p><b>Guarantee.</b> Gaussian mechanisms compose exactly. A composition with a Laplace count is also bounded by the sum of
 * both epsilons (basic composition with a pure mechanism), which serves where the first part's epsilon is too large for a
 * distribution on a grid; the smaller bound is returned.
 */
record EdgeAccountant(PldAccountant general) implements Accountant {
    /** Above this a grid of privacy losses brings nothing: e^epsilon is beyond any use. */
    private static final double LARGE = 30;

    static EdgeAccountant standard() {
        return new EdgeAccountant(PldAccountant.standard());
    }

    @Override
    public String version() {
        return name() + " 1 with " + general.version();
    }

    @Override
    public String name() {
        return "exact Gaussian and PLD";
    }

    @Override
    public boolean supports(Event event) {
        return general.supports(event);
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        if (event instanceof Event.Repeated r && r.event() instanceof Event.Gaussian g)
            return GaussianDp.of(g.scale(), r.times()).epsilon(delta);
        if (event instanceof Event.Laplace l) return 1 / l.scale();
        if (event instanceof Event.Composed c
                && c.events().size() == 2
                && c.events().get(1) instanceof Event.Laplace l) {
            double sum = epsilon(c.events().get(0), delta) + 1 / l.scale();
            return sum > LARGE ? sum : Math.min(sum, general.epsilon(event, delta));
        }
        return general.epsilon(event, delta);
    }

    @Override
    public String remark(Event event, double delta) {
        boolean closed = event instanceof Event.Laplace
                || event instanceof Event.Repeated r && r.event() instanceof Event.Gaussian
                || epsilon(event, delta) > LARGE;
        return closed ? "" : general.remark(event, delta);
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        if (event instanceof Event.Repeated r && r.event() instanceof Event.Gaussian g)
            return GaussianDp.of(g.scale(), r.times()).delta(epsilon);
        return general.delta(event, epsilon);
    }
}
