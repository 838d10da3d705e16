/**
 * Clips, which bound one example's gradient, and noises, which hide the bounded sum.
 *
 * <p>Know three classes. {@link dpgnn.mechanism.Clip} is flat or per layer; its norm is the unit of the noise. {@link
 * dpgnn.mechanism.GaussianNoise} is the usual noise; {@link dpgnn.mechanism.DiscreteGaussianNoise} stays exact on integers.
 *
 * <pre>{@code
 * var clip = Clip.perLayer(0.3, 0.4);
 * System.out.printf("%.3f%n", clip.norm()); // prints 0.500
 * float[] sum = {1, 2, 3};
 * GaussianNoise.standard().add(sum, 2, clip.norm(), Streams.seed(1).stream("noise")); // deviation 2
 * }</pre>
 */
package dpgnn.mechanism;
