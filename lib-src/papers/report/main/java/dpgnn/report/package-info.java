/**
 * Tables, pages, notices and progress, shown wherever the library runs.
 *
 * <p>Know three classes. {@link dpgnn.report.Table} is shown in a notebook and saved for a paper. {@link dpgnn.report.Page} puts several
 * things below one another. {@link dpgnn.report.Progress} is a bar for what takes long.
 *
 * <pre>{@code
 * var table = Table.columns("method", "epsilon", "accuracy").title("Two methods");
 * table.row("stars", 8.0, new double[] {0.969, 0.971});
 * table.row("rows alone", 8.0, 0.84);
 * System.out.println(table.toString().lines().findFirst().orElseThrow()); // prints Two methods
 * }</pre>
 */
package dpgnn.report;
