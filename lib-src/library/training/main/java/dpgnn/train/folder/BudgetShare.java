package dpgnn.train.folder;

import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * What one run has of a {@link Budget}: its charges, under the random number of its ledger.
 *
 * <p>Proof: docs/proofs.md, lemma 58.
 */
public final class BudgetShare {
    /** What is not covered where there is no budget. */
    public static final String OTHERS = "Other releases of the same data, which no budget counts.";

    /** How what is said of a charge begins. */
    public static final String CHARGED = "Charged to ";

    /** Whether one of these remarks says that a run is charged to this budget, and the budget has the run. */
    public static boolean isCharged(Budget budget, Collection<String> remarks) throws IOException {
        for (String run : budget.runs()) if (remarks.contains(charged(budget, run))) return true;
        return false;
    }

    private static String charged(Budget budget, String run) throws IOException {
        return CHARGED + budget + ", number " + budget.number().orElseThrow() + ", as run " + run
                + ", for all releases of these data, which holds for all that was charged to it together."
                + budget.remark(run);
    }

    private final Budget budget;
    private final Budget.Neighbours neighbours;
    private final String data;
    private final Ledger ledger;
    private final String run;
    private String charged;

    /**
     * Of a run.
     *
     * @param ledger of its folder; null where it keeps none
     */
    public BudgetShare(Budget budget, Budget.Neighbours neighbours, TrainingView view, Ledger ledger)
            throws IOException {
        this(budget, neighbours, view.provenance(), ledger);
    }

    /** A share of a budget for data of which there is no view. */
    public BudgetShare(Budget budget, Budget.Neighbours neighbours, Dataset.Provenance of, Ledger ledger)
            throws IOException {
        this.budget = budget;
        this.neighbours = neighbours;
        this.ledger = ledger;
        List<String> files = of.sources().stream().map(Dataset.Source::sha256).toList();
        data = Sha256.of(of.name() + files);
        run = ledger == null ? LedgerBinding.fresh(data).run() : ledger.facts().get("run");
        if (budget.runs().contains(run)) charged = charged(budget, run);
    }

    /**
     * Charges steps before the first of them, unless they were charged before the run was killed.
     *
     * @param from the first step, counted from 1
     */
    public void charge(long from, long to, Budget.Spending spending) throws IOException {
        charge(from, to, spending, neighbours);
    }

    /** Charges steps that hide something else than the first ones. */
    public void charge(long from, long to, Budget.Spending spending, Budget.Neighbours of) throws IOException {
        budget.charge(
                new Budget.Charge(run, from, to, spending, of, data),
                ledger == null ? 0 : ledger.nextStep() - 1,
                ledger != null && ledger.ended());
        charged = charged(budget, run);
    }

    /** What is said of the run: which budget it is charged to, and as what; null before its first charge. */
    public String charged() {
        return charged;
    }

    /** After the end mark of the run's own ledger. */
    public void end() throws IOException {
        budget.end(run);
    }
}
