/**
 * Accountants, the composition of privacy losses, calibration and certificates, and the formulas of the papers as their authors
 * published them.
 *
 * <p>Know three classes. {@link dpgnn.privacy.account.PldAccountant} is the tightest and the default: it composes privacy losses and
 * rounds up. {@link dpgnn.privacy.account.RdpAccountant} is the common one, to compare with. {@link
 * dpgnn.privacy.account.Calibration} finds the least noise, or the most steps, for a budget.
 *
 * <pre>{@code
 * var pld = PldAccountant.standard();
 * double least = Calibration.of(pld).multiplier(
 *         m -> new Event.Repeated(new Event.PoissonSampled(0.01, m, Relation.ADD_REMOVE), 1000), 2, 1e-5);
 * System.out.printf("%.4f%n", least); // prints 0.9597
 * }</pre>
 */
package dpgnn.privacy.account;
