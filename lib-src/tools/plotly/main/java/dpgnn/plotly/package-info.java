/**
 * Figures of {@link dpgnn.report.figure.Figure} by plotly.js, to zoom and hover over, and tables of Tablesaw.
 *
 * <p>Know two classes. {@link dpgnn.plotly.Interactive} is a figure to zoom; {@link dpgnn.plotly.TablesawTables} shows another library's tables.
 *
 * <pre>{@code
 * var figure = Figure.of("Cost").x("epsilon").y("accuracy").curve("stars", new double[] {1, 2, 4}, new double[] {0.5, 0.7, 0.8});
 * System.out.println(Interactive.of(figure).getClass().getSimpleName()); // prints Interactive
 * }</pre>
 */
package dpgnn.plotly;
