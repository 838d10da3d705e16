package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.EdgeBatches;
import dpgnn.sampling.PairBatch;

/**
 * Trains a decoder without an encoder. Every node keeps a public code, drawn from the prior before training, and the decoder
 * learns from sampled pairs which codes belong to linked nodes. This works on large graphs, since the cost grows with the
 * sampled pairs only.
 *
 * <p><b>Guarantee.</b> A pair's gradient depends on the public codes, the weights so far and the pair's own label, so that
 * one edge changes one example: {@link Protection.Pairwise}. The weight of positive pairs is a public number. A pair's
 * clipped gradient is within the clip, rounding included, and {@link GridSum} adds any number of them exactly; with a secure
 * stream nothing is rounded to floats before the noise is added.
 *
 * <p>Proof: docs/proofs.md, lemma 24.
 *
 * @param positiveWeight how much more a linked pair counts than another; public
 */
public record PairTraining(
        GeneratorSettings settings, Protection.Pairwise protection, double positiveWeight, LossListener listener) {
    public PairTraining {
        Check.positive("positiveWeight", positiveWeight);
    }

    public static PairTraining of(GeneratorSettings settings, Protection.Pairwise protection, double positiveWeight) {
        return new PairTraining(settings, protection, positiveWeight, (step, loss) -> {});
    }

    public PairTraining listen(LossListener hears) {
        return new PairTraining(settings, protection, positiveWeight, hears);
    }

    public ReleasedDecoder train(Graph graph, Streams streams) {
        GraphStatistics.requireUndirected(graph);
        LossListener told = listener.under(streams);
        int n = graph.nodes();
        EdgeBatches pairs = EdgeBatches.of(protection.rate());
        double expected = pairs.expectedPairs(n);
        if (expected > GridSum.MOST)
            throw new IllegalArgumentException("rate must draw at most " + GridSum.MOST + " pairs in a step, was "
                    + protection.rate() + ", which draws " + (long) expected + " from " + n + " nodes");
        RandomStream init = streams.stream("init");
        Matrix codes = Matrix.normal(n, settings.code(), streams.stream("public codes"));
        Decoder decoder =
                new Decoder(settings.code(), settings.decoderHidden(), settings.decoderOut(), init.fork("decoder"));
        PairGradients gradients = new PairGradients(decoder, codes);
        EdgeBatches.Draws draws = pairs.draws(graph, streams.stream("sampler"));
        RandomStream noise = streams.stream("noise");
        AdamSteps adam = AdamSteps.of(settings.rate());
        PairBatch batch = new PairBatch();
        for (int t = 0; t < settings.steps(); t++) {
            draws.draw(t, batch);
            double clip = protection.clip(t);
            GridSum clipped = new GridSum(NetParameter.count(decoder.parameters()), clip);
            double loss = 0;
            for (int k = 0; k < batch.size(); k++)
                loss += gradients.addClipped(batch.first(k), batch.second(k), batch.isEdge(k), positiveWeight, clipped);
            double[] sum = clipped.values();
            protection.hide(sum, t, noise);
            for (int i = 0; i < sum.length; i++) sum[i] /= expected;
            NetParameter.setGradients(decoder.parameters(), sum);
            NetParameter.step(adam, decoder.parameters());
            told.step(t, loss / Math.max(1, batch.size()));
        }
        return ReleasedDecoder.of(decoder, settings, codes, protection, n, streams);
    }
}
