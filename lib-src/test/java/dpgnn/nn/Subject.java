package dpgnn.nn;

import dpgnn.nn.kernel.Kernels;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;

/** A network as it begins, and small data for it. */
public record Subject(Network network, SmallData data, Parameters at) {
    public static Subject of(Model model, SmallData data) {
        return of(model.network(data.features().width(), SmallData.CLASSES), data);
    }

    public static Subject of(Network network, SmallData data) {
        return new Subject(network, data, network.initial(Streams.seed(3).stream("init")));
    }

    /** As sums of releases are formed. */
    public ExampleGradients exact() {
        return ExampleGradients.exact(network, data.features(), data.labels());
    }

    public ExampleGradients on(Kernels kernels) {
        return ExampleGradients.of(network, data.features(), data.labels(), kernels);
    }

    public float[] sum(ExampleGradients gradients, Batch batch, RandomStream dropout, double... thresholds) {
        float[] sum = new float[network.size()];
        gradients.clippedSum(at, batch, thresholds, dropout, sum);
        return sum;
    }

    public double[] exactSum(ExampleGradients gradients, Batch batch, double... thresholds) {
        double[] sum = new double[network.size()];
        gradients.clippedSum(at, batch, thresholds, null, sum);
        return sum;
    }

    /** The slope of the loss along one parameter, as the difference over twice a distance; no norm may reach the clip. */
    public double slope(ExampleGradients gradients, Batch batch, int parameter, double clip, float distance) {
        float[] ignored = new float[network.size()];
        double[] far = {clip};
        double slope = 0;
        for (int sign : new int[] {-1, 1}) {
            float[] moved = at.toArray();
            moved[parameter] += sign * distance;
            slope += sign * gradients.clippedSum(Parameters.of(at.slots(), moved), batch, far, null, ignored);
        }
        return slope / (2 * distance);
    }
}
