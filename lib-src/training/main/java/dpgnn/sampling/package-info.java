/** Samplers, which draw the examples of a step: one class per sampler, each with its event and assumptions. */
package dpgnn.sampling;
