/** Readers of graphs of one's own: CSV, dumps of NumPy, and what this library wrote; and what all readers take their files from. */
package dpgnn.graph.read;
