/** Ledgers: the events of a run, in a file that only grows, and readers of such files. */
package dpgnn.privacy.ledger;
