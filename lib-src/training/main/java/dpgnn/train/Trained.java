package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The result of a training: the network, its parameters, and the record of the run.
 *
 * @param model what the network was made of
 * @param schedule what was planned; null for a training without privacy, where the guarantee is not that of one plan, and for one
 *     that was loaded
 * @param kept the certificate of one that was loaded, else null
 */
public record Trained(
        Model model, Network network, Parameters parameters, Run run, Schedule schedule, EpsilonCertificate kept)
        implements Described {
    /** One that has just ended. */
    Trained(Model model, Network network, Parameters parameters, Run run, Schedule schedule) {
        this(model, network, parameters, run, schedule, null);
    }

    /** The same with another record of its run. */
    public Trained with(Run other) {
        return new Trained(model, network, parameters, Check.given("other", other), schedule, kept);
    }

    /**
     * Writes the weights with their names as safetensors, which other programs read, and beside them the model, the part of the
     * run's record that may be published, and the certificate. The file appears whole or not at all.
     */
    public void save(Path file) throws IOException {
        ModelFile.save(this, Check.given("file", file));
    }

    /**
     * Reads what {@link #save} wrote. Its hash detects accidents; it is no signature, so that a file is worth what its source
     * is, and its certificate what {@code environment/verify} says.
     */
    public static Trained load(Path file) throws IOException {
        return ModelFile.load(Check.given("file", file), null);
    }

    /** The same for a model of one's own; a file of another model is refused. */
    public static Trained load(Path file, Model model) throws IOException {
        return ModelFile.load(Check.given("file", file), Check.given("model", model));
    }

    /** What the training spent; an error where that is not the event of one plan. */
    public Event spent() {
        if (schedule != null) return schedule.spent(schedule.steps());
        return certificate().event();
    }

    /** Returns what is proved for this run; an error for a training without privacy. */
    public Guarantee guarantee() {
        List<Guarantee> all = run.guarantees();
        if (all.isEmpty()) throw new IllegalStateException("this training was not private: nothing is guaranteed");
        return all.get(all.size() - 1);
    }

    /** Returns what the method's paper claims for it, or {@link #guarantee} if it claims no more than is proved. */
    public Guarantee claimed() {
        return run.guarantees().stream()
                .filter(g -> g.verdict() == Verdict.CLAIMED)
                .findFirst()
                .orElseGet(this::guarantee);
    }

    /**
     * Returns a certificate that somebody else can check, with the event of this run and its epsilon; an error where nothing
     * is guaranteed.
     */
    public EpsilonCertificate certificate() {
        Guarantee held = guarantee();
        if (kept != null) return kept;
        if (schedule == null)
            throw new IllegalStateException(
                    "a training that was steered or chosen has no certificate: its guarantee is not that of one plan");
        if (held.verdict() != Verdict.UNSOUND
                && held.epsilon() != schedule.provable().epsilon())
            throw new IllegalStateException(
                    "the run spent other events than its schedule has: its epsilon is " + held.epsilon()
                            + ", that of the schedule " + schedule.provable().epsilon());
        return EpsilonCertificate.of(
                run.experiment() + " on " + run.data().name(),
                held.with(held.verdict(), held.terms().publishable()),
                schedule.spent(schedule.steps()),
                Plan.KEPT);
    }

    public double metric(String name) {
        return run.metric(name);
    }

    @Override
    public Map<String, Object> description() {
        return run.description();
    }
}
