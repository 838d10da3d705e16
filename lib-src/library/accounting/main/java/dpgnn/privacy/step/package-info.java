/** The privacy loss of one step of a mechanism, in cells and as Rényi divergences. */
package dpgnn.privacy.step;
