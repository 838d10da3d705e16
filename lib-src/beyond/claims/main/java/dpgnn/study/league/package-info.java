/** The league: private classifiers of nodes side by side at equal proved epsilon, by one protocol (docs/league.md). */
package dpgnn.study.league;
