/** How near a generated graph comes to its original: statistics, motifs, classifiers, link prediction. */
package dpgnn.generate.measure;
