package dpgnn.study.nodes;

import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.Sampler;
import dpgnn.train.Experiment;
import java.util.Locale;

/**
 * One training of {@link HeterPoissonStudy}.
 *
 * @param dataset and {@code features}: see {@link NodeData}
 * @param model GCN, GIN or SAGE
 * @param form code, the authors' standardised layer, or plain, the formulas of the paper's appendix
 * @param peripherals M, how many peripherals a star has: about that many are drawn for each centre
 * @param testNeighbours how many test nodes a test node reads at most
 * @param accounting which noise the epsilon takes
 * @param batch the expected number of centres
 * @param rate of Adam
 * @param clamp 0, or the factor 100 of the authors' code
 */
public record HeterPoissonRun(
        String dataset,
        String features,
        @Experiment.Named("setting") LearningSetting learning,
        String model,
        String form,
        Stars method,
        @Experiment.Named("M") int peripherals,
        @Experiment.Named("nTest") int testNeighbours,
        TargetEpsilon epsilon,
        @Experiment.Named("accountant") Accounting accounting,
        int batch,
        double rate,
        int clamp,
        long seed)
        implements Experiment<HeterPoissonRun> {

    /** How stars are drawn. */
    public enum Stars {
        HETERPOISSON("HeterPoisson"),
        /** For the paper's ablation: centres stay in other stars. */
        UNENFORCED("HeterPoisson-unenforced"),
        /** Our variant: see {@link HomeStars}. */
        HOME_STARS("home stars"),
        /** What the released code does: see {@link Strangers}. */
        STRANGERS("HeterPoisson with strangers");

        private final String words;

        Stars(String words) {
            this.words = words;
        }

        Sampler sampler(double rate, int peripherals) {
            return switch (this) {
                case HETERPOISSON -> HeterPoisson.of(rate, peripherals);
                case UNENFORCED -> HeterPoisson.of(rate, peripherals).unenforced();
                case HOME_STARS -> HomeStars.of(rate, peripherals);
                case STRANGERS -> new Strangers(HeterPoisson.of(rate, peripherals), peripherals);
            };
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** By which accounting the noise is enough. */
    public enum Accounting {
        /** Theorem 2 of the paper. */
        PUBLISHED,
        /** The pair that is proved. */
        CONSERVATIVE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the paper's tables hold fixed: a GCN at epsilon 2 with the noise as published. */
    public static HeterPoissonRun of(String dataset) {
        return new HeterPoissonRun(
                dataset,
                "roots",
                LearningSetting.TRANSDUCTIVE,
                "GCN",
                "code",
                Stars.HETERPOISSON,
                1,
                13,
                new TargetEpsilon(2),
                Accounting.PUBLISHED,
                4096,
                0.01,
                0,
                1);
    }

    @Override
    public String experiment() {
        return "heterpoisson";
    }

    /**
     * With as many peripherals as the tables have for its epsilon, fixed before any training with more than one: the noise grows about
     * in proportion to M, so that a small budget affords one. The paper takes the best of 1 to 4 by the test.
     */
    public HeterPoissonRun byRule() {
        return with(HeterPoissonRun::peripherals, epsilon.value() < 8 ? 1 : Double.isInfinite(epsilon.value()) ? 4 : 2);
    }

    /** With the noise that is proved come features of which no row depends on another node's (see {@link NodeData#blind}). */
    HeterPoissonRun blind() {
        return accounting == Accounting.CONSERVATIVE
                ? with(HeterPoissonRun::features, NodeData.blind(dataset, features))
                : this;
    }
}
