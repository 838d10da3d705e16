package dpgnn.sampling;

import dpgnn.graph.Participants;

class TiersTest extends SamplerContract {
    @Override
    Sampler sampler() {
        return new Tiers(2, 0.5);
    }

    /** Printed by the first run, and the same on every JDK ever since. */
    @Override
    long hashOfTenBatches() {
        return 1198578015524680018L;
    }

    /** Node 3 is in the second tier. */
    @Override
    double[] occurrences() {
        return new double[] {0.75, 0.25};
    }

    @Override
    int mostOccurrences(int node) {
        return 1;
    }

    /** The same graph without node 3: what one protected unit can change. */
    @Override
    Participants neighbour() {
        return participants().without(watched());
    }

    @Override
    boolean allChange() {
        return true;
    }

    @Override
    Sampler almostNever() {
        return new Tiers(1, 1e-9);
    }
}
