package dpgnn.study.walks;

import dpgnn.train.Listener;

/**
 * Ends a training without privacy when a figure that should rise has not exceeded its best for a given number of evaluations.
 *
 * @param every the steps between two evaluations
 */
final class Plateau implements Listener {
    private final String figure;
    private final long every;
    private final int patience;
    private double best = Double.NEGATIVE_INFINITY;
    private int since;

    Plateau(String figure, long every, int patience) {
        this.figure = figure;
        this.every = every;
        this.patience = patience;
    }

    @Override
    public boolean step(Moment moment) {
        if (moment.step() % every != 0) return true;
        double value = moment.figures().get(figure);
        since = value > best ? 0 : since + 1;
        best = Math.max(best, value);
        return since < patience;
    }
}
