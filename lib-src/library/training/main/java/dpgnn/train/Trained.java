package dpgnn.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Shipped;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    private static final String KIND = "a training, form 1";
    private static final String AS_READ = "All of this is as the file ";
    private static final Set<String> SHIPPED = Shipped.at(Model.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One that has just ended. */
    Trained(Model model, Network network, Parameters parameters, Run run, Schedule schedule) {
        this(model, network, parameters, run, schedule, null);
    }

    /** This training with another record of its run. */
    public Trained with(Run other) {
        return new Trained(model, network, parameters, Check.given("other", other), schedule, kept);
    }

    /**
     * Writes the weights with their names as safetensors, which other programs read, and beside them the model, the part of the
     * run's record that may be published, and the certificate. The file appears whole or not at all.
     */
    public void save(Path file) throws IOException {
        boolean shipped = SHIPPED.contains(model.getClass().getName());
        boolean certified = (schedule != null || kept != null)
                && run.guarantees().stream().noneMatch(g -> g.verdict() == Verdict.UNSOUND);
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("dpgnn", KIND);
        texts.put("model", network.name());
        texts.put("class", shipped ? model.getClass().getName() : "");
        texts.put("record", shipped ? JSON.writeValueAsString(model) : "");
        texts.put("inputs", String.valueOf(network.inputs()));
        texts.put("classes", String.valueOf(network.classes()));
        texts.put("run", run.published().json());
        texts.put("certificate", certified ? certificate().text() : "");
        Safetensors.write(Check.given("file", file), parameters, texts);
    }

    /**
     * Reads what {@link #save} wrote. Its hash detects accidents; it is no signature, so that a file is worth what its source
     * is, and its certificate what {@code environment/verify} says. The terms of the guarantee say so, also where it is saved
     * again. A file without a certificate is refused, unless its training was steered or chosen, is UNSOUND or is not private.
     */
    public static Trained load(Path file) throws IOException {
        return loaded(Check.given("file", file), null);
    }

    /** Reads a training of a model of one's own; a file of another model is refused. */
    public static Trained load(Path file, Model model) throws IOException {
        return loaded(Check.given("file", file), Check.given("model", model));
    }

    /** No class is loaded that a file names, but those that the library ships as models. */
    private static Trained loaded(Path file, Model own) throws IOException {
        Safetensors read = Safetensors.read(file);
        if (!KIND.equals(read.text("dpgnn"))) throw Safetensors.damaged(file, "it does not say that it is " + KIND);
        String name = read.text("class");
        if (own == null && !SHIPPED.contains(name))
            throw new IOException(file + " is of a model that is not the library's, " + read.text("model")
                    + "; give it: Trained.load(file, model)");
        try {
            Model model = own != null ? own : (Model) JSON.readValue(read.text("record"), Class.forName(name));
            int inputs = Integer.parseInt(read.text("inputs")), classes = Integer.parseInt(read.text("classes"));
            Network network = model.network(inputs, classes);
            if (!network.name().equals(read.text("model")))
                throw new IOException(
                        file + " holds the weights of " + read.text("model") + ", not of " + network.name());
            Run run = unsigned(Run.parse(read.text("run")), file);
            String text = read.text("certificate");
            EpsilonCertificate kept = text.isEmpty() ? null : EpsilonCertificate.parse(text);
            Trained made = new Trained(model, network, read.parameters(network), run, null, kept);
            if (kept != null) requireOf(kept, made.guarantee(), file);
            else if (isOfOnePlan(run))
                throw Safetensors.damaged(file, "its record is of one plan, and the certificate is missing");
            return made;
        } catch (JsonProcessingException | RuntimeException | ClassNotFoundException e) {
            throw Safetensors.damaged(file, String.valueOf(e.getMessage()));
        }
    }

    /** What a record says whose file anybody may have written. */
    private static Run unsigned(Run run, Path file) {
        String said = AS_READ + file.getFileName() + " says, which nobody signed.";
        return run.guaranteed(run.guarantees().stream()
                .map(g -> g.with(g.verdict(), g.terms().without(AS_READ).and(said)))
                .toList());
    }

    /** Whether {@link #save} writes a certificate beside this record. */
    private static boolean isOfOnePlan(Run run) {
        List<Guarantee> all = run.guarantees();
        return !all.isEmpty()
                && all.stream().noneMatch(g -> g.verdict() == Verdict.UNSOUND)
                && all.get(all.size() - 1).terms().remarks().stream()
                        .noneMatch(r -> r.startsWith(AdaptiveTraining.STEERED) || r.startsWith(SelectionRun.BEST));
    }

    /** The certificate must say what the record says, and no epsilon that is below every one its event could have. */
    private static void requireOf(EpsilonCertificate kept, Guarantee held, Path file) throws IOException {
        if (kept.verdict() != held.verdict()
                || kept.unit() != held.unit()
                || kept.relation() != held.relation()
                || kept.epsilon() != held.epsilon()
                || kept.delta() != held.delta()) throw Safetensors.damaged(file, "its certificate is of another run");
        PldAccountant accountant = PldAccountant.standard();
        if (!accountant.supports(kept.event())) return;
        double least = accountant.bounds(kept.event(), kept.delta()).lower();
        if (least > kept.epsilon())
            throw Safetensors.damaged(
                    file, "it says epsilon " + kept.epsilon() + ", and what it spent has at least " + least);
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
                DeltaReserve.SHARE);
    }

    public double metric(String name) {
        return run.metric(name);
    }

    @Override
    public Map<String, Object> description() {
        return run.description();
    }
}
