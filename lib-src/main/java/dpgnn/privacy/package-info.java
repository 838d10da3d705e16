/** The words of a guarantee: unit, relation, event, verdict, terms. Pure arithmetic: no randomness, no graph. */
package dpgnn.privacy;
