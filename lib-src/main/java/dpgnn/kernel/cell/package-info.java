/** What becomes of a cell: cutting, imports, magics, running, interruption, errors in its author's terms, explanations. */
package dpgnn.kernel.cell;
