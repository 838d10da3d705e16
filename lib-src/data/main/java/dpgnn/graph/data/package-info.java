/** Loads real data sets by name: finds, downloads and checks their files. */
package dpgnn.graph.data;
