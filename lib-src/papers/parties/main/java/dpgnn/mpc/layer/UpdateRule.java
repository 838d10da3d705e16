package dpgnn.mpc.layer;

/** Rules by which a trained matrix moves against its gradient. */
public enum UpdateRule {
    SGD,
    ADAM
}
