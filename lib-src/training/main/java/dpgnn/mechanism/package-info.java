/** Clips, which bound one example's gradient, and noises, which hide it. */
package dpgnn.mechanism;
