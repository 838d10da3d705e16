package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.io.Serializable;

/**
 * A row of the {@link League}: how a method trains, and what it promises. docs/extend.md shows how to add one.
 *
 * @param name unique in the league
 * @param kind whether its epsilon is proved, or is its authors' claim alone
 * @param covers what its epsilon speaks of
 * @param theorem where the proof stands; empty where there is none
 * @param training trains once and tests
 */
public record LeagueMethod(
        String name, Kind kind, Unit unit, Relation relation, Covers covers, String theorem, Training training)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** What stands behind a row's epsilon. */
    public enum Kind {
        /** A theorem of docs/proofs.md. */
        PROVED,
        /** What the authors state and no theorem gives: shown beside the others, never ranked. */
        CLAIMED,
        /** Nothing: the same training without noise, or a constant answer. */
        NO_PRIVACY
    }

    /** What an observer may see, and the epsilon still holds. */
    public enum Covers {
        WEIGHTS("weights"),
        /** The answer about a node reads its own row, which whoever asks brings along, and nothing else that is not private. */
        ANSWERS("answers"),
        /** Whatever is answered about anybody. */
        ALL("all predictions");

        private final String words;

        Covers(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Trains on one split and tests. */
    @FunctionalInterface
    public interface Training extends Serializable {
        LeagueResult of(LeagueEntry entry) throws Exception;
    }

    public LeagueMethod {
        Check.given("name", name);
        Check.given("kind", kind);
        Check.given("training", training);
        Check.that(
                kind == Kind.PROVED != theorem.isEmpty(),
                "theorem",
                kind == Kind.PROVED ? "named, since " + name + " is to be proved" : "empty, since nothing is proved",
                theorem.isEmpty() ? "empty" : theorem);
    }
}
