/** Graphs with features and labels, who takes part in a training, and the views of what a training and an evaluation may read. */
package dpgnn.graph;
