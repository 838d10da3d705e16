/** Tables, pages, notices and progress, shown wherever the library runs. */
package dpgnn.report;
