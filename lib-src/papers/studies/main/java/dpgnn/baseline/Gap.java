package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The baselines GAP (Sajadmanesh, Shamsabadi, Bellet and Gatica-Perez 2023) and, {@link #inStages}, ProGAP (Sajadmanesh and
 * Gatica-Perez 2024). GAP trains an encoder on rows alone, aggregates in hops with noise on every sum, and trains a classifier on the
 * cached hops. ProGAP trains a classifier after every hop and aggregates what that one made of the newest hop. All parts use the same
 * noise multiplier, and are composed.
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges, or one edge, as {@link Noise#unit} says.
 *
 * <p><em>A node.</em> A hop adds the normalised rows of a node's in-neighbours; a row then moves others by what {@link Noise} says. All
 * trainings are private. They read one row per example, and no other node's example reads a node's own cached rows. For the
 * <em>weights</em> only the rows of other nodes therefore have to be hidden: {@link Noise#PUBLISHED} is enough for that. Releasing
 * the hops themselves releases the node's own row too, and needs {@link Noise#FULL} (or, without loops, {@link Noise#CORRECTED}).
 * Degrees must be bounded so that one node does not disturb the bounding of others. {@link Bound#WEIGHTED} does that;
 * {@link Bound#SAMPLED}, the papers' own, does not, and its epsilon is a claim that does not hold. A prediction for a node reads that
 * node's own features without noise, whatever the noise of the hops, unless the classifier reads {@link #hopsOnly}.
 *
 * <p><em>An edge.</em> Rows and labels are public, and trainings read no edge but through noisy hops: they need no noise, and every
 * prediction is covered. Every edge has the weight 1, whatever the degrees, so that no edge changes what another one adds.
 *
 * <p>Proofs: docs/proofs.md, lemmas 26 and 81.
 *
 * @param hops K, rounds of aggregation
 * @param degree D, the bound on out-degrees; not read where the unit is an edge
 * @param loops whether a row is one of its own summands
 * @param own whether classifiers also read a node's own encoded features, which have no noise, as the papers' do
 * @param progressive whether a classifier is trained after every hop
 * @param width hidden units of the encoder and of each hop's map
 * @param batch the expected number of examples in a step of each training
 * @param epochs how often a node takes part in each training, on average
 * @param rate the learning rate of Adam
 */
public record Gap(
        int hops,
        int degree,
        Noise noise,
        Bound bound,
        boolean loops,
        boolean own,
        boolean progressive,
        int width,
        int batch,
        int epochs,
        double rate)
        implements RecordFields.Adjustable<Gap> {

    /** For which change of the sums the noise of a hop is scaled. */
    public enum Noise {
        /** sqrt(D): a node comes or goes, which moves the rows of at most D others by 1 each, and its own row is not looked at. */
        PUBLISHED,
        /**
         * 2 (D + 1), as Xiang, Wang and Wang (2024, section 6.2) correct it: a node is replaced, and its own sum of at most
         * D + 1 rows becomes any other. Without loops that sum has D rows, and then 4 D² + 4 D, own row and others together,
         * is less than the square of this.
         */
        CORRECTED,
        /** sqrt(4 (D + 1)² + 4 D): a node is replaced, its own sum of D + 1 rows and the rows of at most D others. */
        FULL,
        /** sqrt(2): an edge adds a row to the sum at either end. In a directed graph it has one end, and 1 is enough. */
        EDGE,
        /** 1, as the papers' code counts an edge of an undirected graph: as if it had one end. */
        ARC;

        public double sensitivity(int degree) {
            return switch (this) {
                case PUBLISHED -> Math.sqrt(degree);
                case CORRECTED -> 2 * (degree + 1.0);
                case FULL -> Math.sqrt(4 * (degree + 1.0) * (degree + 1.0) + 4.0 * degree);
                case EDGE -> Math.sqrt(2);
                case ARC -> 1;
            };
        }

        public Unit unit() {
            return this == EDGE || this == ARC ? Unit.EDGE : Unit.NODE;
        }

        /** How neighbouring data differ: with the published noise a node takes part or not, and all degrees stay. */
        public Relation relation() {
            if (unit() == Unit.EDGE) return Relation.ADD_REMOVE;
            return this == PUBLISHED ? Relation.PARTICIPATION : Relation.REPLACE;
        }

        /** What that means to the trainings, which read no edges: an example comes or goes, or is replaced. */
        Relation ofRows() {
            return relation() == Relation.REPLACE ? Relation.REPLACE : Relation.ADD_REMOVE;
        }
    }

    /** How one node's influence on the sums of others is bounded. */
    public enum Bound {
        /** Every node keeps D of its out-edges, chosen at random: which ones, depends on who else is there. */
        SAMPLED,
        /**
         * Every node keeps all of its out-edges, and what it sends is multiplied by min(1, sqrt(D / its out-degree in the whole
         * graph)): out-degree many rows then move by sqrt(D) together, and nobody else's weight changes.
         */
        WEIGHTED,
        /** Every node keeps all of its out-edges, each with the weight 1: for an edge as unit. */
        NONE
    }

    /** What a replaced node's edges may not do, or {@link Bound#WEIGHTED} would weigh the rows of others anew. */
    static final String OTHERS_STAY =
            "Of a replaced node's edges only such changes are covered under which the announced"
                    + " degrees of all other nodes stay.";

    static final String ROWS_ARE_PUBLIC =
            "Nodes, their rows and labels, and who is trained on are public and do not depend on edges.";

    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());

    public Gap {
        Check.atLeast("hops", hops, 1);
        Check.atLeast("degree", degree, 1);
        if (noise == null || bound == null)
            throw new IllegalArgumentException("noise and bound must be given, were " + noise + " and " + bound);
        if ((noise.unit() == Unit.EDGE) != (bound == Bound.NONE))
            throw new IllegalArgumentException("bound must be "
                    + (noise.unit() == Unit.EDGE
                            ? "NONE with noise " + noise + ", as others may not depend on an edge"
                            : "SAMPLED or WEIGHTED with noise " + noise + ", as a node has any number of edges")
                    + ", was " + bound);
        Check.atLeast("width", width, 1);
        Check.atLeast("batch", batch, 1);
        Check.atLeast("epochs", epochs, 1);
        Check.positive("rate", rate);
    }

    /**
     * Two hops, 16 units, Adam at 0.01. For a node degrees up to 100, batches of 2048, ten epochs; for an edge, whose trainings cost
     * no privacy, all rows in every one of 100 steps.
     */
    public static Gap of(Noise noise) {
        boolean edge = Check.given("noise", noise).unit() == Unit.EDGE;
        Bound bound = edge ? Bound.NONE : Bound.SAMPLED;
        int batch = edge ? Integer.MAX_VALUE : 2048, epochs = edge ? 100 : 10;
        return new Gap(2, 100, noise, bound, false, true, false, 16, batch, epochs, 0.01);
    }

    /** With the bound on degrees under which the epsilon is proved. */
    public Gap weighted() {
        return with(Gap::bound, Bound.WEIGHTED);
    }

    public Gap withLoops() {
        return with(Gap::loops, true);
    }

    /** ProGAP: a classifier after every hop, and the next hop aggregates what it made of the last one. */
    public Gap inStages() {
        return with(Gap::progressive, true);
    }

    /** With a classifier that reads the noisy hops alone, so that a prediction for a node is made of released numbers. */
    public Gap hopsOnly() {
        return with(Gap::own, false);
    }

    /** What one node can change in the sums of one hop, as an L2 norm over all rows that the noise speaks of. */
    public double sensitivity() {
        return noise.sensitivity(degree);
    }

    /** The sensitivity for this graph, whose edges have one end or two. */
    double sensitivity(Graph graph) {
        if (noise.unit() == Unit.NODE || !graph.isDirected()) return sensitivity();
        if (noise == Noise.ARC)
            throw new IllegalArgumentException(
                    "noise must be EDGE for a directed graph, where an edge has one end, was ARC, which is a claim about undirected"
                            + " graphs");
        return 1;
    }

    /** The largest norm of a row's sum; longer ones are shortened to it where a node's own row is to be hidden. */
    double longest() {
        return noise.relation() == Relation.REPLACE ? degree + (loops ? 1.0 : 0.0) : Double.POSITIVE_INFINITY;
    }

    /** The probability of a node to be in a step's batch. */
    double samplingRate(int roots) {
        return Math.min(1, (double) batch / roots);
    }

    /** Steps of each training. */
    public long steps(int roots) {
        return (long) Math.ceil(epochs / samplingRate(roots) - 1e-9);
    }

    /** Encoder and classifiers. */
    public int trainings() {
        return progressive ? hops + 1 : 2;
    }

    /** Trainings and hops; the hops alone, where trainings read no edge. */
    public Event event(int roots, double multiplier) {
        Event aggregation = new Event.Repeated(new Event.Gaussian(multiplier), hops);
        if (noise.unit() == Unit.EDGE) return aggregation;
        List<Event> all = new ArrayList<>(Collections.nCopies(
                trainings(),
                new Event.Repeated(
                        new Event.PoissonSampled(samplingRate(roots), multiplier, noise.ofRows()), steps(roots))));
        all.add(1, aggregation);
        return new Event.Composed(all);
    }

    /** The least multiplier of all parts whose composition has this epsilon. */
    public double multiplier(int roots, double epsilon, double delta) {
        return Calibration.of(ACCOUNTANT)
                .multiplier(m -> event(roots, m), epsilon, new DeltaReserve(delta).accounting());
    }

    /** Trains from a seed by the least noise that keeps epsilon. */
    public GapTraining.Fitted train(TrainingView view, double epsilon, double delta, Streams streams) {
        int roots = Check.given("view", view).participants().announcedRoots();
        return GapTraining.of(this, multiplier(roots, epsilon, delta), streams).train(view);
    }

    /**
     * What is claimed, where that is more than what is proved, and what is proved.
     *
     * @param leaks what else read private data without noise, in full sentences
     */
    public List<Guarantee> guarantees(int roots, double multiplier, double delta, List<String> leaks) {
        List<String> gaps = new ArrayList<>(leaks);
        if (bound == Bound.SAMPLED)
            gaps.add(
                    "Which D out-edges a node keeps depends on all its neighbours, so that one node changes more rows than"
                            + " the analysis of graphs that were already sampled counts.");
        if (noise == Noise.CORRECTED && loops)
            gaps.add(
                    "With loops a replaced node's own row and the rows of its neighbours move by more than 2 (D + 1) together.");
        List<String> sentences = new ArrayList<>(List.of(
                covers(),
                "Choosing this run among others on the same data is not covered.",
                "Sums were computed in 32-bit floating point, whose rounding error is not part of the bound.",
                "The noise came from a seed, for an experiment: it protects nothing from whoever knows the seed."));
        double accounting = new DeltaReserve(delta).accounting();
        double epsilon = ACCOUNTANT.epsilon(event(roots, multiplier), accounting);
        String loose = ACCOUNTANT.remark(event(roots, multiplier), accounting);
        if (!loose.isEmpty()) sentences.add(loose);
        if (gaps.isEmpty() && noise != Noise.ARC) return List.of(guarantee(epsilon, delta, Verdict.IDEAL, sentences));
        Guarantee claimed = guarantee(epsilon, delta, Verdict.CLAIMED, sentences);
        sentences.addAll(gaps);
        if (!gaps.isEmpty())
            return List.of(claimed, guarantee(Double.POSITIVE_INFINITY, delta, Verdict.UNSOUND, sentences));
        sentences.add("An edge moves sums by sqrt(2), as it has two ends; the noise was scaled for 1.");
        double less = Math.nextDown(multiplier / Noise.EDGE.sensitivity(degree));
        double justified = ACCOUNTANT.epsilon(event(roots, less), accounting);
        return List.of(claimed, guarantee(justified, delta, Verdict.IDEAL, sentences));
    }

    private String covers() {
        if (noise.unit() == Unit.EDGE)
            return "It covers the released weights, the noisy hops, and every prediction that is made of them and of rows, for any"
                    + " node.";
        if (noise == Noise.PUBLISHED)
            return "It covers the released weights, and the hops of other nodes. The node's own row of a hop, and predictions"
                    + " for the node that are made from it, are not covered.";
        return own
                ? "It covers the released weights and the noisy hops of all nodes. A prediction for a node also reads"
                        + " the node's own encoded features, which have no noise: predictions for protected nodes are"
                        + " not covered."
                : "It covers the released weights, the noisy hops of all nodes, and every prediction that is made of"
                        + " them, those for protected nodes included.";
    }

    private Guarantee guarantee(double epsilon, double delta, Verdict verdict, List<String> sentences) {
        List<String> assumed = new ArrayList<>();
        if (noise.unit() == Unit.EDGE) {
            assumed.add(ROWS_ARE_PUBLIC);
            assumed.add(
                    "In an undirected graph an edge is both directions between two nodes, in a directed one a single one.");
        } else assumed.add("Degrees in the whole graph are public and do not depend on who takes part.");
        if (noise.relation() == Relation.REPLACE) assumed.add(OTHERS_STAY);
        GuaranteeTerms terms = new GuaranteeTerms(assumed, List.of(), List.of(), List.of(), sentences);
        return Guarantee.of(noise.unit(), noise.relation()).by(ACCOUNTANT.name(), epsilon, delta, verdict, terms);
    }
}
