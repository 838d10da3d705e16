package dpgnn.study.claims;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;
import dpgnn.privacy.SampledLaplace;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.MomentsAccountant;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.account.RdpConversion;
import dpgnn.privacy.step.Amplification;
import dpgnn.report.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Sets accountants beside each other for what the five papers run: the least that each can prove, or the most that it affords. */
public final class AccountantTables {
    private static final Accountant MOMENTS = MomentsAccountant.standard();
    private static final RdpAccountant RDP = RdpAccountant.standard();
    private static final Accountant CLASSIC = RDP.withConversion(RdpConversion.CLASSIC);
    private static final Accountant PLD = PldAccountant.standard();
    private static final String NONE = "–";

    /** HeterPoisson on Facebook. */
    private static final int FACEBOOK = 17976, LARGEST_DEGREE = 17975;

    private static final double FACEBOOK_DELTA = Math.pow(FACEBOOK, -1.1);

    private record Walks(String data, long nodes, int depth, long batch, double delta) {}

    private static final List<Walks> WALKS = List.of(
            new Walks("Cora", 140, 1, 70, 1e-5),
            new Walks("PPI", 9716, 1, 2000, 1e-5),
            new Walks("PPI", 9716, 2, 2000, 1e-5),
            new Walks("Flickr", 44625, 1, 10000, 1e-6),
            new Walks("Flickr", 44625, 2, 10000, 1e-6),
            new Walks("Arxiv", 90941, 1, 20000, 1e-7),
            new Walks("Reddit", 153932, 1, 30000, 1e-7));

    /** What a paper runs, by the noise multiplier. */
    private record Mechanism(String name, double delta, DoubleFunction<Event> family) {}

    private static final List<Mechanism> MECHANISMS = List.of(
            new Mechanism("text classification: 500 whole graphs", 1e-5, m -> times(new Event.Gaussian(m), 500)),
            new Mechanism(
                    "DP-SGD: Poisson 1 %, 1,000 steps",
                    1e-5, m -> times(new Event.PoissonSampled(0.01, m, Relation.ADD_REMOVE), 1000)),
            new Mechanism(
                    "the same under replacement",
                    1e-5,
                    m -> times(new Event.PoissonSampled(0.01, m, Relation.REPLACE), 1000)),
            new Mechanism(
                    "random walks: Arxiv, 100 steps",
                    1e-7,
                    m -> times(new Event.WithoutReplacement(45471, 20000, m), 100)),
            new Mechanism(
                    "NDP: six terms, 3,000 steps",
                    1e-6,
                    m -> times(new Event.Hypergeometric(90941, 6, 10000, m), 3000)),
            new Mechanism(
                    "HeterPoisson, published, D up to 17,975",
                    FACEBOOK_DELTA,
                    m -> heterPoisson(m, Event.Proof.PUBLISHED)),
            new Mechanism("HeterPoisson, proved", FACEBOOK_DELTA, m -> heterPoisson(m, Event.Proof.CONSERVATIVE)));

    private AccountantTables() {}

    private static Event times(Event step, long steps) {
        return new Event.Repeated(step, steps);
    }

    private static Event heterPoisson(double multiplier, Event.Proof proof) {
        return times(new Event.HeterPoisson(4096.0 / FACEBOOK, 1, LARGEST_DEGREE, multiplier, true, proof), 40);
    }

    /**
     * How many steps epsilon 8 affords the random-walk paper at noise 8: by its own route, by the same theorem tightened, and by the
     * tight profile of sampling without replacement.
     *
     * @param rows how many of its settings
     */
    public static Table walks(int rows) {
        Check.within("rows", rows, 1, WALKS.size());
        Table table = Table.columns("data", "depth", "rate", "published", "theorem 27", "tight, RDP", "tight, PLD")
                .title("steps that epsilon 8 affords at noise 8 (over twice the clip norm)")
                .digits("rate", 3);
        for (Walks w : WALKS.subList(0, rows)) {
            var step = new Event.WithoutReplacement(PaperBounds.leastSubgraphs(w.nodes(), w.depth(), 1), w.batch(), 8);
            table.row(
                    w.data(),
                    w.depth(),
                    step.rate(),
                    PaperBounds.randomWalkSteps(w.nodes(), w.depth(), 1, w.batch(), 8, 8, w.delta()),
                    Calibration.of(RDP).steps(step, 8, w.delta()),
                    Calibration.of(RDP.withAmplification(Amplification.TIGHT)).steps(step, 8, w.delta()),
                    Calibration.of(PLD).steps(step, 8, w.delta()));
        }
        return table;
    }

    /** What DPGGAN claims by its theorem 1, beside what accountants find for the same steps, and the noise of a sound variant. */
    public static Table generation() {
        String sound = "noise of the sound variant (100 steps)";
        Table table = Table.columns("claimed", "steps", "condition: below", "holds", "moments accountant", "PLD", sound)
                .title("DPGGAN, q = 0.01, sigma = 5, delta = 1e-5")
                .digits("condition: below", 4)
                .digits("moments accountant", 4)
                .digits("PLD", 4)
                .digits(sound, 2);
        for (double claim : new double[] {0.1, 1, 10}) {
            var g = PaperBounds.generation(claim, 1e-5, 0.01, 5, 177);
            Event event = times(new Event.PoissonSampled(0.01, 5, Relation.ADD_REMOVE), g.steps());
            table.row(
                    claim,
                    g.steps(),
                    g.limit(),
                    g.conditionHolds() ? "yes" : "no",
                    g.moments(),
                    PLD.epsilon(event, 1e-5),
                    Calibration.of(PLD).multiplier(m -> times(new Event.Gaussian(m), 100), claim, 1e-5));
        }
        return table;
    }

    /**
     * The least noise multiplier for an epsilon under each accountant, for what the papers run; a dash where an accountant
     * cannot bound it.
     *
     * @param rows how many mechanisms
     */
    public static Table leastNoise(double epsilon, int rows) {
        Check.within("rows", rows, 1, MECHANISMS.size());
        Table table = Table.columns("mechanism", "moments", "RDP, classic", "RDP", "PLD", "PLD saves")
                .title("least noise multiplier for epsilon " + epsilon);
        for (Mechanism mechanism : MECHANISMS.subList(0, rows)) {
            String renyi = least(RDP, mechanism, epsilon), loss = least(PLD, mechanism, epsilon);
            boolean both = !renyi.equals(NONE) && !loss.equals(NONE);
            table.row(
                    mechanism.name(),
                    least(MOMENTS, mechanism, epsilon),
                    least(CLASSIC, mechanism, epsilon),
                    renyi,
                    loss,
                    both
                            ? String.format(
                                    Locale.ROOT,
                                    "%.1f %% of RDP's",
                                    100 * (1 - Double.parseDouble(loss) / Double.parseDouble(renyi)))
                            : NONE);
        }
        return table;
    }

    private static String least(Accountant accountant, Mechanism mechanism, double epsilon) {
        if (!accountant.supports(mechanism.family().apply(4))) return NONE;
        try {
            return String.format(
                    Locale.ROOT,
                    "%.3f",
                    Calibration.of(accountant, 1e-3).multiplier(mechanism.family(), epsilon, mechanism.delta()));
        } catch (IllegalArgumentException e) {
            return NONE; // no noise is enough for it
        }
    }

    /** The epsilon of ten steps of noise 4 of every kind of event, under each accountant. */
    public static Table events(double delta) {
        Map<String, Event> kinds = new LinkedHashMap<>();
        kinds.put("Gaussian", new Event.Gaussian(4));
        kinds.put("Laplace", new Event.Laplace(4));
        kinds.put("discrete Gaussian", new Event.DiscreteGaussian(4, 1, 1));
        kinds.put("Poisson 10 %, add or remove", new Event.PoissonSampled(0.1, 4, Relation.ADD_REMOVE));
        kinds.put("Poisson 10 %, replace", new Event.PoissonSampled(0.1, 4, Relation.REPLACE));
        kinds.put("without replacement, 10 %", new Event.WithoutReplacement(1000, 100, 4));
        kinds.put(
                "mixture of shifts 0, 1, 2",
                Event.MixtureOfGaussians.of(4, new double[] {0, 1, 2}, new double[] {0.8, 0.15, 0.05}));
        kinds.put("hypergeometric, 6 of 1,000", new Event.Hypergeometric(1000, 6, 100, 4));
        kinds.put("HeterPoisson, D up to 5", new Event.HeterPoisson(0.1, 1, 5, 4, true, Event.Proof.CONSERVATIVE));
        kinds.put("Laplace, Poisson 10 %", new SampledLaplace(0.1, 4, Relation.ADD_REMOVE));
        kinds.put("discrete Gaussian, Poisson 10 %", new SampledDiscreteGaussian(0.1, 4, 1, Relation.ADD_REMOVE));
        kinds.put("randomised response, 60 % of 3", new RandomisedAnswer(0.6, 3));
        kinds.put("no noise", new Event.NonPrivate("no noise"));
        kinds.put("unknown sampler", new Event.Unsupported("its distribution is not known"));
        Table table =
                Table.columns("event", "moments", "RDP, classic", "RDP", "PLD").title("epsilon of ten steps");
        kinds.forEach((name, event) -> table.row(
                name,
                ten(MOMENTS, event, delta),
                ten(CLASSIC, event, delta),
                ten(RDP, event, delta),
                ten(PLD, event, delta)));
        return table;
    }

    private static String ten(Accountant accountant, Event event, double delta) {
        if (!accountant.supports(event)) return "refused";
        double epsilon = accountant.epsilon(times(event, 10), delta);
        return Double.isInfinite(epsilon) ? "infinite" : String.format(Locale.ROOT, "%.4f", epsilon);
    }
}
