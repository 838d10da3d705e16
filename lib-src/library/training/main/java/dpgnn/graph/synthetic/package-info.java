/** Makes graphs from a seed: stand-ins for data sets that are missing, and the usual random graphs. */
package dpgnn.graph.synthetic;
