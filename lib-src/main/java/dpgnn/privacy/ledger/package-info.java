/** The events of a run in a file that only grows, and what such a file says. */
package dpgnn.privacy.ledger;
