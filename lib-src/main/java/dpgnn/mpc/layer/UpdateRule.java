package dpgnn.mpc.layer;

/** How a trained matrix moves against its gradient. */
public enum UpdateRule {
    SGD,
    ADAM
}
