/** Special functions and quadrature with bounded error. */
package dpgnn.privacy.numeric;
