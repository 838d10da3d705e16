package dpgnn.exercise;

import dpgnn.base.Check;
import dpgnn.generate.Protection;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Display;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import dpgnn.study.StudentInterval;
import dpgnn.study.nodes.HeterPoissonRun;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.walks.WalkAccounting;
import dpgnn.study.walks.WalkTables;
import dpgnn.train.Plan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The exercises of a notebook, which checks what a reader has put in: all of it, and without an error.
 *
 * <pre>{@code
 * Exercises.of("10").check(averageStars, mostMoved, noiseRatio, homes)
 * }</pre>
 */
public final class Exercises {
    private static final Map<String, List<Task>> ALL = Map.ofEntries(
            Map.entry("00", start()),
            Map.entry("01", byHand()),
            Map.entry("02", accountants()),
            Map.entry("10", heterPoisson()),
            Map.entry("12", audit()),
            Map.entry("13", precision()),
            Map.entry("20", walks()),
            Map.entry("30", text()),
            Map.entry("40", parties()),
            Map.entry("50", generation()),
            Map.entry("60", claims()),
            Map.entry("61", attacks()),
            Map.entry("70", league()));

    private final List<Task> tasks;

    /** What an answer must be, and what helps to find it. */
    private record Task(Class<?> kind, Predicate<Object> right, String hint) {
        String of(Object answer) {
            if (answer == null) return "· no answer yet.";
            if (!kind.isInstance(answer)) return "✗ not right yet: it must be " + a(kind) + ". " + hint;
            try {
                return right.test(answer) ? "✓ right." : "✗ not right yet. " + hint;
            } catch (RuntimeException | AssertionError | StackOverflowError e) {
                return "✗ not right yet: it ended with " + e + ". " + hint;
            }
        }

        private static String a(Class<?> kind) {
            return kind == Number.class ? "a number" : kind == int[].class ? "an int[]" : "a function";
        }
    }

    private Exercises(List<Task> tasks) {
        this.tasks = tasks;
    }

    /** Those of a notebook, by its number. */
    public static Exercises of(String notebook) {
        List<Task> tasks = ALL.get(Check.given("notebook", notebook));
        Check.that(tasks != null, "notebook", "one of " + new TreeSet<>(ALL.keySet()), notebook);
        return new Exercises(tasks);
    }

    /** Says of each answer whether it is right, with a hint where it is not; null stands for none. */
    public Display.Rich check(Object... answers) {
        Check.that(
                Check.given("answers", answers).length == tasks.size(),
                "answers",
                "one for each of " + tasks.size() + " exercises",
                answers.length);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < answers.length; i++)
            lines.add("Exercise " + (i + 1) + " " + tasks.get(i).of(answers[i]));
        return () -> Map.of("text/plain", String.join("\n", lines));
    }

    private static Task number(Predicate<Double> right, String hint) {
        return new Task(Number.class, answer -> right.test(((Number) answer).doubleValue()), hint);
    }

    private static Task near(double right, double within, String hint) {
        return number(x -> Math.abs(x - right) < within, hint);
    }

    @SuppressWarnings("unchecked")
    private static <A, B, C> Task code(Predicate<BiFunction<A, B, C>> right, String hint) {
        return new Task(BiFunction.class, answer -> right.test((BiFunction<A, B, C>) answer), hint);
    }

    private static double epsilonOfTwice() {
        Dataset small = SyntheticGraphs.small();
        return Plan.of(HeterPoisson.of(0.25, 1), Clip.flat(0.5), GaussianNoise.standard())
                .steps(80)
                .delta(1e-4)
                .multiplier(3.5)
                .epsilon(small.transductive(small.publicSplit().orElseThrow()));
    }

    private static List<Task> start() {
        return List.of(
                near(0.1, 1e-9, "C over the norm of g, which is 5."),
                near(1.75, 0.01, "Clip norms times the clip norm."),
                number(
                        x -> Math.abs(x - epsilonOfTwice()) < 0.5,
                        "Independent noises average out: what T steps give away grows about with the root of T."),
                Exercises.<double[], Double, double[]>code(
                        by -> {
                            double[] g = {3, 4}, kept = g.clone(), cut = by.apply(g, 0.5), small = by.apply(g, 10.0);
                            return Arrays.equals(g, kept)
                                    && cut.length == 2
                                    && Math.hypot(cut[0] - 0.3, cut[1] - 0.4) < 1e-12
                                    && Math.hypot(small[0] - 3, small[1] - 4) < 1e-12
                                    && by.apply(new double[3], 1.0)[2] == 0;
                        },
                        "Multiply by the smaller of 1 and C over the norm, in a new array; mind a norm of 0."));
    }

    private static List<Task> byHand() {
        return List.of(
                near(18, 1e-9, "A person may have nine edges; b is the sensitivity over ε."),
                near(
                        100 / (1 + 9 * Math.exp(-2)),
                        0.6,
                        "The odds before are 1 to 9; multiply them by e², and turn odds into a share."),
                near(4, 1e-9, "8, 9 and whom they know: a mean of means reads two steps far."),
                Exercises.<Integer, RandomStream, Integer>code(
                        say -> {
                            RandomStream coins = Streams.seed(4).stream("exercise");
                            for (int truth = 0; truth < 2; truth++) {
                                int kept = 0;
                                for (int i = 0; i < 20000; i++) {
                                    int said = say.apply(truth, coins);
                                    if (said != 0 && said != 1) return false;
                                    if (said == truth) kept++;
                                }
                                if (Math.abs(kept - 15000) > 400) return false;
                            }
                            return true;
                        },
                        "The truth in three of four cases, else the other answer. Chances differ threefold: ε = ln 3."));
    }

    private static List<Task> accountants() {
        Event half = new Event.Repeated(new Event.PoissonSampled(0.5, 8, Relation.ADD_REMOVE), 100);
        return List.of(
                near(2, 0.01, "μ is the root of the number of steps over σ."),
                near(0.3829, 0.005, "Put ε = 0 and μ = 1 into the formula of section 1: two values of Φ."),
                number(
                        x -> Math.abs(x - PldAccountant.standard().epsilon(half, 1e-5)) < 0.1,
                        "With much noise ε is nearly proportional to q."),
                Exercises.<Double, Double, Double>code(
                        by -> {
                            for (double share : new double[] {0.1, 0.5, 0.9})
                                for (double epsilon : new double[] {0.1, 0.5, 1}) {
                                    double delta = PldAccountant.standard()
                                            .delta(new Event.PoissonSampled(share, 1, Relation.ADD_REMOVE), epsilon);
                                    if (!(Math.abs(by.apply(share, epsilon) - delta) < 0.02 * delta)) return false;
                                }
                            return true;
                        },
                        "Only q is mixed, p has mean 0; the grid must reach many σ beyond both means, in fine strips."));
    }

    private static double provedNoise(int stars) {
        return new HeterPoissonRun.Budget(HeterPoisson.of(4096.0 / 15774, stars), 35, NodeData.delta(15774))
                .multiplier(new Sampler.Facts(19717, 15774), HeterPoissonRun.Accounting.CONSERVATIVE, 2);
    }

    private static List<Task> heterPoisson() {
        return List.of(
                near(
                        0.6 * 0.4 * 2,
                        0.01,
                        "Node 0 must not be a centre; then each of D neighbours is one with probability q."),
                near(3.5, 0.01, "Its own gradient goes, and three others change from one clipped value to another."),
                number(
                        x -> Math.abs(x - provedNoise(4) / provedNoise(1)) < 0.1,
                        "Section 3 prints σ: divide that of M = 4 by that of M = 1."),
                Exercises.<List<Integer>, RandomStream, Set<Integer>>code(
                        draw -> {
                            RandomStream coins = Streams.seed(4).stream("exercise");
                            Map<Set<Integer>, Integer> pairs = new HashMap<>();
                            for (int i = 0; i < 20000; i++)
                                pairs.merge(new TreeSet<>(draw.apply(List.of(3, 5, 7, 8, 11), coins)), 1, Integer::sum);
                            return pairs.size() == 10
                                    && pairs.keySet().stream().allMatch(p -> p.size() == 2)
                                    && pairs.values().stream().allMatch(n -> Math.abs(n - 2000) < 220)
                                    && draw.apply(List.of(6), coins).equals(Set.of(6))
                                    && draw.apply(List.of(), coins).isEmpty();
                        },
                        "Each of the ten pairs of five neighbours must be as frequent, and no set larger than 2."));
    }

    private static List<Task> precision() {
        return List.of(
                near(Math.log(9), 0.01, "e^ε must be as large as the number of the other classes."),
                near(
                        PrecisionBound.corrected(2, 0, 0.1),
                        0.002,
                        "Put π = 0.1, ε = 2 and δ = 0 into the corrected bound."),
                near(3.7, 0.05, "Its precision is 0 for nine of ten classes."),
                Exercises.<Double, Double, double[]>code(
                        by -> {
                            for (double share : new double[] {0.05, 0.3, 0.5})
                                for (double epsilon : new double[] {0, 1, 3}) {
                                    double[] p = by.apply(epsilon, share);
                                    double most = PrecisionBound.corrected(epsilon, 0, share);
                                    if (p.length != 2
                                            || !(Math.abs(share * p[0] + (1 - share) * p[1] - share) < 1e-9)
                                            || !(p[0] <= Math.exp(epsilon) * p[1] + 1e-9)
                                            || !(1 - p[1] <= Math.exp(epsilon) * (1 - p[0]) + 1e-9)
                                            || !(p[0] > most - 1e-9)) return false;
                                }
                            return true;
                        },
                        "Take the bound itself for the first number; alignment then gives the second."));
    }

    private static List<Task> walks() {
        return List.of(
                new Task(
                        int[].class,
                        x -> Arrays.equals((int[]) x, new int[] {4, 8}),
                        "The middle is in one walk of at most three nodes; leaves have no other neighbour."),
                near(6, 0.01, "Three gradients change, each from one vector of norm C to another."),
                number(
                        x -> {
                            Sampler.Facts on =
                                    new Sampler.Facts(WalkTables.nodes("PubMed"), WalkTables.trainingNodes("PubMed"));
                            LongFunction<Event> events =
                                    WalkAccounting.PUBLISHED.events(DisjointWalks.of(1, 30), on, null, 8);
                            return Math.abs(x - WalkAccounting.PUBLISHED.steps(events, 8, WalkTables.delta("PubMed")))
                                    < 2;
                        },
                        "The budget fixes T / λ²: how does T grow when λ doubles?"),
                Exercises.<Integer, RandomStream, List<List<Integer>>>code(
                        drawn -> IntStream.rangeClosed(1, 3).allMatch(r -> hasLawOfRestarts(r, drawn)),
                        "Keep the root, walk R times from it over nodes that are free, add the sub-graph once. Each free"
                                + " neighbour is as likely, and so is each root that waits."));
    }

    /**
     * Whether covers have the law of walks with restarts, whatever coins they take: every training node in one list, no node twice,
     * and lists that occur as often as the library's, within five deviations.
     */
    private static boolean hasLawOfRestarts(
            int restarts, BiFunction<Integer, RandomStream, List<List<Integer>>> drawn) {
        int covers = 3000;
        int[] from = {0, 0, 0, 0, 0, 1, 3, 4, 5, 6, 7, 2}, to = {1, 2, 3, 4, 5, 2, 6, 5, 7, 8, 8, 9};
        Participants people = Participants.of(Graph.undirected(10, from, to), 0, 1, 2, 3, 4, 5, 6);
        Map<List<Integer>, int[]> seen = new HashMap<>();
        for (int s = 0; s < covers; s++) {
            List<Integer> all = new ArrayList<>();
            for (List<Integer> each : drawn.apply(restarts, Streams.seed(s).stream("exercise"))) {
                all.addAll(each);
                seen.computeIfAbsent(List.copyOf(each), k -> new int[2])[0]++;
            }
            if (new HashSet<>(all).size() != all.size() || !all.containsAll(List.of(0, 1, 2, 3, 4, 5, 6))) return false;
            Batch batch = new Batch();
            DisjointWalks.of(2, 1).restarts(restarts).cover(people, Streams.seed(s).stream("library"), 0, batch);
            for (int e = 0; e < batch.examples(); e++) {
                List<Integer> walk = IntStream.range(batch.exampleStart(e), batch.exampleStart(e + 1))
                        .mapToObj(batch::node)
                        .toList();
                seen.computeIfAbsent(walk, k -> new int[2])[1]++;
            }
        }
        return seen.values().stream().allMatch(n -> Math.abs(n[0] - n[1]) <= 5 * Math.sqrt(n[0] + n[1]) + 3);
    }

    private static int bestOrder() {
        return IntStream.rangeClosed(1, 32)
                .boxed()
                .min(Comparator.comparing(l -> (2000.0 * l * (l + 1) / (2 * 26 * 26) + Math.log(1e5)) / l))
                .orElseThrow();
    }

    private static List<Task> text() {
        return List.of(
                near(28, 0.01, "Everything enters through √T / σ."),
                near(
                        56 * Math.sqrt(46119),
                        100,
                        "Each coordinate has deviation 56; the norm grows with the root of their number."),
                near(bestOrder(), 0.01, "Look at the curve of σ = 26 in step 8, or try the first few orders."),
                Exercises.<Integer, Double, Double>code(
                        by -> {
                            for (int steps : new int[] {1, 125, 500, 2000})
                                for (double sigma : new double[] {4, 28, 112}) {
                                    double right = PaperBounds.wholeGraph(sigma, steps, 1e-5)
                                            .exactReplaced();
                                    if (!(Math.abs(by.apply(steps, sigma) - right) < 1e-3 * Math.max(1, right)))
                                        return false;
                                }
                            return true;
                        },
                        "δ falls as ε grows: start between 0 and a large ε, and halve. Is the sensitivity 2C in your μ?"
                                + " For large ε, e^ε Φ(...) needs care: it is infinity times zero."));
    }

    private static List<Task> parties() {
        return List.of(
                near(-98304, 0.5, "Multiply by 65536; a long has a sign."),
                near(
                        3 * 2708 * 64 * 8 / 1e6,
                        0.1,
                        "It sends its product for h0, its embedding, and its derivative by h0."),
                near(32, 0.01, "Each factor is 2^16 times too large."),
                Exercises.<Long, RandomStream, long[][]>code(
                        Exercises::opensForAnyTwo,
                        "s0 + s1 + s2 must be the secret modulo 2^64, each of the three uniform, and holder p has s_p and"
                                + " the next one."));
    }

    private static boolean opensForAnyTwo(BiFunction<Long, RandomStream, long[][]> split) {
        RandomStream coins = Streams.seed(6).stream("exercise");
        Set<Long> first = new TreeSet<>();
        int[] high = new int[6];
        for (long secret = 0; secret < 2000; secret++) {
            long[][] s = split.apply(secret, coins);
            for (int p = 0; p < 3; p++) {
                int next = (p + 1) % 3;
                if (s.length != 3 || s[p].length != 2 || s[p][1] != s[next][0]) return false;
                if (s[p][0] + s[p][1] + s[next][1] != secret) return false;
                for (int k = 0; k < 2; k++) if (s[p][k] < 0) high[2 * p + k]++;
            }
            first.add(s[0][0]);
        }
        return first.size() > 1990 && IntStream.of(high).allMatch(n -> Math.abs(n - 1000) < 120);
    }

    private static double soundNoise(int steps) {
        return Protection.wholeGradient(1, 1e-5, steps, 1).multiplier();
    }

    private static List<Task> generation() {
        return List.of(
                near(8, 0.01, "S changes at 4 and 5, H at their neighbours, too, and means one step further."),
                near(16, 0.01, "All four gradients may change, each from one vector of norm C to another."),
                number(
                        x -> Math.abs(x - soundNoise(400) / soundNoise(100)) < 0.05,
                        "T steps of multiplier λ are one of λ / √T."),
                new Task(
                        UnaryOperator.class,
                        clip -> clipsWhatever(clip),
                        "The square of 1e200 overflows, and a comparison with NaN is false: what does min(1, C / norm) give"
                                + " there?"));
    }

    @SuppressWarnings("unchecked")
    private static boolean clipsWhatever(Object answer) {
        UnaryOperator<double[]> clip = (UnaryOperator<double[]>) answer;
        double[][] hostile = {
            {Double.NaN, 1},
            {Double.POSITIVE_INFINITY, 0},
            {1e200, -1e200},
            {0, 0},
            {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY},
            {Double.MAX_VALUE, 1}
        };
        for (double[] g : hostile) {
            double[] out = clip.apply(g.clone());
            if (out.length != g.length || !(Math.hypot(out[0], out[1]) <= 1 + 1e-9)) return false;
        }
        double[] five = clip.apply(new double[] {3, 4}), half = clip.apply(new double[] {0.3, 0.4});
        return Math.hypot(five[0] - 0.6, five[1] - 0.8) < 1e-5 && Math.hypot(half[0] - 0.3, half[1] - 0.4) < 1e-5;
    }

    private static List<Task> claims() {
        return List.of(
                near(0.5, 1e-9, "μ is the change over the deviation."),
                near(
                        Math.log(6),
                        0.01,
                        "The definition for the event that the attack says yes: 0.6 is at most e^ε times 0.1."),
                near(Math.log(1 + 0.1 * Math.expm1(1)), 0.001, "ln of 1 + 0.1 · 1.718; the claim is below it."),
                Exercises.<double[], double[], Double>code(
                        by -> {
                            double[] with = {1, 2, 3, 4, 5, 6, 7, 8}, without = {0, 0, 0, 0, 0, 1, 2, 7.5};
                            return Math.abs(by.apply(with, without) - Math.log(6)) < 1e-9
                                    && by.apply(without, without) == 0
                                    && Math.abs(by.apply(new double[] {5, 5}, new double[] {5, 1}) - Math.log(2))
                                            < 1e-9;
                        },
                        "Try every score as the threshold; count those at or above it; skip where a share is 0."));
    }

    private static List<Task> audit() {
        return List.of(
                near(
                        100 * (1 + GaussianDp.of(1, 1).delta(0)) / 2,
                        0.2,
                        "Half of 1 + δ(0), and δ(0) is Φ(½) − Φ(−½) for this noise."),
                near(
                        Math.log(35),
                        0.01,
                        "There are two bounds, since the two errors may be exchanged; take the larger."),
                number(n -> Math.abs(n / (4 * Math.exp(8)) - 1) < 0.05, "Solve ln(n / 4) = 8."),
                Exercises.<Double, Double, Double>code(
                        by -> {
                            for (double q : new double[] {0.01, 0.3, 1})
                                for (double o : new double[] {-20, -1, 0.5, 2, 20}) {
                                    double right = Math.log(1 - q + q * Math.exp(o - 0.5));
                                    if (!(Math.abs(by.apply(o, q) - right) < 1e-9)) return false;
                                }
                            return true;
                        },
                        "With z the density is (1 − q) φ(o) + q φ(o − 1), without it φ(o); the constants cancel."));
    }

    private static List<Task> attacks() {
        NormalDistribution bell = new NormalDistribution();
        return List.of(
                near(
                        100 * (Math.exp(0.5) * 0.01 + 1e-4),
                        0.02,
                        "By definition the share of members is at most e^ε times that of the others, plus δ."),
                near(10000, 0.5, "Ten is to be one thousandth of them."),
                near(
                        100 * bell.cumulativeProbability(bell.inverseCumulativeProbability(0.01) + 1),
                        0.05,
                        "The threshold is Φ⁻¹(0.99) = 2.33; with the unit the sum is N(1, 1)."),
                Exercises.<double[][], Double, Double>code(
                        by -> {
                            double[][] ties = {{3, 3, 1, 5}, {3, 0, 0, 0}};
                            double[][] plain = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {0, 0.5, 1.5, 2.5, 5.5}};
                            return by.apply(ties, 0.0) == 0.25
                                    && by.apply(ties, 0.25) == 1
                                    && by.apply(plain, 0.1) == 0.5
                                    && by.apply(plain, 0.2) == 0.8
                                    && by.apply(plain, 1.0) == 1;
                        },
                        "Try every score as the threshold, and count those at or above it; no threshold may find too many"
                                + " of the others."));
    }

    private static List<Task> league() {
        return List.of(
                near(8, 0.01, "Replaced is removed and added: two changes."),
                near(0.858, 0.005, "The half is t · deviation / √10, with t = 2.262 for nine degrees of freedom."),
                near(45 * 0.025, 0.03, "An interval of 95 % lies above in 2.5 % of all cases."),
                Exercises.<double[], double[], double[]>code(
                        by -> {
                            RandomStream coins = Streams.seed(4).stream("exercise");
                            for (int n : new int[] {3, 5, 10}) {
                                double[] one = new double[n], two = new double[n], less = new double[n];
                                for (int i = 0; i < n; i++) {
                                    two[i] = 10 * coins.nextGaussian();
                                    one[i] = two[i] + coins.nextGaussian();
                                    less[i] = one[i] - two[i];
                                }
                                StudentInterval right = StudentInterval.of(less);
                                double[] said = by.apply(one, two);
                                if (said.length != 2
                                        || !(Math.abs(said[0] - right.mean() + right.half()) < 1e-3)
                                        || !(Math.abs(said[1] - right.mean() - right.half()) < 1e-3)) return false;
                            }
                            return true;
                        },
                        "Subtract seed by seed first; then mean ± t · deviation / √n, with n − 1 degrees of freedom."));
    }
}
