/** Figures of {@link dpgnn.report.figure.Figure} by plotly.js, to zoom and hover over, and tables of Tablesaw. */
package dpgnn.plotly;
