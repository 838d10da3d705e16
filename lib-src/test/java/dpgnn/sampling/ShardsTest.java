package dpgnn.sampling;

import dpgnn.graph.Participants;

class ShardsTest extends SamplerContract {
    @Override
    Sampler sampler() {
        return new Shards(4);
    }

    /** Printed by the first run, and the same on every JDK ever since. */
    @Override
    long hashOfTenBatches() {
        return 3182287420893663224L;
    }

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
        return new Shards(1_000_000_000);
    }
}
