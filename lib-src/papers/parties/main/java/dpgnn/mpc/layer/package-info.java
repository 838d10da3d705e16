/** Layers of a graph network over one holder's own edges, and ways in which the server combines holders. */
package dpgnn.mpc.layer;
