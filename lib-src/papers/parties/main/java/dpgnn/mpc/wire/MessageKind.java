package dpgnn.mpc.wire;

import static dpgnn.mpc.wire.Role.DEALER;
import static dpgnn.mpc.wire.Role.HOLDER;
import static dpgnn.mpc.wire.Role.SERVER;

/**
 * Kinds of content that a message may carry: who sends it to whom, and what its receiver thereby sees. There is no kind for
 * edges, features or labels in the clear, so no message can carry them.
 */
public enum MessageKind {
    /** A holder's features, as a uniform share. */
    FEATURE_SHARE(HOLDER, HOLDER, View.UNIFORM),
    FEATURE_MASK(DEALER, HOLDER, View.UNIFORM),
    MASKED_FEATURES(HOLDER, HOLDER, View.UNIFORM),
    WEIGHT_MASK(DEALER, HOLDER, View.UNIFORM),
    EMBEDDING_MASK(DEALER, HOLDER, View.UNIFORM),
    MASKED_WEIGHTS(HOLDER, HOLDER, View.UNIFORM),
    /** h0 plus a uniform number, on the way to fewer bits. */
    MASKED_EMBEDDING(HOLDER, HOLDER, View.UNIFORM),
    /** Shares whose sum, h0 = X W0 cut to the bits agreed on, every holder thereby sees in the clear. */
    INITIAL_EMBEDDING(HOLDER, HOLDER, View.OPENED),
    GRADIENT_MASK(DEALER, HOLDER, View.UNIFORM),
    UPDATE_MASK(DEALER, HOLDER, View.UNIFORM),
    MASKED_GRADIENT(HOLDER, HOLDER, View.UNIFORM),
    TRUNCATION_MASK(DEALER, HOLDER, View.UNIFORM),
    TRUNCATION_SHIFTED(DEALER, HOLDER, View.UNIFORM),
    TRUNCATION_TOP(DEALER, HOLDER, View.UNIFORM),
    MASKED_UPDATE(HOLDER, HOLDER, View.UNIFORM),
    /** Shares whose sum, the gradient of W0, every holder sees; only where Adam for W0 was chosen. */
    OPENED_UPDATE(HOLDER, HOLDER, View.OPENED),
    PLAIN_START(HOLDER, HOLDER, View.CLEAR),
    PLAIN_EMBEDDING(HOLDER, HOLDER, View.CLEAR),
    PLAIN_GRADIENT(HOLDER, HOLDER, View.CLEAR),
    /** A holder's node embeddings, which depend on its edges: split learning, without any guarantee of its own. */
    EMBEDDING(HOLDER, SERVER, View.CLEAR),
    HIDDEN_LAYER(SERVER, HOLDER, View.CLEAR),
    HIDDEN_GRADIENT(HOLDER, SERVER, View.CLEAR),
    EMBEDDING_GRADIENT(SERVER, HOLDER, View.CLEAR),
    EPOCH_DONE(null, SERVER, View.NOTHING),
    EPOCH_COMMITTED(SERVER, null, View.NOTHING),
    /** SecureML's network: shares dealt, factors masked, and the logits opened to the label holder. */
    DEALT(DEALER, HOLDER, View.UNIFORM),
    SECRET_SHARE(HOLDER, HOLDER, View.UNIFORM),
    MASKED_FACTOR(HOLDER, HOLDER, View.UNIFORM),
    MASKED_VALUE(HOLDER, HOLDER, View.UNIFORM),
    LOGIT_SHARE(HOLDER, HOLDER, View.OPENED),
    /** How many identifiers a holder has. */
    IDENTIFIERS(HOLDER, HOLDER, View.SIZE),
    /** Identifiers raised to secret exponents. */
    BLINDED(HOLDER, HOLDER, View.HARD),
    /** The receiver's blinded identifiers, raised once more by the sender: first a hash of them, then they. */
    ANSWER_HASH(HOLDER, HOLDER, View.HARD),
    ANSWER(HOLDER, HOLDER, View.HARD),
    /** A hash of what all have, to see that all found the same. */
    COMMON_HASH(HOLDER, HOLDER, View.HARD),
    /** How many identifiers all holders have: the nodes of the run. */
    COMMON_NODES(HOLDER, null, View.SIZE);

    /** What its receiver sees. */
    public enum View {
        /** Numbers that are uniform whatever the secrets are. */
        UNIFORM,
        /** Numbers that tell the secrets only to who solves a problem that is thought hard. */
        HARD,
        /** Shares that are added up on purpose: their sum is seen. */
        OPENED,
        /** The matrix itself. */
        CLEAR,
        /** How many there are of something. */
        SIZE,
        NOTHING
    }

    private final Role from;
    private final Role to;
    private final View view;

    MessageKind(Role from, Role to, View view) {
        this.from = from;
        this.to = to;
        this.view = view;
    }

    public View view() {
        return view;
    }

    /** Whether this party may send it to that one. The hidden layer goes to the label holder alone, and back from there. */
    public boolean allows(Roster roster, String sender, String receiver) {
        if (this == HIDDEN_LAYER && !receiver.equals(roster.labelHolder())) return false;
        if (this == COMMON_NODES && (!sender.equals(roster.labelHolder()) || roster.plays(receiver, HOLDER)))
            return false;
        if (this == HIDDEN_GRADIENT && !sender.equals(roster.labelHolder())) return false;
        if (this == LOGIT_SHARE && !receiver.equals(roster.labelHolder())) return false;
        return (from == null || roster.plays(sender, from)) && (to == null || roster.plays(receiver, to));
    }
}
