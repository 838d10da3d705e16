/**
 * Figures: curves, bars, points with intervals, heat maps, graphs; in a notebook, and as SVG, PDF and PNG for a paper.
 *
 * <p>Know two classes. {@link dpgnn.report.figure.Figure} is built mark by mark, and a cell shows it when it ends with one. {@link
 * dpgnn.report.figure.GraphSketch} draws a small graph with roles.
 *
 * <pre>{@code
 * double[] epsilon = {1, 2, 4, 8}, accuracy = {40, 52, 61, 66};
 * var figure = Figure.of("Accuracy").x("epsilon").y("%").logX().curve("GCN", epsilon, accuracy);
 * figure.save("runs/accuracy.svg"); // or .pdf, .png
 * }</pre>
 */
package dpgnn.report.figure;
