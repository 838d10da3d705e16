/**
 * Readers of graphs of one's own: CSV, NetworkX, folders of OGB; and what all readers take their files from.
 *
 * <p>Know three classes. {@link dpgnn.graph.read.CsvGraph} reads a table of edges and one of nodes, and lists all that is wrong with them.
 * {@link dpgnn.graph.read.NetworkxGraph} reads GML and JSON, {@link dpgnn.graph.read.OgbGraph} a folder of the Open Graph Benchmark.
 *
 * <pre>{@code
 * Path folder = Path.of("../data/small");
 * var data = CsvGraph.read(folder.resolve("edges.csv"), folder.resolve("features.csv"), folder.resolve("labels.csv"));
 * System.out.println(data.nodes() + " nodes, " + data.graph().edges() + " edges"); // prints 600 nodes, 1817 edges
 * }</pre>
 */
package dpgnn.graph.read;
