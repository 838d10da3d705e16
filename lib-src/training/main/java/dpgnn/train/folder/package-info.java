/** The folder in which one budget is spent: its lock, its ledger, and what ties the ledger to the data. */
package dpgnn.train.folder;
