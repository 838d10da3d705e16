/**
 * The workbench of a notebook: scale, seeds, folders, checks, runs and the format of their figures. No package below depends
 * on it.
 */
package dpgnn.notebook;
