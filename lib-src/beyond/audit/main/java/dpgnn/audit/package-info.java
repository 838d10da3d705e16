/**
 * Attacks on what ran: what an adversary really finds, beside what a plan proves.
 *
 * <p>Know three classes. {@link dpgnn.audit.Audit} runs every auditor that fits a plan and writes one page. {@link dpgnn.audit.Coupling}
 * runs two neighbouring worlds with equal coins and looks whether their difference stays within the event. {@link
 * dpgnn.audit.BlackBoxAudit} needs a training of any origin and its scores alone.
 *
 * <pre>{@code
 * var data = Datasets.load("small");
 * var view = data.transductive(data.publicSplit().orElseThrow());
 * var plan = Plan.of(PoissonNodes.of(0.25), Clip.flat(0.5), GaussianNoise.standard())
 *         .steps(5)
 *         .calibrated(2, 1e-4);
 * var report = Audit.of(plan).model(Mlp.of(4)).canaries(100).report(view);
 * System.out.println(report.caught()); // prints false
 * }</pre>
 */
package dpgnn.audit;
