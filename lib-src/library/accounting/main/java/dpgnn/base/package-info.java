/** The foundation of all other packages: checks of arguments, files that are never half-written, digests. */
package dpgnn.base;
