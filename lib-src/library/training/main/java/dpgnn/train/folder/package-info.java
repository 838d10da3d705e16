/** What ties ledgers and budgets to the data on which they are spent, and runs to the code and the machine that made them. */
package dpgnn.train.folder;
