package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.nn.layer.Initialiser;
import dpgnn.nn.layer.Layer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The classifier of GAP (Sajadmanesh et al. 2023) on cached hops. A node's features are equally wide parts, one per hop. Each
 * part goes through a map of its own; the results are joined side by side and divided by their norm; a linear head follows
 * SELU.
 *
 * @param parts how many parts a row has
 * @param width units of each part's map
 */
public record HopMlps(int parts, int width) implements Model, Serializable {
    public HopMlps {
        Check.atLeast("parts", parts, 1);
        Check.atLeast("width", width, 1);
    }

    @Override
    public String name() {
        return toString();
    }

    @Override
    public Network network(int inputs, int classes) {
        if (inputs % parts != 0)
            throw new IllegalArgumentException(
                    "features must come in " + parts + " equally wide parts, their width was " + inputs);
        Network network = new Network(name(), inputs, classes, 0, Initialiser.LINEAR, () -> network(inputs, classes));
        Layer x = network.add(Layer.input(inputs, false, (l, s) -> l.fromNodes(Aggregation.SELF, l.reach(0), s)));
        List<Layer> mapped = new ArrayList<>();
        int each = inputs / parts;
        for (int k = 0; k < parts; k++) {
            Layer part = network.add(Layer.columns(x, k * each, each));
            mapped.add(network.linear("hop" + k, part, width, 1f, Activation.IDENTITY, l -> l.reach(0)));
        }
        Layer unit = network.add(Layer.normalised(network.add(Layer.sideBySide(mapped))));
        Layer active = network.add(Layer.activated(unit, Activation.SELU));
        network.linear("classes", active, classes, 1f, Activation.IDENTITY, l -> l.reach(0));
        return network;
    }
}
