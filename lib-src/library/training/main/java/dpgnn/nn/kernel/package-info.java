/** The arithmetic of a step, on the host and on devices: matrices, products, exact sums, threads. */
package dpgnn.nn.kernel;
