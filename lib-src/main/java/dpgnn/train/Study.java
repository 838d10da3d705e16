package dpgnn.train;

import dpgnn.base.Check;
import java.io.Serializable;
import java.util.Optional;

/**
 * An experiment whose runs may be used again: a run is found by its setting, the data that it read, and the name and version of the
 * study that made it.
 *
 * @param name no other study's
 * @param version raised by the study's author when its numbers change on purpose, or those of a stand-in that it reads. The hash
 *     of the code is not in its place: that changes with every edit, most of which change no number. Each run tells it all the same
 * @param reading which data a setting reads here and now, be they the real ones or a stand-in
 */
public record Study(String name, int version, Reading reading, Sweep.Experiment body) implements Sweep.Experiment {
    private static final long serialVersionUID = 1;

    /** The data of a setting. */
    @FunctionalInterface
    public interface Reading extends Serializable {
        Run.Data of(Setting setting) throws Exception;
    }

    public Study {
        if (name.isBlank()) throw new IllegalArgumentException("name must be that of a study, was blank");
        Check.atLeast("version", version, 1);
    }

    @Override
    public Run run(Setting setting) throws Exception {
        return body.run(setting);
    }

    @Override
    public String edition() {
        return name + ", version " + version;
    }

    @Override
    public Optional<Run.Data> reads(Setting setting) throws Exception {
        return Optional.of(reading.of(setting));
    }
}
