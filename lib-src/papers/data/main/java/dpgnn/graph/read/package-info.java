/** Readers of graphs of one's own: CSV, NetworkX, folders of OGB; and what all readers take their files from. */
package dpgnn.graph.read;
