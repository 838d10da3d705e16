package dpgnn.privacy;

/** How two neighbouring data sets differ. */
public enum Relation {
    /** One of them has the unit, the other has not. */
    ADD_REMOVE("is added or removed"),
    /** Both have the unit, with different content. */
    REPLACE("is replaced by any other");

    private final String words;

    Relation(String words) {
        this.words = words;
    }

    /** What happens to the unit, for a sentence. */
    public String words() {
        return words;
    }
}
