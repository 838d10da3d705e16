/**
 * The terms of a guarantee: who is protected, against what change, by how much, and whether that is proved. Pure arithmetic: no
 * randomness, no graph.
 *
 * <p>Know three classes. {@link dpgnn.privacy.Event} says what one protected unit can change in what a mechanism gives out; events nest
 * ({@code Repeated}, {@code Composed}). {@link dpgnn.privacy.Accountant} turns an event into an epsilon, or refuses it.
 * {@link dpgnn.privacy.Guarantee} is the sentence that may be published.
 *
 * <pre>{@code
 * var step = new Event.PoissonSampled(0.01, 1, Relation.ADD_REMOVE);  // rate, noise over clip norm
 * var training = new Event.Repeated(step, 1000);
 * System.out.printf("%.3f%n", PldAccountant.standard().epsilon(training, 1e-5)); // prints 1.828
 * }</pre>
 */
package dpgnn.privacy;
