package dpgnn.train;

import dpgnn.base.Check;

/**
 * Ends a training when a figure that should fall has been worse than its best for a given number of steps in a row. A value
 * at least as good as the best restarts the count. The figure must be followed at every step. The last weights are kept, not
 * the best ones (Igamberdiev and Habernal 2022).
 *
 * <p>The decision to stop reads private data without noise, so use it only for trainings without privacy: a training whose
 * epsilon is finite is refused, one whose epsilon is infinite has no promise to break.
 *
 * <p>Proof: docs/proofs.md, lemma 49.
 */
public final class EarlyStopping implements Listener {
    private final String figure;
    private final int patience;
    private final long every;
    private double best = Double.POSITIVE_INFINITY;
    private int worse;

    private EarlyStopping(String figure, int patience, long every) {
        this.figure = figure;
        this.patience = Check.atLeast("patience", patience, 1);
        this.every = Check.atLeast("every", every, 1);
    }

    /**
     * @param figure the name under which it is followed, such as "validation loss"
     * @param patience how many worse steps in a row end the training
     */
    public static EarlyStopping of(String figure, int patience) {
        Check.given("figure", figure);
        return new EarlyStopping(figure, patience, 1);
    }

    /** This rule, with the figure looked at after every so many steps only, such as those of an epoch. */
    public EarlyStopping every(long steps) {
        return new EarlyStopping(figure, patience, steps);
    }

    @Override
    public void started(String title, long steps) {
        best = Double.POSITIVE_INFINITY;
        worse = 0;
    }

    @Override
    public boolean step(Moment moment) {
        if (moment.step() % every != 0) return true;
        Double value = moment.figures().get(figure);
        if (value == null)
            throw new IllegalStateException(
                    "\"" + figure + "\" must be followed at every step that early stopping looks at; followed are "
                            + moment.figures().keySet());
        if (Double.isFinite(moment.epsilon().getAsDouble()))
            throw new IllegalStateException("early stopping reads private data without noise; a private training must"
                    + " take all of its steps");
        if (value <= best) {
            best = value;
            worse = 0;
        } else {
            worse++;
        }
        return worse < patience;
    }
}
