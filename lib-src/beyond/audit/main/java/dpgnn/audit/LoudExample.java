package dpgnn.audit;

import dpgnn.graph.TrainingView;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.sampling.Batch;
import dpgnn.train.SumProbe;
import java.util.ArrayList;
import java.util.List;

/**
 * Examples that shout: a few training nodes of different classes, alone, with huge features. Their gradients go through the same
 * clipping as everybody's, and the longest that comes out is as long as a canary may be.
 */
final class LoudExample {
    private static final int CLASSES = 3;
    private static final float HUGE = 100;

    private record Voice(TrainingView view, Batch batch, ExampleGradients gradients) {}

    private final List<Voice> voices = new ArrayList<>();
    private final Coupling.Sums sums;
    private float[] sum = new float[0];

    LoudExample(TrainingView view, Coupling.Sums sums) {
        this.sums = sums;
        List<Integer> heard = new ArrayList<>();
        for (int v : view.participants().roots()) {
            int label = view.labels().isSingle() ? view.labels().of(v) : heard.size();
            if (heard.contains(label) || heard.size() == CLASSES) continue;
            heard.add(label);
            float[] row = new float[view.features().width()];
            for (int c = 0; c < row.length; c++) row[c] = c % 2 == 0 ? HUGE : -HUGE;
            Batch batch = new Batch();
            batch.beginExample();
            batch.addTarget(batch.addRow(v));
            voices.add(new Voice(view.withFeatures(v, row), batch, null));
        }
    }

    /** The longest clipped gradient at these parameters. */
    double length(SumProbe.Moment moment) {
        Network network = moment.network();
        if (sum.length != network.size()) sum = new float[network.size()];
        double longest = 0;
        for (int i = 0; i < voices.size(); i++) {
            Voice voice = voices.get(i);
            if (sums != null) {
                sums.clippedSum(
                        voice.view,
                        network,
                        moment.parameters(),
                        voice.batch,
                        moment.limits().thresholds(),
                        sum);
            } else {
                if (voice.gradients == null) {
                    var own = ExampleGradients.of(network, voice.view.features(), voice.view.labels());
                    voice = new Voice(voice.view, voice.batch, own);
                    voices.set(i, voice);
                }
                voice.gradients.clippedSum(moment.parameters(), voice.batch, moment.limits(), null, sum);
            }
            double squares = 0;
            for (float x : sum) squares += (double) x * x;
            longest = Math.max(longest, Math.sqrt(squares));
        }
        return longest;
    }
}
