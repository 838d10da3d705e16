/** What answers of a trained network cost: accuracy against the epsilon of training and answers together. */
package dpgnn.study.predict;
