/** The arithmetic of a step on a GPU. */
package dpgnn.nn.device;
