/** Studies: runs over settings and seeds that are kept and found again. No package below uses this one. */
package dpgnn.study;
