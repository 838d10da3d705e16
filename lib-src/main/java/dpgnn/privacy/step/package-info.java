/** What one step of a mechanism reveals, as a privacy loss in cells and as Rényi divergences. */
package dpgnn.privacy.step;
