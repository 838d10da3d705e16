/** Readers of graphs of one's own: CSV, NetworkX, folders of OGB, dumps of NumPy, and what this library wrote; and what all readers take their files from. */
package dpgnn.graph.read;
