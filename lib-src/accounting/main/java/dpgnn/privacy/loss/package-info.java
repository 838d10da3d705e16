/** Composition of privacy losses: from one step's loss to the epsilon of all steps. */
package dpgnn.privacy.loss;
