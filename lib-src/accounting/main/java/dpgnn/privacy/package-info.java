/** The terms of a guarantee: unit, relation, event, verdict. Pure arithmetic: no randomness, no graph. */
package dpgnn.privacy;
