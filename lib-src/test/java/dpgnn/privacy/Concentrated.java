package dpgnn.privacy;

/**
 * Zero-concentrated differential privacy: one number, rho, that adds up over steps. The worked example of the page on
 * accountants.
 *
 * <p><b>Guarantee.</b> Gaussian noise of scale s is 1/(2 s²)-zCDP, so is Laplace noise, as any 1/s-private mechanism is
 * (Bun and Steinke 2016, propositions 1.6 and 1.4); rho adds up (lemma 1.7); rho-zCDP is (rho + 2 sqrt(rho ln(1/delta)),
 * delta)-private (proposition 1.3).
 */
final class Concentrated implements Accountant {
    /** More than the rounding of the few operations below. */
    private static final double UP = 1 + 1e-12;

    @Override
    public String name() {
        return "zCDP";
    }

    @Override
    public String version() {
        return "zCDP 1";
    }

    @Override
    public boolean supports(Event event) {
        if (event instanceof Event.Repeated r) return supports(r.event());
        if (event instanceof Event.Composed c) return c.events().stream().allMatch(this::supports);
        return event instanceof Event.Gaussian || event instanceof Event.Laplace;
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        if (!(delta > 0 && delta < 1)) throw new IllegalArgumentException("delta must be in (0, 1), was " + delta);
        double rho = rho(event);
        return UP * (rho + 2 * Math.sqrt(rho * -Math.log(delta)));
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        if (!(epsilon >= 0)) throw new IllegalArgumentException("epsilon must be at least 0, was " + epsilon);
        double rho = rho(event);
        if (rho == 0) return 0;
        double beyond = Math.max(0, epsilon - rho);
        return Math.min(1, UP * Math.exp(-beyond * beyond / (4 * rho) / UP));
    }

    private double rho(Event event) {
        if (event instanceof Event.Repeated r) return r.times() * rho(r.event());
        if (event instanceof Event.Composed c)
            return c.events().stream().mapToDouble(this::rho).sum();
        if (event instanceof Event.Gaussian g) return 1 / (2 * g.scale() * g.scale());
        if (event instanceof Event.Laplace l) return 1 / (2 * l.scale() * l.scale());
        throw new IllegalArgumentException("zCDP here knows Gaussian and Laplace noise; the event was " + event);
    }
}
