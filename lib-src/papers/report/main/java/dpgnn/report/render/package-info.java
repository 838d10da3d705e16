/** Output of pictures and numbers: SVG, PNG, PDF, letters, colours, escaped text. */
package dpgnn.report.render;
