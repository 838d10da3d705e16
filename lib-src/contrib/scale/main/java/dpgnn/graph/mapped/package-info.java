/** Data sets in files that are mapped, not read: made once, opened in no time, as large as the disk. */
package dpgnn.graph.mapped;
