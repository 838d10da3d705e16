/** What stands below everything else: checks of arguments, files that are never half-written, digests. */
package dpgnn.base;
