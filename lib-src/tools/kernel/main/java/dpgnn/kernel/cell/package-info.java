/** The life of a cell: splitting, imports, magics, running, interruption, errors in its author's terms, explanations. */
package dpgnn.kernel.cell;
