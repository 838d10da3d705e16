/** How the examples of a step are drawn: one class a sampler, each with its event and assumptions. */
package dpgnn.sampling;
