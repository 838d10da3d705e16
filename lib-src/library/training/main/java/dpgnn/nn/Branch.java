package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.Branched.Kind;
import dpgnn.nn.Branched.Step;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts a network together in a cell: a row for each node, made by operations of which none looks beyond its own example.
 *
 * <pre>{@code
 * var own = Branch.features().linear(32, Activation.RELU);
 * var seen = own.aggregated(Aggregation.MEAN).linear(32, Activation.RELU);
 * var model = seen.plus(own).dropped(0.5).classes("residual");
 * }</pre>
 *
 * <p>A branch that is used twice is computed once, with the same weights.
 *
 * <p><b>Guarantee.</b> The gradient of an example is a function of its own rows, edges and labels, whatever is put together
 * (docs/proofs.md, lemma 80). So such a model is one of the library's, and a release of it may be SOUND.
 */
public final class Branch {
    private final Step step;
    private final List<Branch> of;

    private Branch(Kind kind, int width, Activation activation, Aggregation how, double share, Branch... of) {
        step = new Step(kind, List.of(), width, activation, how, share);
        this.of = List.of(of);
    }

    private Branch(Kind kind, Branch... of) {
        this(kind, 0, Activation.IDENTITY, Aggregation.SELF, 0, of);
    }

    /** The features of each node. */
    public static Branch features() {
        return new Branch(Kind.FEATURES);
    }

    /** A linear map of each row, with a bias, and an activation. */
    public Branch linear(int width, Activation activation) {
        return new Branch(Kind.LINEAR, width, activation, Aggregation.SELF, 0, this);
    }

    /** What each row sees of its sources within the example, and of itself. */
    public Branch aggregated(Aggregation how) {
        return new Branch(Kind.AGGREGATED, 0, Activation.IDENTITY, how, 0, this);
    }

    /**
     * What each row sees of its sources within the example, and of itself, by attention (Veličković et al. 2018).
     *
     * @param heads each weighs an equal part of the columns by vectors of its own
     */
    public Branch attended(int heads) {
        return new Branch(Kind.ATTENDED, heads, Activation.IDENTITY, Aggregation.SELF, 0, this);
    }

    /** An activation by itself. */
    public Branch activated(Activation activation) {
        return new Branch(Kind.ACTIVATED, 0, activation, Aggregation.SELF, 0, this);
    }

    /** Drops a share of all numbers in training. */
    public Branch dropped(double share) {
        return new Branch(Kind.DROPPED, 0, Activation.IDENTITY, Aggregation.SELF, share, this);
    }

    /** Divides each row by its norm. */
    public Branch normalised() {
        return new Branch(Kind.NORMALISED, this);
    }

    /** The sum of two branches of one width. */
    public Branch plus(Branch other) {
        return new Branch(Kind.SUM, this, Check.given("other", other));
    }

    /** The columns of this branch and, beside them, those of another. */
    public Branch beside(Branch other) {
        return new Branch(Kind.BESIDE, this, Check.given("other", other));
    }

    /**
     * A model whose logits are a linear map of this branch.
     *
     * @param title a short name, of letters, digits, spaces and hyphens
     */
    public Model classes(String title) {
        List<Step> steps = new ArrayList<>();
        new Branch(Kind.CLASSES, this).write(steps, new IdentityHashMap<>());
        return new Branched(title, steps);
    }

    private int write(List<Step> steps, Map<Branch, Integer> places) {
        if (places.containsKey(this)) return places.get(this);
        steps.add(step.from(of.stream().map(b -> b.write(steps, places)).toList()));
        places.put(this, steps.size() - 1);
        return steps.size() - 1;
    }
}
