/**
 * Graphs with features and labels, and the views that a training and an evaluation may read.
 *
 * <p>Know three classes. {@link dpgnn.graph.Dataset} is a graph with features, labels and its origin. {@link dpgnn.graph.Split} says which
 * nodes train, validate and test. {@link dpgnn.graph.TrainingView} is all that a trainer sees: what it does not hold cannot leak.
 *
 * <pre>{@code
 * var graph = Graph.undirected(4, new int[] {0, 1, 2}, new int[] {1, 2, 3});
 * System.out.println(graph.edges() + " edges, degree " + graph.inDegree(1)); // prints 3 edges, degree 2
 * var data = Datasets.load("small");
 * var split = Split.random(data.nodes(), 0.8, 0.1, Streams.seed(1).stream("split"));
 * var view = data.inductive(split); // neither test nodes nor their edges
 * }</pre>
 */
package dpgnn.graph;
