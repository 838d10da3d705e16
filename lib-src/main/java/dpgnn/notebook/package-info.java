/** The bench of a notebook: scale, seeds, folders, checks, runs and how their figures are written. Nothing below knows of it. */
package dpgnn.notebook;
