package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The baseline NDP (Daigavane et al. 2021), in the form of Xiang, Wang and Wang (2024). Stars in a graph of bounded
 * out-degree K are drawn without replacement; a node is in at most K + 1 of them. Every layer is clipped at its own
 * threshold.
 *
 * <p><b>Guarantee.</b> Claimed, not proved: see {@link BoundedDegree#nodes}. The claim takes the number of affected stars in a
 * batch to be hypergeometric, and is accounted for exactly. Thresholds are constants; the paper's are percentiles of private
 * gradients.
 *
 * @param degree K
 * @param batch how many stars a step draws, or all if there are fewer
 * @param epochs how often a star is drawn on average
 * @param norm the clip norm over all layers, in equal squares of each
 * @param rate the learning rate of Adam
 */
public record Ndp(int degree, int batch, int epochs, double norm, double rate) {
    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    public Ndp {
        Check.atLeast("degree", degree, 1);
        Check.atLeast("batch", batch, 1);
        Check.atLeast("epochs", epochs, 1);
        Check.positive("norm", norm);
        Check.positive("rate", rate);
    }

    /** Batches of 4096, nine epochs, clip norm 1/2, Adam at 0.01: what HeterPoisson has in the same comparison. */
    public static Ndp of(int degree) {
        return new Ndp(degree, 4096, 9, 0.5, 0.01);
    }

    /**
     * The network of an aggregator, of width 128.
     *
     * @param name GCN, GIN or SAGE with the layer that HeterPoisson has in the same comparison; ENCODED for the encoder, hop and
     *     decoder of the method's own paper
     */
    public static Model model(String name) {
        Check.given("name", name);
        return switch (name) {
            case "GCN" -> Gcn.standardised(128);
            case "GIN" -> Gin.standardised(128);
            case "SAGE" -> Sage.standardised(128);
            case "ENCODED" -> Gcn.of(Recipe.encoded(100));
            default -> throw new IllegalArgumentException("model must be GCN, GIN, SAGE or ENCODED, was " + name);
        };
    }

    public Supplier<Optimizer> optimizer() {
        return () -> Adam.of(rate);
    }

    public BoundedDegree sampler(int roots) {
        return BoundedDegree.nodes(degree, 1, Math.min(batch, roots));
    }

    public long steps(int roots) {
        return (long) Math.ceil((double) epochs * roots / Math.min(batch, roots) - 1e-9);
    }

    /** One threshold per layer. */
    public Clip clip(Network network) {
        double[] thresholds = new double[network.layers().size()];
        Arrays.fill(thresholds, norm / Math.sqrt(thresholds.length));
        return Clip.perLayer(thresholds);
    }

    /** The noise, over the clip norm, that the paper's claim needs for this budget; nothing is proved for it. */
    public double multiplier(Sampler.Facts facts, double epsilon, double delta) {
        return plan(facts, Clip.flat(norm))
                .claiming(epsilon, delta)
                .schedule(facts, 1)
                .multiplier();
    }

    /** A plan with this noise. */
    public Plan plan(Network network, Sampler.Facts facts, double multiplier, double delta) {
        return plan(facts, clip(network)).multiplier(multiplier).delta(delta);
    }

    private Plan plan(Sampler.Facts facts, Clip clip) {
        return Plan.of(sampler(facts.roots()), clip, GaussianNoise.standard())
                .steps(steps(facts.roots()))
                .accountant(ACCOUNTANT);
    }
}
