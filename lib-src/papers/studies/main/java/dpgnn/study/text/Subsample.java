package dpgnn.study.text;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A part of a data set that keeps the distribution of classes: of every class, floor(rate × count) nodes stay. The others
 * leave the graph with all their edges, and the remaining nodes are renumbered.
 *
 * <p><b>Guarantee.</b> None where nodes leave: which nodes stay depends on all labels, so the part is marked as leaking. Use
 * it for experiments with fewer data.
 *
 * @param data what is left
 * @param split the roles of the nodes that are left
 * @param original the node of the former data set that each node was
 */
public record Subsample(Dataset data, Split split, int[] original) {
    private static final String LEAK =
            "Which nodes are left, and how many, was decided by counting the labels of each class,"
                    + " without noise: one label changes which others stay.";

    /** Thins out the training nodes; all nodes of other roles stay. */
    public static Subsample training(Dataset data, Split split, double rate, RandomStream coins) {
        Check.given("data", data);
        Check.given("split", split);
        Check.given("coins", coins);
        return of(data, split, rate, Set.of(Role.TRAIN), "training", coins);
    }

    /** Thins out every role by itself. */
    public static Subsample everyRole(Dataset data, Split split, double rate, RandomStream coins) {
        Check.given("data", data);
        Check.given("split", split);
        Check.given("coins", coins);
        return of(data, split, rate, Set.of(Role.values()), "all", coins);
    }

    private static Subsample of(
            Dataset data, Split split, double rate, Set<Role> thinned, String which, RandomStream coins) {
        Check.leftOpen("rate", rate, 0, 1);
        if (split.nodes() != data.nodes())
            throw new IllegalArgumentException(
                    "a split for this data set must have " + data.nodes() + " nodes, had " + split.nodes());
        if (data.labels().isMulti())
            throw new IllegalArgumentException(
                    "classes can be kept only where a node has one; " + data.name() + " has sets of them");
        int[] kept = kept(data.labels(), split, rate, thinned, coins);
        Role[] roles = new Role[kept.length];
        for (int i = 0; i < kept.length; i++) roles[i] = split.role(kept[i]);
        Split left = Split.byRole(roles);
        String note = rate == 1
                ? "All nodes are kept."
                : String.format(
                        Locale.ROOT,
                        "%s %% of %s nodes are kept, class by class; the others left the graph with their edges.",
                        new java.math.BigDecimal(String.valueOf(rate))
                                .movePointRight(2)
                                .stripTrailingZeros()
                                .toPlainString(),
                        which);
        return new Subsample(
                new Dataset(
                        data.graph().induced(kept),
                        data.features().select(kept),
                        data.labels().select(kept),
                        data.provenance().with(note, rate == 1 ? List.of() : List.of(LEAK)),
                        data.publicSplit().map(s -> left)),
                left,
                kept);
    }

    private static int[] kept(Labels labels, Split split, double rate, Set<Role> thinned, RandomStream coins) {
        int groups = labels.classes() + 1;
        List<List<Integer>> group = new ArrayList<>();
        for (int g = 0; g < Role.values().length * groups; g++) group.add(new ArrayList<>());
        boolean[] stays = new boolean[split.nodes()];
        for (int v : coins.order(split.nodes())) {
            if (!thinned.contains(split.role(v))) stays[v] = true;
            else group.get(split.role(v).ordinal() * groups + labels.of(v) + 1).add(v);
        }
        for (List<Integer> members : group) {
            // A rate such as 0.7 is a little less than it says; ten of ten and seven of ten are still meant.
            int count = (int) Math.floor(rate * members.size() + 1e-9);
            for (int v : members.subList(0, count)) stays[v] = true;
        }
        int[] kept = new int[stays.length];
        int n = 0;
        for (int v = 0; v < stays.length; v++) if (stays[v]) kept[n++] = v;
        return Arrays.copyOf(kept, n);
    }
}
