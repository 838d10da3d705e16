/** Makers of graphs that resemble a private one, with or without edge privacy: DPGVAE, DPGGAN, classical and neural ones. */
package dpgnn.generate;
