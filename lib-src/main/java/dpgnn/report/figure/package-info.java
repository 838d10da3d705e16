/** Figures: axes, marks, their layout, and the published tables beside ours. */
package dpgnn.report.figure;
