/** The experiments of private text classification on full graphs, and of digits in lots. */
package dpgnn.study.text;
