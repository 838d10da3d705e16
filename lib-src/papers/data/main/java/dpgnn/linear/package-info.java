/**
 * Linear algebra on doubles in JVM memory: dense and sparse matrices, a step of Adam, softmax. Parties, generators of graphs
 * and the singular value decomposition compute with it; networks under differential privacy have kernels of their own.
 */
package dpgnn.linear;
