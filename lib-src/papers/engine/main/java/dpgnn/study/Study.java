package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.nn.Backend;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import dpgnn.train.folder.Provenance;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Defines how the runs of an experiment are made, so that they can be reused. A run is found by its setting, the data that it
 * read, and the name and version of the study that made it.
 *
 * @param name unique among studies
 * @param version raised by the study's author when its numbers change on purpose, or those of a stand-in that it reads. The
 *     hash of the code would not do: it changes with every edit, most of which change no number. Each run records it all the
 *     same
 * @param reading which data an experiment reads here and now, whether real or a stand-in; null where only the run can tell, which is
 *     then found by its setting alone
 * @param repetition makes a kept run again, to be held against it to the last digit: where noise was calibrated, with the noise that the
 *     kept run states. An accountant that has become sharper since changes the noise of new runs alone
 * @param <E> the parameters of a run
 */
public record Study<E extends Experiment<E>>(
        String name, int version, Reading<E> reading, Body<E> body, Repetition<E> repetition) implements Serializable {
    private static final long serialVersionUID = 1;

    /** What a record tells of the certificate of its run. */
    private static final String EVENT = "event", NOISE = "delta kept for noise";

    /** The data of an experiment. */
    @FunctionalInterface
    public interface Reading<E> extends Serializable {
        Run.Data of(E experiment) throws Exception;
    }

    /** One run. It is serialisable so that it can travel to other machines. */
    @FunctionalInterface
    public interface Body<E> extends Serializable {
        Run run(E experiment) throws Exception;
    }

    /** One run again, as a kept one was made. */
    @FunctionalInterface
    public interface Repetition<E> extends Serializable {
        Run run(E experiment, Run kept) throws Exception;
    }

    /** A study whose runs follow from their experiments alone. */
    public Study(String name, int version, Reading<E> reading, Body<E> body) {
        this(name, version, reading, body, (experiment, kept) -> body.run(experiment));
    }

    public Study {
        if (name.isBlank()) throw new IllegalArgumentException("name must be that of a study, was blank");
        Check.atLeast("version", version, 1);
    }

    /** The record of a run that was made here: what it read, which code and machine made it, and its figures. */
    public static Run made(Experiment<?> experiment, Dataset read, Map<String, Double> figures) {
        return made(experiment, Run.Data.of(read), figures, Optional.empty());
    }

    /** The record of a run that was made here, with what {@link #certificate} needs, where something is proved. */
    public static Run made(
            Experiment<?> experiment,
            Run.Data read,
            Map<String, Double> figures,
            Optional<EpsilonCertificate> certificate) {
        Map<String, String> facts = new TreeMap<>(Provenance.of(Backend.found().sentence()));
        certificate.ifPresent(c -> {
            facts.put(EVENT, EventText.write(c.event()));
            facts.put(NOISE, Double.toString(c.noise()));
        });
        return Run.of(experiment, read, facts, figures);
    }

    /** The certificate of what is proved of a recorded run; none where nothing is, or where the record tells no event. */
    public static Optional<EpsilonCertificate> certificate(Run run) {
        String event = Check.given("run", run).environment().get(EVENT);
        if (event == null) return Optional.empty();
        Guarantee held = run.guarantees().get(run.guarantees().size() - 1);
        return Optional.of(new EpsilonCertificate(
                run.parameters().get("method") + " on " + run.data().name(),
                held.verdict(),
                held.unit(),
                held.relation(),
                held.terms().lines(),
                held.terms().byUser(),
                held.epsilon(),
                held.delta(),
                Double.parseDouble(run.environment().get(NOISE)),
                held.accountant(),
                EventText.parse(event)));
    }

    /** As the runs tell it. */
    String edition() {
        return name + ", version " + version;
    }
}
