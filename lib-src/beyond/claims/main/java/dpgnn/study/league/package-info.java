/**
 * The league: private classifiers of nodes side by side at equal proved epsilon, by one protocol (docs/league.md).
 *
 * <p>Know three classes. {@link dpgnn.study.league.League} holds all methods, and is a study. {@link dpgnn.study.league.LeagueMethod} is a row:
 * a name, what it protects, its theorem and its training. {@link dpgnn.study.league.LeagueCell} is what came out on a data set.
 *
 * <pre>{@code
 * var wide = new LeagueMethod("wide rows", LeagueMethod.Kind.PROVED, Unit.NODE, Relation.ADD_REMOVE, LeagueMethod.Covers.ANSWERS,
 *         "lemmas 12 and 18", entry -> entry.train(Mlp.of(32), PoissonNodes.of(1.0 / entry.batches())));
 * var league = League.standard().with(wide);
 * System.out.println(league.methods().size() - League.standard().methods().size()); // prints 1
 * }</pre>
 */
package dpgnn.study.league;
