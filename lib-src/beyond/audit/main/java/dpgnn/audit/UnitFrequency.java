package dpgnn.audit;

import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * How often a unit occurs in draws of a sampler, against the law of the sampler's event. For each shift of that law it counts
 * the draws that reach the shift or more; a unit that is drawn more often than is accounted for shows here, without any
 * training (docs/proofs.md, lemma 70).
 *
 * @param draws that were made
 * @param shift the count of clip norms that was reached too often, or most nearly so
 * @param reached draws that reached it
 * @param allowed the probability that the event gives to it
 * @param chance of as many draws or more, if the event is right
 * @param level below which the chance is a contradiction
 */
public record UnitFrequency(int draws, double shift, int reached, double allowed, double chance, double level) {
    /** @param confidence with which a sampler that keeps its word is not contradicted */
    static UnitFrequency of(
            Sampler sampler,
            Relation relation,
            TrainingView view,
            ShiftPair law,
            int node,
            int draws,
            double confidence,
            RandomStream coins) {
        Participants participants = view.participants();
        Sampler.Draws from = sampler.draws(participants, coins);
        Batch batch = new Batch();
        double[] seen = new double[draws];
        for (int t = 0; t < draws; t++) {
            // of each epoch one batch, so that draws are independent
            long epoch = sampler.epochSteps();
            from.draw(t * epoch + t % epoch, batch);
            seen[t] = Coupling.occurrences(sampler, relation, batch, node) / (law.opposite() ? 2 : 1);
        }
        return of(seen, law, confidence);
    }

    /** @param seen by how much the unit could move the sum of each draw, in the unit of the law */
    static UnitFrequency of(double[] seen, ShiftPair law, double confidence) {
        int draws = seen.length;
        double most = Arrays.stream(seen).max().orElse(0);
        double[] shifts = law.shifts();
        double level = (1 - confidence) / (shifts.length + 1);
        UnitFrequency worst = new UnitFrequency(draws, 0, draws, 1, 1, level);
        for (int j = 0; j <= shifts.length; j++) {
            // Beyond the largest shift nothing may be seen.
            double shift = j < shifts.length ? shifts[j] : law.largest() * (1 + 1e-9) + 1e-9;
            if (shift <= 0) continue;
            int reached = 0;
            for (double s : seen) if (s >= shift - 1e-9) reached++;
            double allowed = j < shifts.length ? Math.min(1, law.atLeast(shift - 1e-9)) : 0;
            var counts = new BinomialDistribution(null, draws, Math.min(1, allowed + ShiftPair.CUT));
            double chance = reached == 0 ? 1 : 1 - counts.cumulativeProbability(reached - 1);
            if (chance < worst.chance)
                worst = new UnitFrequency(draws, j < shifts.length ? shift : most, reached, allowed, chance, level);
        }
        return worst;
    }

    /** Whether the sampler may draw what its event says. */
    public boolean holds() {
        return chance >= level;
    }
}
