package dpgnn.nn;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;

/** A network of branches. */
public final class Jumping {
    private Jumping() {}

    /** Two rounds, the first of which jumps to the end, and a residual; features are read as they are, too. */
    public static Model jumping(int width) {
        return jumping(width, Activation.RELU);
    }

    static Model jumping(int width, Activation first) {
        Branch x = Branch.features();
        Branch one = x.aggregated(Aggregation.MEAN).linear(width, first);
        Branch two = one.aggregated(Aggregation.SYMMETRIC).linear(width, Activation.TANH);
        Branch own = x.linear(width, Activation.IDENTITY).activated(Activation.ELU);
        return two.plus(own).normalised().beside(one).classes("jumping");
    }
}
