/** The experiments of secure graph generation with link privacy. */
package dpgnn.study.generation;
