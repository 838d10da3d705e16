package dpgnn.graph.synthetic;

import dpgnn.base.Check;
import java.util.Locale;

/**
 * How much of a stand-in's labels can be learned, and from what. Blocks decide edges and rows; a node's label is its block's unless
 * it strays. Strays bound what any network can reach, and the signal what a single row tells.
 *
 * @param signal deviation of a block's mean from the origin, in standard deviations of one dense feature; a block chooses 1.6 times as
 *     large a part of a row's words
 * @param strays share of nodes that have the label of a random node instead of their block's
 * @param largest share of nodes that have the label of the largest class, whatever their block
 */
public record Learnability(double signal, double strays, double largest) {
    /** Every label is its block's. */
    public static final Learnability PLAIN = new Learnability(0.25, 0, 0);

    public Learnability {
        Check.that(signal > 0, "signal", "positive", signal);
        Check.that(strays >= 0, "strays", "a share, at least 0", strays);
        Check.that(largest >= 0 && strays + largest <= 1, "largest", "a share, at most 1 - strays", largest);
    }

    /** The part of a row's words that its block chooses, 0.4 at the signal of {@link #PLAIN}. */
    double topical() {
        return Math.min(1, 0.4 * signal / PLAIN.signal);
    }

    /** As the notes of a stand-in say it. */
    String words() {
        return String.format(
                Locale.ROOT,
                "What can be learned of it was chosen so that networks are about as accurate as on the real data: signal %s,"
                        + " strays %s, largest class %s.",
                signal,
                strays,
                largest);
    }
}
