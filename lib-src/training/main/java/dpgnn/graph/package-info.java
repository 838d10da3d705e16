/**
 * Graphs with features and labels, the nodes that take part in a training, and the views that a training and an evaluation
 * may read.
 */
package dpgnn.graph;
