/**
 * The workbench of a notebook: scale, seeds, folders, checks, runs and the format of their figures. No package below depends
 * on it.
 *
 * <p>Know three classes. {@link dpgnn.notebook.Lab} makes the runs of a notebook, or finds them kept. {@link dpgnn.notebook.Variations} is a
 * table over a grid, whose body trains once. {@link dpgnn.notebook.Dial} is a number on a slider.
 *
 * <pre>{@code
 * var lab = Lab.of("page", "ci", 2);
 * System.out.println(lab.seeds().length); // prints 1
 * }</pre>
 */
package dpgnn.notebook;
