/**
 * Ledgers: the events of a run, in a file that only grows, and readers of such files.
 *
 * <p>Know three classes. {@link dpgnn.privacy.ledger.Ledger} writes a step down before it is taken. {@link dpgnn.privacy.ledger.LedgerRecord}
 * is what such a file says. {@link dpgnn.privacy.ledger.Budget} adds several runs up, and refuses what does not fit.
 *
 * <pre>{@code
 * var path = Path.of("runs/ledger-of-three.jsonl");
 * var ledger = Ledger.create(path, Map.of("model", "mine"));
 * ledger.beginBlock(1, 3, new Event.Gaussian(4));
 * ledger.end();
 * ledger.close();
 * System.out.println(Ledger.read(path).total()); // prints Composed[events=[Repeated[event=Gaussian[scale=4.0], times=3]]]
 * }</pre>
 */
package dpgnn.privacy.ledger;
