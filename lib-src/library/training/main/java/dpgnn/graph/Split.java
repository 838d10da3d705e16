package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import dpgnn.random.RandomStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** Which nodes are for training, validation and test; a node has one role or none. */
public final class Split {
    /** The use of a node. */
    public enum Role {
        TRAIN,
        VALIDATION,
        TEST,
        /** In the graph, but neither trained nor tested on. */
        NONE
    }

    private final int nodes;
    /** The nodes of each role but {@link Role#NONE}, in the order of the roles: 3 bits a node. */
    private final BitSet[] of;

    private final boolean byLabels;

    private Split(int nodes, BitSet[] of, boolean byLabels) {
        this.nodes = nodes;
        this.of = of;
        this.byLabels = byLabels;
    }

    /** The role of every node, as role files give it. */
    public static Split byRole(Role... roles) {
        Check.given("roles", roles);
        for (int i = 0; i < roles.length; i++)
            if (roles[i] == null)
                throw new IllegalArgumentException("the role of node " + i + " must be given, was null");
        return gathered(roles);
    }

    /** Three disjoint sets of nodes. */
    public static Split of(int nodes, int[] train, int[] validation, int[] test) {
        Check.given("train", train);
        Check.given("validation", validation);
        Check.given("test", test);
        Role[] roles = new Role[nodes];
        Arrays.fill(roles, Role.NONE);
        assign(roles, train, Role.TRAIN);
        assign(roles, validation, Role.VALIDATION);
        assign(roles, test, Role.TEST);
        return gathered(roles);
    }

    /** The public split of the Planetoid files: the first nodes train, the next validate, an index file names the test. */
    public static Split planetoid(int nodes, int train, int validation, int[] test) {
        Check.given("test", test);
        if (train < 1 || validation < 0 || (long) train + validation > nodes)
            throw new IllegalArgumentException("train and validation must be the first of " + nodes + " nodes, were "
                    + train + " and " + validation);
        return of(nodes, range(0, train), range(train, train + validation), test);
    }

    /**
     * As many training nodes of every class, the next of a random order for validation and test. The split remembers that labels
     * chose it, and a training on it has no guarantee for a unit with a label: {@link #random} reads none.
     */
    public static Split perClass(Labels labels, int perClass, int validation, int test, RandomStream coins) {
        Check.given("labels", labels);
        Check.given("coins", coins);
        Check.atLeast("perClass", perClass, 1);
        Check.atLeast("validation", validation, 0);
        Check.atLeast("test", test, 0);
        int[] order = coins.order(labels.nodes());
        Role[] roles = new Role[labels.nodes()];
        Arrays.fill(roles, Role.NONE);
        int[] taken = new int[labels.classes()];
        for (int v : order) {
            int c = labels.of(v);
            if (c != Labels.NONE && taken[c] < perClass) {
                roles[v] = Role.TRAIN;
                taken[c]++;
            }
        }
        for (int c = 0; c < taken.length; c++)
            if (taken[c] < perClass)
                throw new IllegalArgumentException(
                        "perClass must be at most " + taken[c] + ", all that class " + c + " has, was " + perClass);
        int left = validation + test;
        for (int v : order)
            if (left > 0 && roles[v] == Role.NONE && labels.of(v) != Labels.NONE)
                roles[v] = left-- > test ? Role.VALIDATION : Role.TEST;
        if (left > 0)
            throw new IllegalArgumentException("validation + test must be at most " + (validation + test - left)
                    + ", the labelled nodes left, was " + (validation + test));
        return gathered(roles, true);
    }

    /**
     * Random parts of the labelled nodes of each class, so that all three have its share; the rest after the two shares is for test.
     * The split remembers that labels chose it, and a training on it has no guarantee for a unit with a label: {@link #random} reads
     * none.
     */
    public static Split stratified(Labels labels, double trainShare, double validationShare, RandomStream coins) {
        Check.given("labels", labels);
        Check.given("coins", coins);
        requireShares(trainShare, validationShare);
        Role[] roles = new Role[labels.nodes()];
        Arrays.fill(roles, Role.NONE);
        int[] order = coins.order(labels.nodes());
        for (int c = 0; c < labels.classes(); c++) {
            int of = c;
            int[] own = Arrays.stream(order).filter(v -> labels.of(v) == of).toArray();
            int train = (int) Math.round(own.length * trainShare);
            int seen = Math.min(own.length, train + (int) Math.round(own.length * validationShare));
            for (int i = 0; i < own.length; i++)
                roles[own[i]] = i < train ? Role.TRAIN : i < seen ? Role.VALIDATION : Role.TEST;
        }
        return gathered(roles, true);
    }

    /**
     * So many splits, each of which tests on another part and trains on all others. Each training reads the protected data: what
     * is published of all of them costs their composition, not the epsilon of one.
     */
    public static List<Split> folds(int nodes, int count, RandomStream coins) {
        Check.given("coins", coins);
        Check.within("count", count, 2, Math.max(2, nodes));
        int[] order = coins.order(Check.atLeast("nodes", nodes, 2));
        List<Split> folds = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            Role[] roles = new Role[nodes];
            for (int i = 0; i < nodes; i++) roles[order[i]] = i % count == k ? Role.TEST : Role.TRAIN;
            folds.add(gathered(roles));
        }
        return folds;
    }

    private static void requireShares(double trainShare, double validationShare) {
        if (!(trainShare > 0 && validationShare >= 0 && trainShare + validationShare <= 1))
            throw new IllegalArgumentException("shares must be positive and sum to at most 1, were " + trainShare
                    + " for training and " + validationShare + " for validation");
    }

    /** Random parts of all nodes; the rest after the two shares is for test. */
    public static Split random(int nodes, double trainShare, double validationShare, RandomStream coins) {
        Check.given("coins", coins);
        requireShares(trainShare, validationShare);
        int[] order = coins.order(nodes);
        int train = (int) Math.round(nodes * trainShare);
        int seen = Math.min(nodes, train + (int) Math.round(nodes * validationShare));
        return of(
                nodes,
                Arrays.copyOfRange(order, 0, train),
                Arrays.copyOfRange(order, train, seen),
                Arrays.copyOfRange(order, seen, nodes));
    }

    /** Those of a file of kind "split". */
    public static Split mapped(MappedFile file) throws IOException {
        Check.given("file", file);
        BitSet[] of = new BitSet[Role.NONE.ordinal()];
        int rows = (int) file.number("rows");
        for (int r = 0; r < of.length; r++) {
            String role = Role.values()[r].name().toLowerCase(Locale.ROOT);
            of[r] = BitSet.valueOf(file.section(role).longs());
            if (of[r].length() > rows)
                throw new IOException(file.damaged(role, "no more than " + rows + " nodes can be")
                        .getMessage());
        }
        return new Split(rows, of, false);
    }

    private static Split gathered(Role[] roles) {
        return gathered(roles, false);
    }

    private static Split gathered(Role[] roles, boolean byLabels) {
        BitSet[] of = new BitSet[Role.NONE.ordinal()];
        for (int r = 0; r < of.length; r++) of[r] = new BitSet(roles.length);
        for (int v = 0; v < roles.length; v++) if (roles[v] != Role.NONE) of[roles[v].ordinal()].set(v);
        return new Split(roles.length, of, byLabels);
    }

    public int nodes() {
        return nodes;
    }

    public Role role(int node) {
        Check.within("node", node, 0, nodes - 1);
        for (int r = 0; r < of.length; r++) if (of[r].get(node)) return Role.values()[r];
        return Role.NONE;
    }

    /** The nodes of a role as a set of bits, not to be changed. */
    public BitSet bits(Role wanted) {
        Check.given("wanted", wanted);
        if (wanted != Role.NONE) return of[wanted.ordinal()];
        BitSet none = new BitSet(nodes);
        none.set(0, nodes);
        for (BitSet some : of) none.andNot(some);
        return none;
    }

    public int[] train() {
        return nodes(Role.TRAIN);
    }

    public int[] validation() {
        return nodes(Role.VALIDATION);
    }

    public int[] test() {
        return nodes(Role.TEST);
    }

    /** The nodes of a role, ascending. */
    public int[] nodes(Role wanted) {
        Check.given("wanted", wanted);
        return bits(wanted).stream().toArray();
    }

    /** Whether labels decided who trains. */
    public boolean isByLabels() {
        return byLabels;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Split s && s.nodes == nodes && Arrays.equals(s.of, of);
    }

    @Override
    public int hashCode() {
        return 31 * nodes + Arrays.hashCode(of);
    }

    @Override
    public String toString() {
        return "split of " + nodes() + " nodes: " + train().length + " train, " + validation().length + " validation, "
                + test().length + " test";
    }

    private static void assign(Role[] roles, int[] nodes, Role role) {
        for (int v : nodes) {
            if (v < 0 || v >= roles.length)
                throw new IllegalArgumentException(
                        "a " + role + " node must be in 0.." + (roles.length - 1) + ", was " + v);
            if (roles[v] != Role.NONE)
                throw new IllegalArgumentException(
                        "node " + v + " must have one role and be given once, was " + roles[v] + " and " + role);
            roles[v] = role;
        }
    }

    private static int[] range(int from, int to) {
        int[] range = new int[to - from];
        for (int i = 0; i < range.length; i++) range[i] = from + i;
        return range;
    }
}
