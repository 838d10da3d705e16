/** The pages that say what of the papers is reproduced, written from what the notebooks found, cell by cell. */
package dpgnn.study.pages;
