package dpgnn.nn;

/** A kind of network, before it is known how many inputs and classes there are. */
public interface Model {
    /** What it is, for a run's record. */
    String name();

    /** A fresh network. It holds the memory of its passes: give each thread one of its own. */
    Network network(int inputs, int classes);
}
