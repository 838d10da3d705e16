/** The arithmetic of a step on a GPU, and the choice of what computes. */
package dpgnn.nn.device;
