/** Makers of graphs that resemble a private one, with edge privacy or without: DPGVAE, DPGGAN, classical and neural ones. */
package dpgnn.generate;
