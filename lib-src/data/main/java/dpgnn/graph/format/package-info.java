/** Formats of files: text, CSV, JSON, NumPy arrays, pickles, each bounded in what it may take. */
package dpgnn.graph.format;
