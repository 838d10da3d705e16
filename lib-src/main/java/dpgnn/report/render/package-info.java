/** How pictures and numbers come onto paper: SVG, PNG, PDF, letters, colours, escaped text. */
package dpgnn.report.render;
