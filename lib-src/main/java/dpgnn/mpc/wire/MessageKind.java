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
    FEATURE_SHARE(HOLDER, HOLDER, View.UNIFORM, Use.SECURE),
    FEATURE_MASK(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    MASKED_FEATURES(HOLDER, HOLDER, View.UNIFORM, Use.SECURE),
    WEIGHT_MASK(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    EMBEDDING_MASK(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    MASKED_WEIGHTS(HOLDER, HOLDER, View.UNIFORM, Use.SECURE),
    /** h0 plus a uniform number, on the way to fewer bits. */
    MASKED_EMBEDDING(HOLDER, HOLDER, View.UNIFORM, Use.SECURE),
    /** Shares whose sum, h0 = X W0 cut to the bits agreed on, every holder thereby sees in the clear. */
    INITIAL_EMBEDDING(HOLDER, HOLDER, View.OPENED, Use.SECURE),
    GRADIENT_MASK(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    UPDATE_MASK(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    MASKED_GRADIENT(HOLDER, HOLDER, View.UNIFORM, Use.SECURE),
    TRUNCATION_MASK(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    TRUNCATION_SHIFTED(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    TRUNCATION_TOP(DEALER, HOLDER, View.UNIFORM, Use.SECURE),
    MASKED_UPDATE(HOLDER, HOLDER, View.UNIFORM, Use.SECURE),
    /** Shares whose sum, the gradient of W0, every holder sees; only where Adam for W0 was chosen. */
    OPENED_UPDATE(HOLDER, HOLDER, View.OPENED, Use.REVEALING),
    PLAIN_START(HOLDER, HOLDER, View.CLEAR, Use.PLAIN),
    PLAIN_EMBEDDING(HOLDER, HOLDER, View.CLEAR, Use.PLAIN),
    PLAIN_GRADIENT(HOLDER, HOLDER, View.CLEAR, Use.PLAIN),
    /** A holder's node embeddings, which depend on its edges: split learning, without any guarantee of its own. */
    EMBEDDING(HOLDER, SERVER, View.CLEAR, Use.ALWAYS),
    HIDDEN_LAYER(SERVER, HOLDER, View.CLEAR, Use.ALWAYS),
    HIDDEN_GRADIENT(HOLDER, SERVER, View.CLEAR, Use.ALWAYS),
    EMBEDDING_GRADIENT(SERVER, HOLDER, View.CLEAR, Use.ALWAYS),
    EPOCH_DONE(null, SERVER, View.NOTHING, Use.ALWAYS),
    EPOCH_COMMITTED(SERVER, null, View.NOTHING, Use.ALWAYS),
    /** SecureML's network: shares dealt, factors masked, and the logits opened to the label holder. */
    DEALT(DEALER, HOLDER, View.UNIFORM, Use.SECUREML),
    SECRET_SHARE(HOLDER, HOLDER, View.UNIFORM, Use.SECUREML),
    MASKED_FACTOR(HOLDER, HOLDER, View.UNIFORM, Use.SECUREML),
    MASKED_VALUE(HOLDER, HOLDER, View.UNIFORM, Use.SECUREML),
    LOGIT_SHARE(HOLDER, HOLDER, View.OPENED, Use.SECUREML),
    /** How many identifiers a holder has. */
    IDENTIFIERS(HOLDER, HOLDER, View.SIZE, Use.ALIGNMENT),
    /** Identifiers raised to secret exponents. */
    BLINDED(HOLDER, HOLDER, View.HARD, Use.ALIGNMENT),
    /** The receiver's blinded identifiers, raised once more by the sender: first a hash of them, then they. */
    ANSWER_HASH(HOLDER, HOLDER, View.HARD, Use.ALIGNMENT),
    ANSWER(HOLDER, HOLDER, View.HARD, Use.ALIGNMENT),
    /** A hash of what all have, to see that all found the same. */
    COMMON_HASH(HOLDER, HOLDER, View.HARD, Use.ALIGNMENT),
    /** How many identifiers all holders have: the nodes of the run. */
    COMMON_NODES(HOLDER, null, View.SIZE, Use.ALIGNMENT);

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

    enum Use {
        ALWAYS,
        SECURE,
        REVEALING,
        PLAIN,
        SECUREML,
        ALIGNMENT
    }

    private final Role from;
    private final Role to;
    private final View view;
    private final Use use;

    MessageKind(Role from, Role to, View view, Use use) {
        this.from = from;
        this.to = to;
        this.view = view;
        this.use = use;
    }

    public View view() {
        return view;
    }

    Use use() {
        return use;
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
