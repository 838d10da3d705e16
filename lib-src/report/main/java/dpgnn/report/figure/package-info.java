/** Figures: axes, marks and their layout; and published tables beside ours. */
package dpgnn.report.figure;
