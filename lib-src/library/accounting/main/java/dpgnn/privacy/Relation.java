package dpgnn.privacy;

/** States how two neighbouring data sets differ. Proof: docs/proofs.md, lemma 19. */
public enum Relation {
    /** One of them has the unit, with all that belongs to it; the other does not. Announced counts stay as they are. */
    ADD_REMOVE("is added or removed", "numbers that were announced, such as how many there are, stay as they are"),
    /**
     * The unit is in both, and in one of them nothing of it is read: neither as an example nor in the examples of others. The
     * others' out-lists and degrees, and every announced number, are the same in both. It is weaker than {@link #ADD_REMOVE}
     * where a node's removal would shorten the lists that others draw from.
     */
    PARTICIPATION(
            "takes part or not",
            "where it takes no part, nothing of it is read, while the other nodes' out-lists and degrees, the number of nodes"
                    + " and the number of training nodes stay as they are"),
    /** Both have the unit, with different content. */
    REPLACE("is replaced by any other", "how many there are stays as it is");

    private final String words;
    private final String meaning;

    Relation(String words, String meaning) {
        this.words = words;
        this.meaning = meaning;
    }

    /** What happens to the unit, for a sentence. */
    public String words() {
        return words;
    }

    /** What stays the same meanwhile, for a sentence. */
    String meaning() {
        return meaning;
    }
}
