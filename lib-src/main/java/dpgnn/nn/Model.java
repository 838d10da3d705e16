package dpgnn.nn;

/** A kind of network, before it is known how many inputs and classes there are. */
public interface Model {
    /** What it is, for a run's record. */
    String name();

    /** A fresh network. */
    Network network(int inputs, int classes);
}
