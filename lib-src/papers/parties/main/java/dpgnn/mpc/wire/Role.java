package dpgnn.mpc.wire;

/** The role of a party: hold features and edges, compute the hidden layer, or deal random triples. */
public enum Role {
    HOLDER,
    SERVER,
    DEALER
}
