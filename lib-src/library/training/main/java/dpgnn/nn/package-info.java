/**
 * Networks on batches of small graphs, optimisers, and sums of clipped gradients, one gradient an example. No class here knows an
 * epsilon.
 *
 * <p>Know three classes. {@link dpgnn.nn.Model} is a record of sizes such as {@code Gcn} or {@code Mlp}. {@link dpgnn.nn.Network} is the
 * model for given inputs and classes. {@link dpgnn.nn.Parameters} are its weights, as floats in one array.
 *
 * <pre>{@code
 * var network = Gcn.of(16).network(8, 3); // eight features, three classes
 * var weights = network.initial(Streams.seed(1).stream("weights"));
 * System.out.println(network.size() + " weights"); // prints 195 weights
 * }</pre>
 */
package dpgnn.nn;
