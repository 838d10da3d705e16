package dpgnn.study.claims;

import dpgnn.audit.Canaries;
import dpgnn.audit.CanaryObservations;
import dpgnn.audit.ShiftPair;
import dpgnn.generate.EdgeCoupling;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.Protection;
import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.EdgeBatches;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A generator whose decoder is released: its update is coupled between graphs that differ in an edge, and canaries look at its
 * noise.
 *
 * @param maker the generator for an epsilon
 * @param protection of its decoder on one graph, for the same epsilon
 * @param game whether there is a discriminator too
 */
record DecoderMethod(
        String name,
        String paper,
        String known,
        String missing,
        String shown,
        BiFunction<ClaimsBench, Double, GraphMaker> maker,
        Protecting protection,
        boolean game,
        String fault,
        Flaw planted)
        implements ClaimedMethod {
    /** The protection of a decoder that learns from a graph of so many nodes. */
    @FunctionalInterface
    interface Protecting {
        Protection of(ClaimsBench bench, double epsilon, int nodes);
    }

    /** A fault of a decoder's step. */
    enum Flaw {
        NONE,
        /** Half of the noise is added. */
        HALF_NOISE,
        /** Nothing is clipped. */
        NO_CLIP,
        /** Pairs are drawn twice as often as is stated. */
        EAGER
    }

    @Override
    public boolean makesGraphs() {
        return true;
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        return GeneratorMethods.train(maker.apply(bench, epsilon), bench, seed);
    }

    @Override
    public Optional<Guarantee> release(ClaimsBench bench, double epsilon) throws Exception {
        return Optional.of(GeneratorMethods.release(maker.apply(bench, epsilon), bench));
    }

    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean faulty)
            throws Exception {
        Flaw flaw = faulty ? planted : Flaw.NONE;
        Graph graph = bench.graphs().get(bench.graphs().size() - 1);
        Protection p = protection.of(bench, epsilon, graph.nodes());
        Streams streams = Streams.seed(size.seed());
        int steps = bench.settings().steps();
        boolean proved = missing.isEmpty();
        EdgeCoupling coupled = coupled(bench, p, graph, flaw, streams);
        ShiftPair shifts = ShiftPair.of(((Event.Repeated) p.event(graph.nodes(), steps)).event(), p.noise(), 1);
        CanaryObservations seen = Canaries.replay(
                shifts,
                p.noise(),
                p.clip(),
                size.canaries() / 2,
                steps,
                (t, sum, coins) -> hide(p, flaw, sum, coins),
                streams.stream("canaries"));
        return Optional.of(AuditFinding.ofCanaries(
                coupled.worst() / (proved ? coupled.provable() : coupled.claimed()),
                proved ? coupled.worst() / coupled.provable() : Double.NaN,
                seen,
                steps,
                ClaimsBench.DELTA,
                proved ? p.provable(graph.nodes(), steps, ClaimsBench.DELTA).epsilon() : epsilon,
                size.confidence(),
                "one edge in a graph of " + graph.nodes() + " nodes; " + size.canaries() + " canaries in " + steps
                        + " steps, the weights alone"));
    }

    /** The noise of a step of clip norm C of the first: canaries of later ones would be as long in units of theirs. */
    private static void hide(Protection p, Flaw flaw, float[] sum, RandomStream coins) {
        if (flaw == Flaw.EAGER && p instanceof Protection.Pairwise pairs) {
            double again = pairs.rate() / (1 - pairs.rate());
            for (int k = 0; k < sum.length; k++)
                if (sum[k] == 0 && coins.nextDouble() < again) sum[k] = (float) (k % 2 == 1 ? p.clip() : -p.clip());
        }
        float[] before = sum.clone();
        p.hide(sum, 0, coins);
        if (flaw == Flaw.HALF_NOISE) for (int k = 0; k < sum.length; k++) sum[k] = (sum[k] + before[k]) / 2;
    }

    private EdgeCoupling coupled(ClaimsBench bench, Protection p, Graph graph, Flaw flaw, Streams streams) {
        Graph neighbour = GeneratorMethods.neighbour(graph);
        if (p instanceof Protection.Pairwise pairs)
            return EdgeCoupling.ofPairs(
                    graph, neighbour, bench.settings(), pairs, EdgeBatches.of(pairs.rate()), streams);
        EdgeCoupling.Clipping none = (gradient, clip) -> {};
        return EdgeCoupling.ofEncoder(
                graph, neighbour, bench.settings(), p, game, flaw == Flaw.NO_CLIP ? none : EdgeCoupling.FLAT, streams);
    }
}
