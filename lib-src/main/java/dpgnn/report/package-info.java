/** Tables, pages, notices and progress, wherever the library runs. */
package dpgnn.report;
