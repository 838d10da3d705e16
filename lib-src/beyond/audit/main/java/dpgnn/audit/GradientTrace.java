package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Parameters;
import dpgnn.sampling.Batch;
import dpgnn.train.SumProbe;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A white-box attack: an observer of every step takes the inner product of what the step releases with the direction of the gradient
 * that a unit would have there, and adds these up. A unit that took part is in the sum of some steps, where the product is nearly
 * its clipped norm. Whoever has the weights after each step has what it released, so that a guarantee of all weights covers this.
 *
 * <p>Other members' gradients are in the way of {@link #seen}: which of them a step drew hides a unit as noise does. A proof counts on no
 * such help, and {@link #isolated} is for the observer that the proof grants, who knows all that a batch held but the unit's own
 * example.
 *
 * <p>No gradient of a unit is formed: its inner product with a direction is the change of its loss along it, from two forward passes,
 * and its norm comes from a pass that clips. {@link Lira} learns each unit's usual product.
 */
public final class GradientTrace implements SumProbe {
    /** How far along the direction losses are compared, in both directions: far above rounding, and few bends of a loss are so near. */
    private static final double STEP = 0.002;

    private final TrainingView known;
    private final Batch units;
    private final double divisor;
    /** The unit of a node. */
    private final Map<Integer, Integer> place = new HashMap<>();

    private final double[] seen, isolated;
    private long steps;
    private ExampleGradients gradients;
    private float[] clipped;
    private double[] honest;

    private GradientTrace(TrainingView known, Batch units, double divisor) {
        this.known = known;
        this.units = units;
        this.divisor = divisor;
        seen = new double[units.examples()];
        isolated = new double[seen.length];
        for (int u = 0; u < seen.length; u++) place.put(units.node(units.target(u)), u);
    }

    /**
     * Looks for units: examples with one target each, such as stars with their real edges.
     *
     * @param known what the attacker knows: the rows and labels of all units, numbered as in the training
     * @param expected the sampler's expected number of examples, by which a sum is divided
     */
    public static GradientTrace of(TrainingView known, Batch units, double expected) {
        Check.given("known", known);
        Check.that(
                Check.given("units", units).examples() > 0 && units.targets() == units.examples(),
                "units",
                "at least one, each an example with one target",
                units.examples() + " with " + units.targets() + " targets");
        Check.that(known.labels().isSingle(), "labels", "one class a node", "sets of classes or numbers");
        return new GradientTrace(known, units, Check.positive("expected", expected));
    }

    /** Each unit's products with what was released, over the root of the number of steps. */
    public double[] seen() {
        return overRoot(seen);
    }

    /**
     * The same with the rest of each batch known. A unit that took no part scores noise alone, of the noise's own law, whatever the
     * unit and the weights (docs/proofs.md, lemma 72).
     */
    public double[] isolated() {
        return overRoot(isolated);
    }

    private double[] overRoot(double[] products) {
        return Arrays.stream(products)
                .map(p -> p / Math.sqrt(Math.max(1, steps)))
                .toArray();
    }

    @Override
    public void summed(Moment moment, double[] sum) {
        Check.that(
                moment.limits().thresholds().length == 1,
                "thresholds",
                "one for all layers",
                moment.limits().thresholds().length);
        honest = sum.clone();
    }

    @Override
    public void released(Moment moment, float[] gradient) {
        if (gradients == null) {
            gradients = ExampleGradients.of(moment.network(), known.features(), known.labels());
            clipped = new float[moment.network().size()];
        }
        gradients.clippedSum(moment.parameters(), units, moment.limits(), null, clipped);
        double[] norms = gradients.norms();
        steps++;
        double[] released = new double[gradient.length], noise = new double[gradient.length];
        for (int i = 0; i < released.length; i++) {
            released[i] = gradient[i] * divisor;
            noise[i] = released[i] - honest[i];
        }
        double[] all = products(moment, units, released), hidden = products(moment, units, noise);
        for (int u = 0; u < seen.length; u++) {
            seen[u] += norms[u] > 0 ? all[u] / norms[u] : 0;
            isolated[u] += norms[u] > 0 ? hidden[u] / norms[u] : 0;
        }
        addOwn(moment, norms);
    }

    /** Of units in this batch, their products with their own examples, which nobody knows to be there. */
    private void addOwn(Moment moment, double[] norms) {
        Batch one = new Batch(), asked = new Batch();
        for (int e = 0; e < moment.batch().examples(); e++) {
            int target = moment.batch().targetStart(e);
            if (target == moment.batch().targets()) continue;
            Integer unit = place.get(moment.batch().node(moment.batch().target(target)));
            if (unit == null) continue;
            one.clear();
            one.add(moment.batch(), e);
            gradients.clippedSum(moment.parameters(), one, moment.limits(), null, clipped);
            double[] own = new double[clipped.length];
            for (int i = 0; i < own.length; i++) own[i] = clipped[i];
            asked.clear();
            asked.add(units, unit);
            if (norms[unit] > 0) isolated[unit] += products(moment, asked, own)[0] / norms[unit];
        }
    }

    /** Of each example's gradient, unclipped, with a direction. */
    private double[] products(Moment moment, Batch of, double[] direction) {
        double length = 0;
        for (double d : direction) length += d * d;
        length = Math.sqrt(length);
        double[] products = new double[of.examples()];
        if (length == 0) return products;
        double[] ahead = losses(moment, of, direction, STEP / length),
                behind = losses(moment, of, direction, -STEP / length);
        for (int u = 0; u < products.length; u++) products[u] = (ahead[u] - behind[u]) / (2 * STEP) * length;
        return products;
    }

    private double[] losses(Moment moment, Batch of, double[] direction, double times) {
        Parameters there = moment.parameters().copy();
        float[] values = there.toArray();
        for (int i = 0; i < values.length; i++) values[i] += (float) (times * direction[i]);
        there.write(values);
        int classes = known.labels().classes();
        float[] logits = gradients.logits(there, of);
        double[] losses = new double[of.examples()];
        for (int u = 0; u < losses.length; u++) {
            int label = known.labels().of(of.node(of.target(u)));
            double odds = ShadowScores.confidence(logits, u * classes, classes, label);
            losses[u] = Math.max(0, -odds) + Math.log1p(Math.exp(-Math.abs(odds)));
        }
        return losses;
    }
}
