/** The networks that makers of graphs are built from, each with its backward pass. */
package dpgnn.generate.net;
