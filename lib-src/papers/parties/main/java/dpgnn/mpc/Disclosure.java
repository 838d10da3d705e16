package dpgnn.mpc;

import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.wire.Roster;
import java.util.ArrayList;
import java.util.List;

/**
 * States what a run shows to whom, in sentences. It uses public sizes alone, so everybody can read it before anything is
 * sent.
 */
final class Disclosure {
    /**
     * The most bits of an opened h0 at which {@code ColumnRecovery} has found no column, at a rate of 1. A rate of 4 moves h0 four
     * times as far, and so is worth two bits more to the attacker: at 7 of such bits it has found one.
     */
    private static final int DEFEATED = 6;

    private Disclosure() {}

    public static List<String> of(PpgnnSettings settings, PpgnnSizes sizes, Roster roster) {
        List<String> lines = new ArrayList<>();
        switch (settings.initial()) {
            case PLAIN -> lines.add("Nothing is protected: initial=plain sends products and gradients in the clear.");
            case INDIVIDUAL ->
                lines.add("No holder shows its features or first layer: each multiplies its own columns.");
            case SHARED -> shared(settings, sizes, roster, lines);
        }
        if (settings.noiseClip() > 0)
            lines.add(String.format(
                    "The server sees every holder's node embeddings with noise in %d epochs: mu = %.4g for one row of one"
                            + " holder's embeddings, replaced; edges and features reach more rows than one.",
                    settings.epochs(),
                    new EmbeddingNoise(settings.noiseClip(), settings.noiseMultiplier()).mu(settings.epochs())));
        else
            lines.add("The server sees every holder's node embeddings in the clear, in each of " + settings.epochs()
                    + " epochs: it can tell edges (Leakage.edges).");
        lines.add("Every holder sees which nodes train and, from directions of gradients, much of their labels"
                + " (Leakage.labels).");
        lines.add("Parties are taken to follow the protocol. Nothing here stops one that does not.");
        return lines;
    }

    /** What finding the common nodes shows, where holders do that first. */
    public static List<String> alignment(Roster roster) {
        return List.of(
                "Every two holders see which identifiers both have, and how many the other has: also of nodes that a third"
                        + " does not have.",
                "'" + roster.server() + "'"
                        + (roster.dealer().equals(roster.server()) ? "" : " and '" + roster.dealer() + "'")
                        + " see how many nodes all holders have, and no identifier.");
    }

    private static void shared(PpgnnSettings settings, PpgnnSizes sizes, Roster roster, List<String> lines) {
        long opened = (long) settings.epochs() * settings.width();
        boolean withstood = Math.scalb(Math.max(1, settings.initialRate()), settings.openedBits()) <= 1 << DEFEATED;
        lines.add("Every holder sees h0 = X W0 with " + settings.openedBits() + " fractional bits in each of "
                + settings.epochs() + " epochs.");
        for (int p = 0; roster.holders().size() > 1 && p < roster.holders().size(); p++) {
            int lacking = sizes.width() - sizes.widths().get(p);
            String reach = "epochs x width = " + opened + " and '"
                    + roster.holders().get(p) + "' lacks " + lacking + " columns: the opened h0 span "
                    + (opened < lacking ? "a part of them. " : "all of them. ");
            if (withstood)
                lines.add(reach + "At " + settings.openedBits()
                        + " bits our search for exact binary columns (ColumnRecovery) finds none, which is no proof.");
            else
                lines.add("Warning: " + reach
                        + "A search in that span (ColumnRecovery) finds exact binary columns of the others, some even before"
                        + " it holds all. Lower openedBits or initialRate.");
        }
        if (settings.initialRule() == UpdateRule.ADAM)
            lines.add("Warning: initialRule=adam opens the gradient of W0 to every holder in every epoch, unrounded: it"
                    + " spans the feature rows of nodes near training nodes. SGD keeps it shared.");
        lines.add(
                settings.truncation() == PpgnnSettings.TruncationRule.LOCAL
                        ? "Shares are cut by SecureML's rule where W0 moves: nothing is sent, and a wrong entry is rare but"
                                + " possible. All other masks are uniform."
                        : "All masks are uniform: the statistical distances of truncation add up to 0 over the run.");
        lines.add(
                roster.dealer().equals(roster.server())
                        ? "The server deals the masks: together with any one holder it has all features."
                        : "'" + roster.dealer() + "' deals the masks: together with any one holder it has all features;"
                                + " the server with a holder has not.");
    }
}
