/** Measures of how close a generated graph is to its original: statistics, motifs, classifiers, link prediction. */
package dpgnn.generate.measure;
