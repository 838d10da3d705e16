/** Layers of a graph network over one holder's own edges, and how the server combines holders. */
package dpgnn.mpc.layer;
