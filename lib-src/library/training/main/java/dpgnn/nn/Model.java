package dpgnn.nn;

/** A kind of network, before the numbers of inputs and classes are known. */
public interface Model {
    /** What it is, for a run's record. */
    String name();

    /** A fresh network. */
    Network network(int inputs, int classes);
}
