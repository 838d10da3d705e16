package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;

/**
 * What an attacker measures of units in many trainings, each of which had a part of the units: shadow trainings (Shokri et al.
 * 2017; Carlini et al. 2022). {@link Lira} and {@link Rmia} take every training in turn as the one that is attacked and learn
 * from all others.
 *
 * <pre>{@code
 * var scores = ShadowScores.of(400, 32, 1, (member, seed) -> {
 *     var model = train(dataWithout(member), seed);   // yours
 *     return confidences(model);                      // one number for each of the 400 units
 * });
 * var curve = Lira.online().attack(scores);
 * }</pre>
 *
 * @param scores by training and unit; larger where the unit looks more like a member
 * @param member whether the training had the unit. For a bound to be read off, a fair coin decides for each unit and training
 *     alone
 */
public record ShadowScores(double[][] scores, boolean[][] member) {
    /** Trains with the units of which it is true, and measures all units. */
    @FunctionalInterface
    public interface Training {
        double[] scores(boolean[] member, long seed) throws Exception;
    }

    public ShadowScores {
        Check.atLeast("trainings", Check.given("scores", scores).length, 1);
        Check.that(
                Check.given("member", member).length == scores.length,
                "member",
                "given for " + scores.length + " trainings",
                member.length);
        Check.atLeast("units", scores[0].length, 1);
        for (int m = 0; m < scores.length; m++) {
            int units = scores[0].length;
            if (scores[m].length != units || member[m].length != units)
                throw new IllegalArgumentException("training " + m + " must have " + units
                        + " scores and memberships, had " + scores[m].length + " and " + member[m].length);
            for (int u = 0; u < units; u++)
                if (!Double.isFinite(scores[m][u]))
                    throw new IllegalArgumentException(
                            "the score of unit " + u + " in training " + m + " must be finite, was " + scores[m][u]);
        }
    }

    /** Makes the trainings, with seeds from this one on. */
    public static ShadowScores of(int units, int trainings, long firstSeed, Training training) throws Exception {
        Check.given("training", training);
        double[][] scores = new double[Check.atLeast("trainings", trainings, 1)][];
        boolean[][] member = new boolean[trainings][];
        for (int m = 0; m < trainings; m++) {
            member[m] = coins(units, Streams.seed(firstSeed + m).stream("members"));
            scores[m] = training.scores(member[m].clone(), firstSeed + m);
        }
        return new ShadowScores(scores, member);
    }

    /** A fair coin for each unit. */
    public static boolean[] coins(int units, RandomStream coins) {
        Check.given("coins", coins);
        boolean[] member = new boolean[Check.atLeast("units", units, 1)];
        for (int u = 0; u < units; u++) member[u] = coins.nextBoolean();
        return member;
    }

    /**
     * The confidence of a network in a label, on the scale of log odds: ln(p / (1 - p)) of its probability p, computed without p, which
     * may be too near 1. It is nearly normal over trainings, as {@link Lira} supposes.
     *
     * @param logits of a row of answers, that of class 0 at this place
     */
    public static double confidence(float[] logits, int place, int classes, int label) {
        Check.given("logits", logits);
        Check.within("label", label, 0, Check.atLeast("classes", classes, 2) - 1);
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < classes; c++) if (c != label) most = Math.max(most, logits[place + c]);
        double others = 0;
        for (int c = 0; c < classes; c++) if (c != label) others += Math.exp(logits[place + c] - most);
        return logits[place + label] - most - Math.log(others);
    }

    /** The attack that learns nothing: a unit is the more a member the larger its score, whichever unit it is. */
    public RocCurve attack() {
        return RocCurve.of(scores, member);
    }

    public int trainings() {
        return scores.length;
    }

    public int units() {
        return scores[0].length;
    }

    /** Refuses a unit of which the others than some training have too few with or without it to learn from. */
    void requireBoth(int least, boolean alsoWith) {
        for (int u = 0; u < units(); u++) {
            int with = 0;
            for (boolean[] of : member) if (of[u]) with++;
            int without = trainings() - with;
            // each training in turn is attacked, and leaves the others one fewer of its kind
            boolean enough = without > least && (!alsoWith || with > least);
            if (!enough)
                throw new IllegalArgumentException(
                        "unit " + u + " must be out of at least " + (least + 1) + " trainings"
                                + (alsoWith ? " and in as many" : "") + ", so that " + least
                                + " are left where one is attacked; was out of " + without + " and in " + with
                                + "; make more trainings");
        }
    }
}
