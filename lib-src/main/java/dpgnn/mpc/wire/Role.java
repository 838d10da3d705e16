package dpgnn.mpc.wire;

/** What a party does: hold features and edges, compute the hidden layer, or deal random triples. */
public enum Role {
    HOLDER,
    SERVER,
    DEALER
}
