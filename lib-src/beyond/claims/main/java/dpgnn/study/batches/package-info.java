/** What it brings to hide who is in which batch: Poisson batches, batches by random allocation, and none of it, at one epsilon. */
package dpgnn.study.batches;
