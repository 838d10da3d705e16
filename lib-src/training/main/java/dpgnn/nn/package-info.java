/**
 * Networks on batches of small graphs, their parameters and optimisers, and sums of clipped per-example gradients. No class
 * here knows an epsilon.
 */
package dpgnn.nn;
