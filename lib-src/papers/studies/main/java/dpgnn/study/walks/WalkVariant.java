package dpgnn.study.walks;

import dpgnn.train.Experiment;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Departures from the sound defaults, for comparison with the research code. A setting joins their names by "+". */
public record WalkVariant(TreeSet<Departure> departures) implements Experiment.Value, Comparable<WalkVariant> {
    /** The sound defaults. */
    public static final WalkVariant NONE = of();

    /** One departure. */
    public enum Departure {
        /** Features are standardised by unprotected statistics of the training nodes. Leaks: the verdict is UNSOUND. */
        STANDARDISED,
        /** Features are standardised by the statistics of all nodes. Leaks as well. */
        STANDARDISED_BY_ALL,
        /** Weights start as PyTorch's linear maps do, smaller than Glorot's and with biases. */
        LINEAR,
        /** The clip norm is a share of the norm of private gradients. Leaks: the verdict is UNSOUND. */
        MEASURED,
        /** The budget is checked after the step, which takes one more than it affords. */
        OVERSHOOT,
        /** Rows of logits are divided by their length before the loss. */
        NORMALISED,
        /** An example of FDP is a single path instead of a neighbourhood. */
        PATH,
        /** A sub-graph of walks has all edges among its nodes, not only those that were walked. */
        ALL_EDGES,
        /** Evaluated at the end only, where a pass over the whole graph takes long. */
        END_ONLY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public WalkVariant {
        departures = new TreeSet<>(departures);
        if (departures.contains(Departure.STANDARDISED) && departures.contains(Departure.STANDARDISED_BY_ALL))
            throw new IllegalArgumentException(
                    "features are standardised by the training nodes or by all, not both: " + departures);
    }

    public static WalkVariant of(Departure... departures) {
        return new WalkVariant(new TreeSet<>(Arrays.asList(departures)));
    }

    public boolean has(Departure departure) {
        return departures.contains(departure);
    }

    WalkData.Features features() {
        if (has(Departure.STANDARDISED_BY_ALL)) return WalkData.Features.STANDARDISED_BY_ALL;
        return has(Departure.STANDARDISED) ? WalkData.Features.STANDARDISED : WalkData.Features.ROWS;
    }

    @Override
    public String plain() {
        return departures.stream().map(Departure::toString).collect(Collectors.joining("+"));
    }

    @Override
    public String toString() {
        return plain();
    }

    @Override
    public int compareTo(WalkVariant other) {
        return plain().compareTo(other.plain());
    }
}
