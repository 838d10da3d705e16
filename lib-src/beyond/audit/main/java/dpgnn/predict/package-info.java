/** Answers of a trained network, and what they cost: neighbours' noisy votes, own rows, and graphs that askers give. */
package dpgnn.predict;
