package dpgnn.study.choice;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The figures of Papernot and Steinke (2022) that show what a selection costs, for a base mechanism of zero-concentrated privacy: its
 * divergence of order a is rho a, which is that of Gaussian noise.
 *
 * @param rho 0.1 in the paper
 * @param delta 1e-6 in the paper
 */
public record SelectionPrices(double rho, double delta) {
    private static final RdpAccountant RDP = RdpAccountant.standard();
    private static final double[] SHAPES = {1, 0.5, 0, -0.5};

    public SelectionPrices {
        Check.positive("rho", rho);
        Check.open("delta", delta, 0, 1);
    }

    private Event base() {
        return new Event.Gaussian(1 / Math.sqrt(2 * rho));
    }

    /** What ways of that many trainings on average release, by name; the mean is whole. */
    private Map<String, Event> ways(int mean) {
        Map<String, Event> all = new LinkedHashMap<>();
        all.put("all published", new Event.Repeated(base(), mean));
        for (double shape : SHAPES) all.put(name(shape), best(RunCount.ofMean(shape, mean)));
        all.put("Poisson", best(RunCount.poisson(mean)));
        return all;
    }

    private static String name(double shape) {
        return shape == 1 ? "geometric, η = 1" : shape == 0 ? "logarithmic, η = 0" : "η = " + shape;
    }

    private Event best(RunCount runs) {
        return new Event.BestOf(List.of(base()), runs);
    }

    private static double[] each(double[] at, ToDoubleFunction<Double> of) {
        return Arrays.stream(at).map(of::applyAsDouble).toArray();
    }

    /** Divergences against the order, for ways of that many trainings on average. */
    public Figure divergences(int mean) {
        double[] orders = new double[60];
        for (int i = 0; i < orders.length; i++) orders[i] = 1 + Math.pow(2, (i - 4) / 8.0);
        Figure figure = Figure.of(mean + " trainings on average")
                .x("order")
                .y("divergence")
                .logX()
                .logY();
        ways(mean).forEach((name, event) -> figure.curve(name, orders, each(orders, a -> RDP.rdp(event, a))));
        return figure.curve("one training", orders, each(orders, a -> rho * a));
    }

    /** Divergences of the logarithmic law against the order, for several means. */
    public Figure byMean(double... means) {
        double[] orders = new double[60];
        for (int i = 0; i < orders.length; i++) orders[i] = 1 + Math.pow(2, (i - 4) / 8.0);
        Figure figure =
                Figure.of("logarithmic law").x("order").y("divergence").logX().logY();
        for (double mean : means) {
            Event event = best(RunCount.ofMean(0, mean));
            figure.curve("mean " + Math.round(mean), orders, each(orders, a -> RDP.rdp(event, a)));
        }
        return figure.curve("one training", orders, each(orders, a -> rho * a));
    }

    /** Epsilons against the mean number of trainings. */
    public Figure epsilons(int... means) {
        Figure figure = Figure.of("what a choice costs")
                .x("trainings on average")
                .y("epsilon")
                .logX();
        double[] at = Arrays.stream(means).asDoubleStream().toArray();
        for (String name : ways(means[0]).keySet()) {
            // The rest of this curve leaves no room for the others.
            double[] shown = name.equals("all published")
                    ? Arrays.stream(at).filter(k -> k <= 10).toArray()
                    : at;
            figure.curve(name, shown, each(shown, k -> epsilon(name, (int) Math.round(k))));
        }
        return figure.horizontal(RDP.epsilon(base(), delta), "one training");
    }

    /** The same as numbers, a row for each way. */
    public Table table(int... means) {
        Table table = Table.columns("way", "trainings on average", "epsilon").digits("epsilon", 3);
        for (String name : ways(means[0]).keySet()) for (int mean : means) table.row(name, mean, epsilon(name, mean));
        return table.title("epsilon at delta " + delta + ", one training is " + rho + "-zCDP")
                .wide("way", "trainings on average", "epsilon");
    }

    /** The epsilon of a way, by its name in the figures. */
    public double epsilon(String way, int mean) {
        return RDP.epsilon(ways(mean).get(way), delta);
    }
}
