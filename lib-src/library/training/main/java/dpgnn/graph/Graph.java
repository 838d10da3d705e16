package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * An immutable simple graph, without loops or parallel edges. In- and out-neighbours are sorted and stored in compressed rows
 * (one pattern serves both in an undirected graph). Nodes are numbered from 0. In memory at most 2^31 - 9 directed edges fit;
 * a graph in a {@link #mapped} file may have more.
 *
 * <p>An edge i → j means that j aggregates from i: i is an in-neighbour of j. In an undirected graph every edge stands for
 * both directions, and {@link #directedEdges()} counts both.
 *
 * <p>Methods make the neighbouring graphs of every notion of adjacency: {@link #withEdge} and {@link #withoutEdge} for edges,
 * {@link #withoutNode} and {@link #withNeighbours} for nodes (numbering is kept, so that features and labels still fit), and
 * {@link Dataset#withFeatures} for features.
 */
public final class Graph {
    private final boolean directed;
    private final SparsePattern in;
    private final SparsePattern out;

    private final long loops;
    private final long repeats;
    /** Whether a {@link DegreeBound} chose which edges are left. */
    private final boolean bounded;

    private Graph(boolean directed, SparsePattern in, SparsePattern out) {
        this(directed, in, out, 0, 0, false);
    }

    private Graph(boolean directed, SparsePattern in, SparsePattern out, long loops, long repeats, boolean bounded) {
        this.directed = directed;
        this.in = in;
        this.out = out;
        this.loops = loops;
        this.repeats = repeats;
        this.bounded = bounded;
    }

    /** This graph, as one whose edges a {@link DegreeBound} chose. */
    Graph bounded() {
        return new Graph(directed, in, out, loops, repeats, true);
    }

    /** Whether a {@link DegreeBound} chose which edges are left, so that those of one node depend on those of others. */
    boolean isBounded() {
        return bounded;
    }

    /** Other edges, of the same origin. */
    private Graph edited(SparsePattern newIn, SparsePattern newOut) {
        return new Graph(directed, newIn, newOut, 0, 0, bounded);
    }

    /** Of these pairs of nodes, some of which it may have dropped. */
    private static Graph made(boolean directed, SparsePattern in, SparsePattern out, int[] u, int[] v) {
        long same = 0;
        for (int e = 0; e < u.length; e++) if (u[e] == v[e]) same++;
        long kept = directed ? in.start(in.count()) : in.start(in.count()) / 2;
        return new Graph(directed, in, directed ? out : in, same, u.length - same - kept, false);
    }

    /** An undirected graph; loops are dropped and an edge given twice, in either direction, counts once. */
    public static Graph undirected(int nodes, int[] u, int[] v) {
        Check.given("u", u);
        Check.given("v", v);
        return made(false, bothWays(nodes, listed(u, v)), null, u, v);
    }

    /** An undirected graph from edges that are listed twice and never held in memory. */
    public static Graph undirected(int nodes, EdgeSource edges) {
        Check.given("edges", edges);
        SparsePattern rows = bothWays(nodes, edges.steady());
        return new Graph(false, rows, rows);
    }

    private static SparsePattern bothWays(int nodes, EdgeSource edges) {
        return ArrayPattern.gather(
                nodes,
                both -> edges.each((a, b) -> {
                    both.edge(a, b);
                    both.edge(b, a);
                }));
    }

    /** A directed graph with edges from[i] → to[i]; loops are dropped and an edge given twice counts once. */
    public static Graph directed(int nodes, int[] from, int[] to) {
        Check.given("from", from);
        Check.given("to", to);
        ArrayPattern in = turned(nodes, listed(from, to));
        return made(true, in, in.transposed(), from, to);
    }

    /** A directed graph from edges that are listed several times and never held in memory. */
    public static Graph directed(int nodes, EdgeSource edges) {
        Check.given("edges", edges);
        ArrayPattern in = turned(nodes, edges.steady());
        return new Graph(true, in, in.transposed());
    }

    private static ArrayPattern turned(int nodes, EdgeSource edges) {
        return ArrayPattern.gather(nodes, turned -> edges.each((from, to) -> turned.edge(to, from)));
    }

    /**
     * The graph of a file of kind "graph", which stays on the disk. Neighbouring graphs of it are made in memory, if they fit.
     * {@code contrib/scale} writes such files.
     */
    public static Graph mapped(MappedFile file) throws IOException {
        Check.given("file", file);
        long nodes = file.number("nodes");
        if (nodes < 0 || nodes > Integer.MAX_VALUE - 8)
            throw new IOException(file.path() + " must have from 0 to 2^31 - 9 nodes, states " + nodes);
        boolean directed = Boolean.parseBoolean(file.fact("directed"));
        MappedPattern in = MappedPattern.open(file, "in", (int) nodes);
        return new Graph(directed, in, directed ? MappedPattern.open(file, "out", (int) nodes) : in);
    }

    /** Whether the graph lies in a file, so that what would need memory for every node had better not be made. */
    public boolean isMapped() {
        return in instanceof MappedPattern;
    }

    /** The identity of the file that the graph lies in, which stands for its content in a hash of the data. */
    public Optional<String> identity() {
        return in instanceof MappedPattern file ? Optional.of(file.identity()) : Optional.empty();
    }

    public boolean isDirected() {
        return directed;
    }

    public int nodes() {
        return in.count();
    }

    /** How many of the pairs of nodes that the graph was made of were dropped as loops; 0 where nobody counted. */
    public long droppedLoops() {
        return loops;
    }

    /** How many were dropped because the edge, in an undirected graph also the reversed one, had been given before. */
    public long droppedRepeats() {
        return repeats;
    }

    /** Number of edges, each undirected edge counted once per direction. */
    public long directedEdges() {
        return in.start(nodes());
    }

    /** Number of edges as one counts them on paper. */
    public long edges() {
        return directed ? directedEdges() : directedEdges() / 2;
    }

    public int inDegree(int node) {
        return in.length(node);
    }

    public int outDegree(int node) {
        return out.length(node);
    }

    /** The i-th in-neighbour of a node, in ascending order. */
    public int inNeighbour(int node, int i) {
        return in.at(in.start(node) + i);
    }

    /** The i-th out-neighbour of a node, in ascending order. */
    public int outNeighbour(int node, int i) {
        return out.at(out.start(node) + i);
    }

    /** Where the in-neighbours of a node begin, for {@link #inAt}; they end where those of {@code node + 1} begin. */
    public long inStart(int node) {
        return in.start(node);
    }

    /** The in-neighbour at a place from {@link #inStart}: for loops over millions of edges. */
    public int inAt(long place) {
        return in.at(place);
    }

    /** A fresh array of the in-neighbours of a node, in ascending order. */
    public int[] inNeighbours(int node) {
        return in.row(node);
    }

    /** A fresh array of the out-neighbours of a node, in ascending order. */
    public int[] outNeighbours(int node) {
        return out.row(node);
    }

    public boolean hasEdge(int from, int to) {
        return in.has(to, from);
    }

    public int maxInDegree() {
        return in.longest();
    }

    public int maxOutDegree() {
        return out.longest();
    }

    /** The graph with one edge more (both directions when undirected): the neighbouring graph of edge-level privacy. */
    public Graph withEdge(int from, int to) {
        checkPair(from, to);
        if (hasEdge(from, to))
            throw new IllegalArgumentException("there is an edge " + from + " -> " + to + " already");
        return edited(from, to, true);
    }

    /** The graph with one edge fewer (both directions when undirected): the neighbouring graph of edge-level privacy. */
    public Graph withoutEdge(int from, int to) {
        checkPair(from, to);
        if (!hasEdge(from, to)) throw new IllegalArgumentException("there is no edge " + from + " -> " + to);
        return edited(from, to, false);
    }

    /**
     * The graph in which a node has lost all its edges but kept its number. That is node-level removal as long as nobody
     * draws the node as a root or reads its features; {@link Participants#without} ensures both. For removal with new numbers
     * see {@link #induced}.
     */
    public Graph withoutNode(int node) {
        return withNeighbours(node, new int[0], new int[0]);
    }

    /** This graph without several nodes. */
    Graph without(BitSet gone) {
        SparsePattern left = in.without(gone);
        return edited(left, directed ? out.without(gone) : left);
    }

    /**
     * The graph in which a node has these in- and out-neighbours and no others: the neighbouring graph of node-level
     * privacy when a node is replaced. In an undirected graph both lists must be the same.
     */
    public Graph withNeighbours(int node, int[] inNeighbours, int[] outNeighbours) {
        Check.given("inNeighbours", inNeighbours);
        Check.given("outNeighbours", outNeighbours);
        checkNode(node);
        int[] newIn = sortedNeighbours(node, inNeighbours);
        int[] newOut = sortedNeighbours(node, outNeighbours);
        if (!directed && !Arrays.equals(newIn, newOut))
            throw new IllegalArgumentException(
                    "in an undirected graph in- and out-neighbours of node " + node + " must be the same");
        SparsePattern changed = in.withRowAndColumn(node, newIn, newOut);
        return edited(changed, directed ? out.withRowAndColumn(node, newOut, newIn) : changed);
    }

    /** The graph on these nodes with all edges among them; node i of the result is {@code chosen[i]}. */
    public Graph induced(int[] chosen) {
        Check.given("chosen", chosen);
        int[] place = new int[nodes()];
        Arrays.fill(place, -1);
        for (int i = 0; i < chosen.length; i++) {
            checkNode(chosen[i]);
            if (place[chosen[i]] >= 0) throw new IllegalArgumentException("node " + chosen[i] + " is chosen twice");
            place[chosen[i]] = i;
        }
        SparsePattern newIn = in.induced(chosen, place);
        return edited(newIn, directed ? out.induced(chosen, place) : newIn);
    }

    /** The memory of the rows, or their size in the file, in bytes. */
    public long bytes() {
        return in.bytes() + (directed ? out.bytes() : 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Graph g && g.directed == directed && g.in.sameAs(in);
    }

    @Override
    public int hashCode() {
        return in.hash();
    }

    @Override
    public String toString() {
        return (directed ? "directed" : "undirected") + " graph of " + nodes() + " nodes and " + edges() + " edges";
    }

    private Graph edited(int from, int to, boolean add) {
        SparsePattern newIn = in.withEntry(to, from, add);
        if (directed) return edited(newIn, out.withEntry(from, to, add));
        SparsePattern both = newIn.withEntry(from, to, add);
        return edited(both, both);
    }

    private int[] sortedNeighbours(int node, int[] list) {
        int[] sorted = list.clone();
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
            checkPair(node, sorted[i]);
            if (i > 0 && sorted[i] == sorted[i - 1])
                throw new IllegalArgumentException("neighbour " + sorted[i] + " of node " + node + " is given twice");
        }
        return sorted;
    }

    private void checkPair(int from, int to) {
        checkNode(from);
        checkNode(to);
        if (from == to) throw new IllegalArgumentException("an edge must join two nodes, was a loop at node " + from);
    }

    private void checkNode(int node) {
        Check.within("node", node, 0, nodes() - 1);
    }

    private static EdgeSource listed(int[] from, int[] to) {
        if (from.length != to.length)
            throw new IllegalArgumentException(
                    "edges must have as many sources as targets, had " + from.length + " and " + to.length);
        return sink -> {
            for (int e = 0; e < from.length; e++) sink.edge(from[e], to[e]);
        };
    }
}
