/**
 * What an attacker can do against a proved mechanism: success rates in place of an epsilon.
 *
 * <p>Know two classes. {@link dpgnn.privacy.attack.Pld} is the distribution of a privacy loss as a value that is composed, saved and asked
 * many questions. {@link dpgnn.privacy.attack.TradeOffCurve} bounds the errors of every test of membership.
 *
 * <pre>{@code
 * var step = new Event.PoissonSampled(0.01, 1, Relation.ADD_REMOVE);
 * var attacker = Pld.of(new Event.Repeated(step, 1000)).tradeOff();
 * System.out.printf("%.3f%n", attacker.finds(0.01)); // prints 0.029
 * }</pre>
 */
package dpgnn.privacy.attack;
