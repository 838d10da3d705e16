package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;

/**
 * One training of the {@link League}.
 *
 * @param method the name of one of the league's methods
 * @param dataset a data set's name, as {@link dpgnn.graph.data.Datasets} knows it
 * @param epsilon of what the method's row says it protects; infinite for a method without privacy
 */
public record LeagueRun(String method, String dataset, TargetEpsilon epsilon, long seed)
        implements Experiment<LeagueRun> {
    public LeagueRun {
        Check.given("method", method);
        Check.given("dataset", dataset);
        Check.given("epsilon", epsilon);
    }

    @Override
    public String experiment() {
        return "league";
    }
}
