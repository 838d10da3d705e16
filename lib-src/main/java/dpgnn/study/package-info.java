/** Studies: runs over settings and seeds, which are kept and found again. Nothing below uses this room. */
package dpgnn.study;
