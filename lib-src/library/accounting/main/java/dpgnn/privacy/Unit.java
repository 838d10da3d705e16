package dpgnn.privacy;

/** The unit that a guarantee protects: the smallest part of a graph data set whose change an observer must not notice. */
public enum Unit {
    /** The feature row of one node, and its own label; the edges are public. */
    FEATURE("the features and the label of one node (the graph's edges are public)"),
    /** One edge; nodes and their features are public. */
    EDGE("one edge (the set of nodes is public)"),
    /** One node with its features, label and all its edges. */
    NODE("one node with its features, its label and all its edges"),
    /** One of many that are apart: an image, a graph, a pair of nodes. */
    RECORD("one record"),
    /** One of many to whom rows belong, each of them to one: a person, a gene. */
    OWNER("one owner with all its rows and their labels"),
    /** The whole graph. */
    GRAPH("the whole graph");

    private final String words;

    Unit(String words) {
        this.words = words;
    }

    /** What is protected, for a sentence. */
    public String words() {
        return words;
    }
}
