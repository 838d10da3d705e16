package dpgnn.graph.mapped;

/** Is told how far the making of a mapped data set is. */
@FunctionalInterface
public interface MappingProgress {
    /** Tells nobody. */
    MappingProgress NONE = (what, done, of) -> {};

    /**
     * @param what is being done, in a few words
     * @param of how much there is to do, or -1 if that is not known
     */
    void at(String what, long done, long of);
}
