/** Graphs made from a seed: stand-ins for data sets that are not at hand, and the usual random graphs. */
package dpgnn.graph.synthetic;
