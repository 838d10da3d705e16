/**
 * Studies: runs over settings and seeds that are kept and found again. No package below uses this one.
 *
 * <p>Know three classes. {@link dpgnn.study.Study} says how a setting, a record of parameters, becomes a run. {@link dpgnn.study.Sweep}
 * varies a setting over values and seeds. {@link dpgnn.study.SweepResults} has tables of its runs, and the best of them.
 *
 * <pre>{@code
 * record Page(double rate, long seed) implements Experiment<Page> {
 *     public String experiment() {
 *         return "page";
 *     }
 * }
 * var sweep = Sweep.of(new Page(0.01, 1)).vary(Page::rate, 0.003, 0.01, 0.03).seeds(1, 2);
 * System.out.println(sweep.experiments().size()); // prints 6
 * }</pre>
 */
package dpgnn.study;
