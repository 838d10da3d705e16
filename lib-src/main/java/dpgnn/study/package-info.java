/** Studies: runs over settings and seeds, which are kept and found again. No package below uses this one. */
package dpgnn.study;
