/**
 * The source of all randomness: named streams from one seed, and a generator for releases that takes no seed.
 *
 * <p>Know three classes. {@link dpgnn.random.Streams} has a stream for each name. {@link dpgnn.random.RandomStream} draws numbers, and
 * has a coin for each index. {@link dpgnn.random.StepCoins} are the coins of a step, which can be taken again.
 *
 * <pre>{@code
 * var coins = Streams.seed(7).stream("coins");
 * var again = Streams.seed(7).stream("coins");
 * System.out.println(coins.happens(12, 0.5) == again.happens(12, 0.5)); // prints true
 * System.out.println(Streams.secure().isSecure()); // prints true
 * }</pre>
 */
package dpgnn.random;
