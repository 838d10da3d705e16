package dpgnn.study.league;

import dpgnn.audit.Audit;
import dpgnn.audit.AuditReport;
import dpgnn.audit.EpsilonLowerBound;
import dpgnn.base.Check;
import dpgnn.baseline.Blink;
import dpgnn.baseline.Gap;
import dpgnn.baseline.NeighbourLabels;
import dpgnn.baseline.PublicEdges;
import dpgnn.nn.Model;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.study.claims.GapAudit;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;
import dpgnn.train.Plan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The audit of a cell of the {@link League}, in place of its trainings. A plan is audited as it stands; of GAP and ProGAP the hops alone,
 * of Blink and of labels of neighbours pairs of nodes that have no other neighbour, of LPGNN what single nodes say, of votes the
 * training alone.
 *
 * @param method the name of one of the league's methods
 * @param canaries how many are looked for
 */
public record LeagueAudit(String method, String dataset, TargetEpsilon epsilon, int canaries, long seed)
        implements Experiment<LeagueAudit> {
    private static final double CONFIDENCE = 0.95;

    public LeagueAudit {
        Check.given("method", method);
        Check.given("dataset", dataset);
        Check.given("epsilon", epsilon);
        Check.atLeast("canaries", canaries, 16);
    }

    @Override
    public String experiment() {
        return "league-audit";
    }

    /**
     * What an audit found.
     *
     * @param epsilon that is exceeded, with a confidence of 95 %
     * @param change the largest that a neighbour made to a sum, over what is counted with; NaN where none was looked for
     * @param caught whether something contradicts the claim
     */
    public record Found(double epsilon, double change, boolean caught) {
        Map<String, Double> metrics() {
            Map<String, Double> all =
                    new TreeMap<>(Map.of("epsilon at least", epsilon, "contradicted", caught ? 1.0 : 0.0));
            if (!Double.isNaN(change)) all.put("largest change", change);
            return all;
        }
    }

    /** What takes the place of a training. */
    static final class Auditor {
        private final int canaries;
        private final long seed;
        private Found found;

        Auditor(int canaries, long seed) {
            this.canaries = canaries;
            this.seed = seed;
        }

        Found found() {
            Check.that(found != null, "method", "one whose plan or hops the league audits", "none of these");
            return found;
        }

        LeagueResult plan(LeagueEntry entry, Model model, Plan plan) throws Exception {
            AuditReport report =
                    Audit.of(plan).model(model).canaries(canaries).seed(seed).report(entry.view());
            return is(new Found(report.epsilon(), report.coupling().worst(), report.caught()));
        }

        LeagueResult hops(LeagueEntry entry, Gap gap, double multiplier, List<Guarantee> held) {
            Map<String, Double> seen =
                    new GapAudit(gap).figures(entry.view(), multiplier, held, 16 * canaries, CONFIDENCE, seed);
            boolean caught =
                    seen.entrySet().stream().anyMatch(e -> e.getKey().startsWith("sign of ") && e.getValue() == 1);
            return is(new Found(seen.get("epsilon at least"), seen.get("change over claimed"), caught));
        }

        LeagueResult pairs(LeagueEntry entry, Blink blink) {
            return told(entry, blink.lookAt(16 * canaries, entry.epsilon(), entry.streams().stream("pairs")));
        }

        LeagueResult counts(LeagueEntry entry, double multiplier) {
            return told(entry, NeighbourLabels.lookAt(16 * canaries, multiplier, entry.streams().stream("pairs")));
        }

        /** Each canary is a label that is answered; the other world has another one. */
        LeagueResult answers(LeagueEntry entry) {
            RandomisedAnswer event =
                    PublicEdges.event(entry.epsilon(), entry.data().labels().classes());
            double[][] seen = new double[2][16 * canaries];
            for (int world = 0; world < 2; world++)
                for (int i = 0; i < seen[world].length; i++)
                    seen[world][i] = PublicEdges.drawn(
                                            event,
                                            world,
                                            entry.streams().stream("world " + world)
                                                    .fork(i))
                                    == 1
                            ? 1
                            : 0;
            return told(entry, seen);
        }

        /** Each canary is all that one node says. */
        LeagueResult bits(LeagueEntry entry, Lpgnn method) {
            return told(
                    entry,
                    method.lookAt(
                            16 * canaries,
                            entry.epsilon(),
                            entry.data().labels().classes(),
                            entry.data().features().width(),
                            entry.streams().stream("nodes")));
        }

        private LeagueResult told(LeagueEntry entry, double[][] seen) {
            double least = EpsilonLowerBound.ofScores(seen[0], seen[1], entry.delta(), CONFIDENCE)
                    .epsilon();
            return is(new Found(least, Double.NaN, least > entry.epsilon()));
        }

        private LeagueResult is(Found one) {
            found = one;
            return LeagueResult.open(null);
        }
    }
}
