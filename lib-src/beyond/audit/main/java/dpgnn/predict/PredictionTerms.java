package dpgnn.predict;

import dpgnn.graph.Dataset;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Unit;
import dpgnn.privacy.UserPart;
import dpgnn.privacy.Verdict;
import dpgnn.train.Trained;
import dpgnn.train.folder.BudgetShare;
import java.util.ArrayList;
import java.util.List;

/**
 * What a predictor's guarantee says, rests on and leaves out.
 *
 * <p>Proof: docs/proofs.md, lemma 63.
 */
final class PredictionTerms {
    private static final String ASKED =
            "Who asks what, and the rows and graphs that askers give: an answer tells of them, whoever they are about.";

    /** What is not covered where there is no budget. */
    private static final String ANOTHER = "Another predictor on the same data: it spends a budget of its own.";

    private PredictionTerms() {}

    /** Of a training whose predictor reads what askers give alone. */
    static Guarantee free(Guarantee training) {
        GuaranteeTerms terms = training.terms();
        return training.with(
                training.verdict(),
                new GuaranteeTerms(
                                terms.published(), terms.derived(), terms.given(), uncovered(training), terms.remarks())
                        .byUser(terms.byUser())
                        .and(
                                "It covers any number of answers about rows and graphs that askers give: they are made of the"
                                        + " released weights and of what was given."));
    }

    /**
     * Of a training and all agreed answers about a protected graph.
     *
     * @param charged what is said of the budget; nothing where there is none
     */
    static Guarantee paid(
            Trained trained,
            NeighbourVotes votes,
            Accountant accountant,
            double epsilon,
            boolean secure,
            Dataset.Provenance provenance,
            List<String> charged) {
        Guarantee training = trained.guarantee();
        boolean edge = votes.unit() == Unit.EDGE;
        List<String> published =
                new ArrayList<>(edge ? List.of() : training.terms().published());
        published.addAll(votes.assumptions());
        List<String> remarks =
                new ArrayList<>(edge ? List.of() : training.terms().remarks());
        // A budget that counts the training says nothing of answers that are not charged to it.
        if (remarks.removeIf(r -> r.startsWith(BudgetShare.CHARGED)) && charged.isEmpty())
            remarks.add("The answers are charged to no budget.");
        remarks.addAll(charged);
        remarks.add("It covers the training and " + votes.answers()
                + " answers by neighbours' votes, published to everybody; one more is refused. Any number of answers about rows"
                + " and graphs that askers give come with them.");
        remarks.addAll(trained.network().assumptions());
        remarks.addAll(provenance.leaks());
        // Also where it hides an edge, which a user's noise or model may have read.
        List<String> byUser = new ArrayList<>(training.terms().byUser());
        byUser.addAll(UserPart.of("accountant", accountant, Accountant.class));
        if (!secure)
            remarks.add(
                    "The noise of the answers came from a seed, for an experiment: whoever knows or guesses the seed sees"
                            + " through it. For a release use Predictor.release.");
        boolean sound = secure && (edge || training.verdict() == Verdict.SOUND);
        boolean given = !edge && training.verdict() == Verdict.GIVEN;
        Verdict verdict = given ? Verdict.GIVEN : sound ? Verdict.SOUND : Verdict.IDEAL;
        boolean leaks = !provenance.leaks().isEmpty();
        return Guarantee.of(votes.unit(), votes.relation())
                .by(
                        accountant.name(),
                        leaks ? Double.POSITIVE_INFINITY : epsilon,
                        training.delta(),
                        leaks ? Verdict.UNSOUND : verdict.by(accountant.proves(votes.total(trained))),
                        new GuaranteeTerms(
                                published,
                                training.terms().derived(),
                                edge ? provenance.given() : training.terms().given(),
                                others(uncovered(training), charged),
                                remarks,
                                byUser));
    }

    private static List<String> others(List<String> uncovered, List<String> charged) {
        if (!charged.isEmpty()) return uncovered;
        if (!uncovered.contains(BudgetShare.OTHERS)) uncovered.add(BudgetShare.OTHERS);
        uncovered.add(ANOTHER);
        return uncovered;
    }

    /** What an answer by votes says of itself. */
    static String answered(NeighbourVotes votes) {
        return "Neighbours' votes with noise, one of " + votes.answers() + " answers that hide "
                + votes.unit().words() + ", which " + votes.relation().words() + ".";
    }

    private static List<String> uncovered(Guarantee training) {
        List<String> all = new ArrayList<>(training.terms().uncovered());
        all.removeIf(sentence -> sentence.startsWith("Predictions"));
        all.add(ASKED);
        all.add("How long an answer takes.");
        return all;
    }
}
