package dpgnn.nn;

import dpgnn.base.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * The classifier of GAP (Sajadmanesh et al. 2023) on cached hops: a node's features are equally wide parts, one per hop; each
 * goes through a map of its own, the results stand side by side, are divided by their norm, and a linear head follows SELU.
 *
 * @param parts how many parts a row has
 * @param width units of each part's map
 */
public record HopMlps(int parts, int width) implements Model {
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
        Node x = network.add(new Input(inputs, false, (l, s) -> l.fromNodes(Aggregation.SELF, l.reach(0), s)));
        List<Node> mapped = new ArrayList<>();
        int each = inputs / parts;
        for (int k = 0; k < parts; k++) {
            Node part = network.add(Join.columns(x, k * each, each));
            mapped.add(network.linear("hop" + k, part, width, 1f, Activation.IDENTITY, l -> l.reach(0)));
        }
        Node unit = network.add(new Normalise(network.add(Join.sideBySide(mapped))));
        Node active = network.add(new Activate(unit, Activation.SELU));
        network.linear("classes", active, classes, 1f, Activation.IDENTITY, l -> l.reach(0));
        return network;
    }
}
