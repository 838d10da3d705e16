/** Formats of text: lines, CSV, JSON, each bounded in what it may take, and numbers read from them. */
package dpgnn.graph.format;
