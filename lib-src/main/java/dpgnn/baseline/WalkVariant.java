package dpgnn.baseline;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Departures from the sound defaults, as words joined by "+"; none is "". They exist to compare with the research code.
 *
 * <ul>
 *   <li>{@code standardised}: features are standardised by unprotected statistics. Leaks: the verdict is UNSOUND.
 *   <li>{@code standardised-by-all}: the same with the statistics of all nodes, not of the training nodes. Leaks as well.
 *   <li>{@code linear}: weights start as PyTorch's linear maps do, smaller than Glorot's and with biases.
 *   <li>{@code measured}: the clip norm is a share of the norm of private gradients. Leaks: the verdict is UNSOUND.
 *   <li>{@code overshoot}: the budget is checked after the step, which takes one more than it affords.
 *   <li>{@code normalised}: rows of logits are divided by their length before the loss.
 *   <li>{@code path}: an example of FDP is a single path instead of a neighbourhood.
 *   <li>{@code all-edges}: a sub-graph of walks has all edges among its nodes, not only those that were walked.
 *   <li>{@code end-only}: evaluated at the end only, where a pass over the whole graph takes long.
 * </ul>
 */
public record WalkVariant(Set<String> words) {
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            "standardised",
            "standardised-by-all",
            "linear",
            "measured",
            "overshoot",
            "normalised",
            "path",
            "all-edges",
            "end-only"));

    public WalkVariant {
        for (String word : words)
            if (!KNOWN.contains(word))
                throw new IllegalArgumentException("a variant must be made of " + KNOWN + ", was " + word);
        words = Set.copyOf(words);
    }

    public static WalkVariant of(String text) {
        return new WalkVariant(text.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(text.split("\\+"))));
    }

    boolean has(String word) {
        return words.contains(word);
    }

    WalkData.Features features() {
        if (has("standardised-by-all")) {
            if (has("standardised"))
                throw new IllegalArgumentException(
                        "features are standardised by the training nodes or by all, not both: " + words);
            return WalkData.Features.STANDARDISED_BY_ALL;
        }
        return has("standardised") ? WalkData.Features.STANDARDISED : WalkData.Features.ROWS;
    }
}
