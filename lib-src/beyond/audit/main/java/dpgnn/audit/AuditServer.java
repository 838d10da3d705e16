package dpgnn.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dpgnn.base.Check;
import dpgnn.base.Rounded;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.attack.TradeOffCurve;
import dpgnn.privacy.numeric.GaussianDp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Serves the auditors to a program in another language: it reads a question from each line of JSON and answers it by another.
 * {@code contrib/python/dpgnn_audit.py} asks it, and has the protocol. Proof: docs/proofs.md, lemma 74.
 */
final class AuditServer {
    private static final int PROTOCOL = 1;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** The share of reports that shall find a fault. */
    private static final double WANTED = 0.9;

    private static final double MOST_MU = 30;

    private static final int[] NUMBERS = {20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000};

    /** What the trainings of each world gave: numbers, or null; and in words what form it had. */
    private final List<List<double[]>> numbers = List.of(new ArrayList<>(), new ArrayList<>());

    private final List<List<String>> forms = List.of(new ArrayList<>(), new ArrayList<>());

    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err);
        AuditServer server = new AuditServer();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            out.write((server.answer(line) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    /** A line for a line: what was found, or the field "error" with what is wrong with the question. */
    String answer(String line) throws JsonProcessingException {
        try {
            JsonNode asked = JSON.readTree(line);
            return JSON.writeValueAsString(answered(asked, asked.path("ask").asText()));
        } catch (JsonProcessingException | RuntimeException e) {
            return JSON.writeValueAsString(Map.of("error", String.valueOf(e.getMessage())));
        }
    }

    private Map<String, Object> answered(JsonNode asked, String ask) {
        switch (ask) {
            case "hello":
                return Map.of("protocol", PROTOCOL);
            case "account":
                return account(event(asked), number(asked, "epsilon"), number(asked, "delta"), asked);
            case "plan":
                return plan(asked);
            case "result":
                return result(asked);
            case "trainings":
                return trainings(asked);
            case "draws":
                return draws(asked);
            case "noise":
                return noise(asked);
            default:
                throw new IllegalArgumentException(
                        "ask must be hello, account, plan, result, trainings, draws or noise, was \"" + ask + "\"");
        }
    }

    private static JsonNode field(JsonNode asked, String name) {
        JsonNode field = asked.get(name);
        Check.that(field != null && !field.isNull(), name, "given", null);
        return field;
    }

    private static double number(JsonNode asked, String name) {
        JsonNode field = field(asked, name);
        Check.that(field.isNumber() && Double.isFinite(field.asDouble()), name, "a finite number", field);
        return field.asDouble();
    }

    private static long whole(JsonNode asked, String name) {
        JsonNode field = field(asked, name);
        Check.that(field.canConvertToLong() && field.asDouble() == field.asLong(), name, "a whole number", field);
        return field.asLong();
    }

    private static double[] array(JsonNode field) {
        return IntStream.range(0, field.size())
                .mapToDouble(i -> field.get(i).asDouble())
                .toArray();
    }

    // ---- accounting

    private static Event event(JsonNode asked) {
        return new Event.Repeated(step(asked, number(asked, "noise")), whole(asked, "steps"));
    }

    /** The event of one step, in units of the clip norm; what no theorem here bounds is refused. */
    private static Event step(JsonNode asked, double noise) {
        Check.positive("noise", noise);
        double moves = number(asked, "sensitivity");
        long terms = asked.has("terms") ? Check.atLeast("terms", whole(asked, "terms"), 1) : 1;
        String sampling = field(asked, "sampling").asText();
        // An edge that goes replaces the term of an example.
        boolean replaced = asked.path("relation").asText().equals("replace")
                || asked.path("unit").asText().equals("edge");
        Check.that(
                !replaced || !sampling.equals("allocation"),
                "relation with random allocation",
                "that a unit is removed or takes no part: nothing is proved where a term is replaced",
                asked.path("unit").asText() + ", " + asked.path("relation").asText());
        Check.that(
                !replaced || moves >= 2,
                "sensitivity where a term is replaced, as by another row or by an edge that goes",
                "2",
                moves);
        switch (sampling) {
            case "full":
                return new Event.Gaussian(noise / (Check.positive("sensitivity", moves) * terms));
            case "poisson":
                Check.that(moves == 1 || moves == 2, "sensitivity with Poisson sampling", "1 or 2", moves);
                Check.that(terms == 1, "terms with Poisson sampling", "1", terms);
                return new Event.PoissonSampled(
                        number(asked, "rate"), noise, moves == 1 ? Relation.ADD_REMOVE : Relation.REPLACE);
            case "without_replacement":
                Check.that(moves == 2, "sensitivity with batches of fixed size", "2", moves);
                long population = whole(asked, "population");
                long batch = whole(asked, "batch");
                return terms == 1
                        ? new Event.WithoutReplacement(population, batch, noise / 2)
                        : new Event.Hypergeometric(population, terms, batch, noise / (2.0 * terms));
            case "allocation":
                Check.that(moves == 1, "sensitivity with random allocation", "1", moves);
                Check.that(terms == 1, "terms with random allocation", "1", terms);
                return new Event.RandomAllocation(batches(asked), noise);
            default:
                throw new IllegalArgumentException(
                        "sampling must be poisson, allocation, without_replacement or full, was " + sampling
                                + (sampling.equals("shuffle")
                                        ? ": no theorem here lets shuffled batches gain from sampling"
                                        : ""));
        }
    }

    private static int batches(JsonNode asked) {
        return (int) Check.within("batches", whole(asked, "batches"), 1, 1_000_000);
    }

    private static Map<String, Object> account(Event event, double epsilon, double delta, JsonNode asked) {
        PldAccountant accountant = PldAccountant.standard();
        PldAccountant.Bounds bounds = accountant.bounds(event, Check.open("delta", delta, 0, 1));
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("epsilon", bounds.upper());
        found.put("epsilon_up", Rounded.up(bounds.upper()));
        found.put("least_epsilon", bounds.lower());
        found.put("holds", Check.atLeast("epsilon", epsilon, 0) >= bounds.upper());
        if (epsilon >= bounds.lower()) return found;
        found.put("delta_up", Rounded.up(accountant.delta(event, epsilon)));
        if (epsilon > 0)
            found.put(
                    "noise_up",
                    Rounded.up(Calibration.of(accountant)
                            .multiplier(
                                    m -> new Event.Repeated(step(asked, m), whole(asked, "steps")), epsilon, delta)));
        found.put(
                "fault",
                "The claimed epsilon " + Rounded.near(epsilon) + " is too small: these steps cost at least "
                        + Rounded.down(bounds.lower()) + " at delta " + Rounded.near(delta)
                        + "; the nearest right epsilon is " + Rounded.up(bounds.upper()) + ".");
        return found;
    }

    // ---- trainings

    /** What the claim lets an observer find: that of its steps where they keep it, else that of epsilon and delta alone. */
    private static TradeOffCurve claimed(JsonNode asked) {
        if (asked.has("sampling")) return TradeOffCurve.of(event(asked));
        return TradeOffCurve.of(new double[] {number(asked, "epsilon")}, new double[] {number(asked, "delta")});
    }

    /** The most errors in each world, of so many counted, that still contradict the claim; -1 where none do. */
    static int mostErrors(TradeOffCurve claim, int counted, double confidence) {
        int low = -1;
        int high = counted;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            double limit = EpsilonLowerBound.upperLimit(middle, counted, (1 - confidence) / 2);
            if (limit < claim.misses(limit)) low = middle;
            else high = middle;
        }
        return low;
    }

    /** How often so few errors are made in both worlds, if these are N(0, 1) and N(mu, 1) along the best line. */
    static double power(int errors, int counted, double mu) {
        var law = new BinomialDistribution(null, counted, NORMAL.cumulativeProbability(-mu / 2));
        return errors < 0 ? 0 : Math.pow(law.cumulativeProbability(errors), 2);
    }

    private static double least(DoublePredicate holds) {
        double low = 1e-3;
        double high = MOST_MU;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            if (holds.test(middle)) high = middle;
            else low = middle;
        }
        return high;
    }

    private static Map<String, Object> plan(JsonNode asked) {
        int counted = (int) Check.within("trainings", whole(asked, "trainings"), 20, 100_000) / 2;
        double delta = Math.max(number(asked, "delta"), 1e-15);
        double confidence = 1 - (1 - number(asked, "confidence")) / 2;
        double epsilon = number(asked, "epsilon");
        double twice = least(mu -> new GaussianDp(mu).epsilon(delta) >= 2 * epsilon);
        TradeOffCurve claim = claimed(asked);
        Map<String, Object> found = new LinkedHashMap<>();
        int errors = mostErrors(claim, counted, confidence);
        found.put("doubled", power(errors, counted, twice));
        double mu = least(m -> power(errors, counted, m) >= WANTED);
        if (mu < MOST_MU) found.put("found", new GaussianDp(mu).epsilon(delta));
        for (int n : NUMBERS)
            if (power(mostErrors(claim, n / 2, confidence), n / 2, twice) >= WANTED) {
                found.put("needed", n);
                break;
            }
        return found;
    }

    private Map<String, Object> result(JsonNode asked) {
        int world = (int) Check.within("world", whole(asked, "world"), 0, 1);
        double[] made = null;
        String form = asked.path("stopped").asText("");
        if (asked.has("numbers")) {
            made = array(asked.get("numbers"));
            form = BlackBoxAudit.form(made);
            if (!BlackBoxAudit.finite(made)) made = null;
        }
        numbers.get(world).add(made);
        forms.get(world).add(form);
        return Map.of("results", forms.get(world).size());
    }

    private Map<String, Object> trainings(JsonNode asked) {
        double delta = number(asked, "delta");
        double confidence = number(asked, "confidence");
        int half = Math.min(forms.get(0).size(), forms.get(1).size()) / 2;
        Check.atLeast("trainings in each world", 2 * half, 8);
        String usual = most(form -> share(form, 0, half) + share(form, 1, half));
        for (int world = 0; world < 2; world++)
            for (int i = 0; i < forms.get(world).size(); i++)
                if (!forms.get(world).get(i).equals(usual)) numbers.get(world).set(i, null);
        // Each at half of the error probability: what the numbers tell, and what their form does.
        double each = 1 - (1 - confidence) / 2;
        EpsilonLowerBound line = BlackBoxAudit.bound(numbers.get(0), numbers.get(1), delta, each);
        String telling = most(form -> Math.abs(share(form, 0, half) - share(form, 1, half)));
        EpsilonLowerBound form =
                EpsilonLowerBound.atThreshold(marked(telling, 0, half), marked(telling, 1, half), 0.5, delta, each);
        TradeOffCurve claim = claimed(asked);
        List<String> faults = new ArrayList<>();
        if (line.falseNegativeLimit() < claim.misses(line.falsePositiveLimit()))
            faults.add(
                    "What trainings publish tells the two worlds apart better than is claimed: an observer of this unit"
                            + " errs in at most " + percent(line.falsePositiveLimit()) + " and "
                            + percent(line.falseNegativeLimit())
                            + " of them"
                            + (line.epsilon() > number(asked, "epsilon")
                                    ? ", so that epsilon is at least " + Rounded.down(line.epsilon()) + "."
                                    : "; the stated noise and sampling leave more errors than that."));
        if (form.falseNegativeLimit() < claim.misses(form.falsePositiveLimit()))
            faults.add("The form of what trainings publish (" + telling
                    + ") tells the two worlds apart: epsilon is at least " + Rounded.down(form.epsilon()) + ".");
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("epsilon", Math.max(line.epsilon(), form.epsilon()));
        found.put("constant", constant(0) && constant(1));
        found.put("faults", faults);
        numbers.forEach(List::clear);
        forms.forEach(List::clear);
        return found;
    }

    private boolean constant(int world) {
        return numbers.get(world).stream().map(Arrays::hashCode).distinct().count() == 1;
    }

    private double share(String form, int world, int half) {
        return forms.get(world).subList(0, half).stream().filter(form::equals).count() / (double) half;
    }

    private String most(ToDoubleFunction<String> by) {
        return Stream.concat(forms.get(0).stream(), forms.get(1).stream())
                .distinct()
                .max(Comparator.comparingDouble(by))
                .orElseThrow();
    }

    /** Whether each of the other half has a form: 1 where it speaks for the second world, by the first half, else 0. */
    private double[] marked(String form, int world, int half) {
        boolean second = share(form, 1, half) >= share(form, 0, half);
        return forms.get(world).subList(half, forms.get(world).size()).stream()
                .mapToDouble(f -> f.equals(form) == second ? 1 : 0)
                .toArray();
    }

    private static String percent(double share) {
        return Rounded.up(100 * share) + " %";
    }

    // ---- draws and noise

    private static Map<String, Object> draws(JsonNode asked) {
        double level = (1 - number(asked, "confidence")) / 3;
        double[] seen = array(field(asked, "seen"));
        double[] sizes = array(field(asked, "sizes"));
        double[] once = array(field(asked, "once"));
        List<String> faults = new ArrayList<>();
        UnitFrequency frequency;
        switch (asked.path("sampling").asText()) {
            case "allocation":
                int batches = batches(asked);
                Check.that(
                        once[2] == batches && seen.length == once[0] * batches && sizes.length == seen.length,
                        "draws of random allocation",
                        "epochs of " + batches + " batches each",
                        seen.length + " batches of epochs with " + (int) once[2]);
                if (once[1] < once[0])
                    faults.add("A unit is not in exactly one batch in " + (int) (once[0] - once[1]) + " of "
                            + (int) once[0] + " epochs.");
                // Each batch of an epoch has the unit by a coin of chance 1/t, and epochs have coins of their own.
                ShiftPair coin = ShiftPair.of(new Event.PoissonSampled(1.0 / batches, 1, Relation.ADD_REMOVE), 1, 1);
                frequency = IntStream.range(0, batches)
                        .mapToObj(i -> UnitFrequency.of(every(seen, i, batches), coin, 1 - level / batches))
                        .min(Comparator.comparingDouble(UnitFrequency::chance))
                        .orElseThrow();
                alike(asked, "randomly allocated", 1.0 / batches, every(sizes, 0, batches), level, faults);
                break;
            case "poisson":
                frequency = frequency(asked, seen, 1 - level);
                alike(asked, "Poisson samples", number(asked, "rate"), sizes, level, faults);
                shuffled(number(asked, "rate"), once, level, faults);
                break;
            default:
                frequency = frequency(asked, seen, 1 - level);
                long batch = whole(asked, asked.get("sampling").asText().equals("full") ? "population" : "batch");
                for (double size : sizes)
                    if (size != batch && faults.isEmpty())
                        faults.add("A batch has " + (long) size + " units, where each is said to have " + batch + ".");
        }
        if (!frequency.holds())
            faults.add(
                    0,
                    "A unit is in " + frequency.reached() + " of " + frequency.draws()
                            + " batches, or in some twice, where "
                            + AuditReport.words(frequency.allowed() * frequency.draws()) + " are expected.");
        return Map.of("reached", frequency.reached(), "draws", frequency.draws(), "faults", faults);
    }

    private static UnitFrequency frequency(JsonNode asked, double[] seen, double confidence) {
        ShiftPair law = ShiftPair.of(step(asked, 1), 1, 1);
        return UnitFrequency.of(Arrays.stream(seen).map(s -> s * law.largest()).toArray(), law, confidence);
    }

    private static double[] every(double[] all, int first, int step) {
        return IntStream.range(0, all.length / step)
                .mapToDouble(i -> all[first + i * step])
                .toArray();
    }

    /** Sizes of independent batches are binomial, so that two in a row are seldom equal. */
    private static void alike(
            JsonNode asked, String law, double rate, double[] sizes, double level, List<String> faults) {
        var size = new BinomialDistribution(null, (int) whole(asked, "population"), rate);
        double alike = 0;
        for (int k = 0; k <= size.getNumberOfTrials(); k++) alike += Math.pow(size.probability(k), 2);
        int equal = 0;
        for (int t = 0; t + 1 < sizes.length; t += 2) if (sizes[t] == sizes[t + 1]) equal++;
        if (often(equal, sizes.length / 2, alike, level))
            faults.add("Batches are not " + law + ": " + equal + " of " + sizes.length / 2
                    + " pairs of batches are of one size, where "
                    + AuditReport.words(alike * (sizes.length / 2)) + " are expected.");
    }

    /** A unit is seldom in exactly one Poisson sample of an epoch. */
    private static void shuffled(double rate, double[] once, double level, List<String> faults) {
        int epochs = (int) once[0];
        double single = once[2] * rate * Math.pow(1 - rate, once[2] - 1);
        if (epochs > 0 && once[2] > 1 && often((int) once[1], epochs, single, level))
            faults.add("Batches are not Poisson samples: a unit is in exactly one batch of " + (int) once[1]
                    + " of " + epochs + " epochs, as shuffling does, where " + AuditReport.words(single * epochs)
                    + " are expected.");
    }

    private static boolean often(int seen, int of, double chance, double level) {
        if (seen == 0 || of == 0) return false;
        return 1 - new BinomialDistribution(null, of, Math.min(1, chance * (1 + 1e-9))).cumulativeProbability(seen - 1)
                < level;
    }

    /** Two releases of the same sum differ by noise of twice the variance. */
    private static Map<String, Object> noise(JsonNode asked) {
        JsonNode released = field(asked, "released");
        int pairs = released.size() / 2;
        Check.atLeast("pairs of releases", pairs, 2);
        double[][] noise = new double[released.get(0).size()][pairs];
        for (int t = 0; t < pairs; t++)
            for (int k = 0; k < noise.length; k++)
                noise[k][t] = (released.get(2 * t).get(k).asDouble()
                                - released.get(2 * t + 1).get(k).asDouble())
                        / Math.sqrt(2);
        double[][] turned = new double[pairs][noise.length];
        for (int t = 0; t < pairs; t++) for (int k = 0; k < noise.length; k++) turned[t][k] = noise[k][t];
        double each = 1 - (1 - number(asked, "confidence")) / 3;
        NoiseVariance found = NoiseVariance.of(noise, each);
        double stated = Check.positive("deviation", number(asked, "deviation"));
        List<String> faults = new ArrayList<>(found.faults());
        // What are steps to it are numbers here: none may have the noise of another.
        if (faults.isEmpty() && !NoiseVariance.of(turned, each).isGaussian())
            faults.add("Numbers that should have noise of their own share it.");
        if (found.multiplier() < stated)
            faults.add("The noise has a deviation of at most " + Rounded.up(found.multiplier()) + ", where "
                    + Rounded.near(stated) + " is stated"
                    + (found.multiplier() == 0 ? ": it is the same for every seed." : "."));
        return Map.of("deviation", found.estimate(), "faults", faults);
    }
}
