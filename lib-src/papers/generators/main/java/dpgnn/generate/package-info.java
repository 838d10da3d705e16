/**
 * Makers of graphs that resemble a private one, with an edge as the protected unit.
 *
 * <p>Know three classes. {@link dpgnn.generate.GraphMaker} has a factory for each maker: variational, adversarial, classical. {@link
 * dpgnn.generate.Protection} says what hides an edge. {@link
 * dpgnn.generate.GraphPublisher.Published} is what a maker gives: a graph and its guarantee.
 *
 * <pre>{@code
 * var graph = Datasets.load("small").graph();
 * var made = GraphMaker.privateDegrees(2, 1e-5).make(graph, Streams.seed(1));
 * System.out.println(made.graph().nodes() == graph.nodes()); // prints true
 * }</pre>
 */
package dpgnn.generate;
