package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.train.Plan;
import dpgnn.train.Trainer;

/**
 * Tests a plan by every means at once. The report covers what its paper claims, what is proved, how far hostile neighbours
 * move its sums ({@link Coupling}), how often a unit is drawn ({@link UnitFrequency}), and how well planted units are found in
 * a real training ({@link Canaries}).
 *
 * <pre>{@code
 * var report = Audit.of(plan).model(Gcn.of(16)).report(data.transductive(split));
 * report.save("audit.html");
 * }</pre>
 *
 * It finds faults; it proves nothing. A plan without a fault fails this audit with a probability of at most 1 minus the
 * confidence.
 */
public final class Audit {
    private static final int DRAWS = 400;

    private final Plan plan;
    private Model model = Gcn.of(16);
    private double confidence = 0.95;
    private int canaries;
    private int trainings = 1;
    private int degree;
    private boolean sampled;
    private boolean release;
    private int couplings = 6;
    private long seed = 1;
    private Coupling.Sums sums;

    private Audit(Plan plan) {
        this.plan = plan;
    }

    /** Starts the audit of a plan, with any sampler and noise. */
    public static Audit of(Plan plan) {
        Check.given("plan", plan);
        return new Audit(plan);
    }

    /** Sets the model to train; the default is a small graph network. */
    public Audit model(Model chosen) {
        Check.given("chosen", chosen);
        model = chosen;
        return this;
    }

    /** Sets the confidence of the lower bound of epsilon; the default is 0.95. */
    public Audit confidence(double level) {
        confidence = Check.open("confidence", level, 0.5, 1);
        return this;
    }

    /** See {@link Canaries#count}. */
    public Audit canaries(int count) {
        canaries = Check.atLeast("canaries", count, Canaries.FEWEST);
        return this;
    }

    /** See {@link Coupling#steps}. */
    public Audit couplings(int count) {
        couplings = count;
        return this;
    }

    /** See {@link Canaries#trainings}. */
    public Audit trainings(int number) {
        trainings = number;
        return this;
    }

    /** See {@link Canaries#degree}. */
    public Audit degree(int out) {
        degree = out;
        return this;
    }

    /** Audits a release: {@link Canaries#release} and {@link Coupling#release}. */
    public Audit release() {
        release = true;
        return this;
    }

    /** See {@link Canaries#sampled}. */
    public Audit sampled() {
        sampled = true;
        return this;
    }

    public Audit seed(long value) {
        seed = value;
        return this;
    }

    /** A user's own way to compute the clipped sum, in coupling and canaries alike. */
    public Audit sums(Coupling.Sums other) {
        sums = Check.given("other", other);
        return this;
    }

    /** Runs the whole audit on these data. */
    public AuditReport report(TrainingView view) {
        Check.given("view", view);
        Coupling coupling = Coupling.of(model, plan.sampler(), plan.clip())
                .against(plan.relation())
                .steps(couplings)
                .seed(seed);
        if (release) coupling.release();
        Canaries planted =
                Canaries.of(model, plan).seed(seed).trainings(trainings).tossed();
        if (sums != null) {
            coupling.sums(sums);
            planted.sums(sums);
        }
        if (canaries > 0) planted.count(canaries);
        if (release) planted.release();
        if (degree > 0) planted.degree(degree);
        if (sampled) planted.sampled();
        Canaries.Outcome outcome = planted.train(view);
        UnitFrequency frequency = planted.frequency(view, DRAWS, AuditReport.each(confidence));
        AuditReport found = AuditReport.of(plan, model, view, coupling.run(view), frequency, outcome, confidence);
        Trainer.Memory.here().audited(plan, !found.caught());
        return found;
    }
}
