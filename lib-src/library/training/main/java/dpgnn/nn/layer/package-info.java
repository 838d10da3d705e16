/** The operations of a network, each with its backward pass and the norm of each example's gradient. */
package dpgnn.nn.layer;
