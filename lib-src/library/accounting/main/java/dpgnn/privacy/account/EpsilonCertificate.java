package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.base.Sha256;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.LedgerJson;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.step.EventFamily;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A file from which somebody else can check an epsilon: the event, its pairs, the parts of delta and the result. The program
 * {@code environment/verify} bounds delta anew, with other code and other methods, and accepts the file or refuses it.
 *
 * <p>The stated epsilon is the computed one raised by {@link #ROOM}, then rounded up to four digits: a checker whose
 * discretisation is coarser than the accountant's needs that margin. The hash at the end detects accidents; it is not a
 * signature.
 *
 * <p><b>Guarantee.</b> An accepted certificate proves what docs/certificates.md says: that the event's epsilon is at most the
 * stated one at this delta. Whether the event describes what ran is a question for the verdict, and no file can prove it.
 *
 * @param run what was run, in words
 * @param terms what the guarantee rests on and where it ends, a line for each kind
 * @param byUser parts that the library does not ship, a sentence each
 * @param epsilon as it was computed
 * @param noise the part of delta that is kept for the inexactness of noise; the accountant had the rest
 */
public record EpsilonCertificate(
        String run,
        Verdict verdict,
        Unit unit,
        Relation relation,
        List<String> terms,
        List<String> byUser,
        double epsilon,
        double delta,
        double noise,
        String accountant,
        Event event) {
    /** The stated epsilon over the computed one. */
    public static final BigDecimal ROOM = new BigDecimal("1.001");

    private static final String KIND = "dpgnn epsilon";

    private static final String ACCOUNTABLE = "Accountable by the ledger whose last line has the hash ";

    /** Multiples of the step in stated epsilon over the root of the number of steps: the loss of a step is wider than ten. */
    private static final double FINENESS = 160;

    /** The share of delta that a checker may cut from the tails of all steps. */
    private static final double TRUNCATED = 1e-6;

    /** Shifts that are less likely are not listed. */
    private static final double RARE = 1e-13;

    public EpsilonCertificate {
        if (run == null || accountant == null) throw new IllegalArgumentException("run and accountant must be given");
        if (verdict == null || verdict == Verdict.UNSOUND || !(epsilon >= 0) || Double.isInfinite(epsilon))
            throw new IllegalArgumentException(
                    "there is nothing to certify: the verdict is " + verdict + " and epsilon " + epsilon);
        if (unit == null || relation == null)
            throw new IllegalArgumentException("unit and relation must be given, were " + unit + " and " + relation);
        Check.open("delta", delta, 0, 1);
        if (!(noise >= 0 && noise < delta))
            throw new IllegalArgumentException("noise must be at least 0 and below delta " + delta + ", was " + noise);
        Check.given("event", event);
        Check.that(
                verdict == Verdict.GIVEN
                        || StatedPair.statements(event).isEmpty() && (verdict == Verdict.CLAIMED || byUser.isEmpty()),
                "the verdict of a pair that a user states, or of a part that a user gives",
                "GIVEN",
                verdict);
        terms = List.copyOf(terms);
        byUser = List.copyOf(byUser);
    }

    /**
     * Makes a certificate of a guarantee and the event that it was computed from. Only a SOUND guarantee certifies what ran;
     * the first lines of any other say what it certifies.
     *
     * @param kept the share of delta that was kept for the inexactness of noise, as {@link DeltaReserve#SHARE}
     */
    public static EpsilonCertificate of(String run, Guarantee guarantee, Event event, double kept) {
        Check.given("run", run);
        Check.given("guarantee", guarantee);
        Check.given("event", event);
        Check.rightOpen("kept", kept, 0, 0.5);
        double delta = guarantee.delta();
        return new EpsilonCertificate(
                run,
                guarantee.verdict(),
                guarantee.unit(),
                guarantee.relation(),
                guarantee.terms().lines(),
                guarantee.terms().byUser(),
                guarantee.epsilon(),
                delta,
                // both are within a factor of 2, so that the difference is exact and the parts sum to delta
                delta - delta * (1 - kept),
                guarantee.accountant(),
                event);
    }

    /** The term of an accountable release: of which ledger it is that commits to its steps. */
    public static String accountable(String hash) {
        return ACCOUNTABLE + Check.given("hash", hash)
                + ": it commits to the data and to all coins before the first step, and to the weights, so"
                + " that steps can be checked afterwards; who is shown the coins of a step can take its noise off.";
    }

    /** The hash of the last line of the ledger by which steps can be checked; nothing for a run that is not accountable. */
    public Optional<String> ledger() {
        return terms.stream()
                .filter(line -> line.contains(ACCOUNTABLE))
                .map(line -> line.substring(line.indexOf(ACCOUNTABLE) + ACCOUNTABLE.length()))
                .filter(rest -> rest.matches("[0-9a-f]{64}:.*"))
                .map(rest -> rest.substring(0, 64))
                .findFirst();
    }

    /** The epsilon that the certificate states. */
    public BigDecimal stated() {
        return new BigDecimal(epsilon).multiply(ROOM).round(new MathContext(4, RoundingMode.CEILING));
    }

    /** The part of delta that the accountant was given. */
    public double accounting() {
        return delta - noise;
    }

    /** The certificate as it stands in a file: JSON, with a hash of all lines before it in the last one. */
    public String text() {
        Map<Event, Long> counts = EventCounts.of(event);
        StringBuilder out = new StringBuilder("{\n");
        line(out, "certificate", LedgerJson.quote(KIND));
        line(out, "version", "1");
        line(out, "run", LedgerJson.quote(run));
        line(out, "verdict", LedgerJson.quote(verdict.name()));
        line(out, "standing", LedgerJson.quote(verdict.words()));
        line(out, "unit", LedgerJson.quote(unit.name()));
        line(out, "relation", LedgerJson.quote(relation.name()));
        line(out, "terms", list(terms.stream().map(LedgerJson::quote).toList()));
        if (!byUser.isEmpty())
            line(out, "byUser", list(byUser.stream().map(LedgerJson::quote).toList()));
        ledger().ifPresent(hash -> line(out, "ledger", LedgerJson.quote(hash)));
        line(out, "epsilon", stated().toString());
        line(out, "computed", Double.toString(epsilon));
        line(out, "delta", Double.toString(delta));
        line(out, "parts", "{\"noise\": " + noise + ", \"accounting\": " + accounting() + "}");
        line(out, "accountant", LedgerJson.quote(accountant));
        line(out, "discretisation", "{\"step\": " + step(counts) + ", \"truncated\": " + TRUNCATED + "}");
        line(out, "event", EventText.write(event));
        line(
                out,
                "steps",
                list(counts.entrySet().stream()
                        .map(e -> step(e.getKey(), e.getValue()))
                        .toList()));
        return out + " \"sha256\": \"" + hash(out.toString()) + "\"\n}\n";
    }

    /** Parses a certificate; fails if its hash or any field differs. */
    public static EpsilonCertificate parse(String text) {
        Check.given("text", text);
        Map<String, Object> fields = LedgerJson.object(compact(text));
        EpsilonCertificate read;
        try {
            Map<?, ?> parts = (Map<?, ?>) fields.get("parts");
            read = new EpsilonCertificate(
                    (String) fields.get("run"),
                    Verdict.valueOf((String) fields.get("verdict")),
                    Unit.valueOf((String) fields.get("unit")),
                    Relation.valueOf((String) fields.get("relation")),
                    words(fields.get("terms")),
                    fields.containsKey("byUser") ? words(fields.get("byUser")) : List.of(),
                    number(fields.get("computed")),
                    number(fields.get("delta")),
                    number(parts.get("noise")),
                    (String) fields.get("accountant"),
                    EventText.event(fields.get("event")));
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("a certificate's field is missing or of another type: " + text, e);
        }
        if (!read.text().equals(text))
            throw new IllegalArgumentException("the certificate was changed: of what it says follows\n" + read.text());
        return read;
    }

    /** Writes the certificate to a file, and makes the folder if it is missing. */
    public void write(Path file) {
        try {
            if (file.toAbsolutePath().getParent() != null)
                Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("the certificate " + file + " cannot be written", e);
        }
    }

    /** Reads the certificate in a file. */
    public static EpsilonCertificate read(Path file) {
        Check.given("file", file);
        try {
            return parse(Files.readString(file, StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException("the certificate " + file + " cannot be read", e);
        }
    }

    private static void line(StringBuilder out, String name, String value) {
        out.append(" \"").append(name).append("\": ").append(value).append(",\n");
    }

    private static String list(List<String> elements) {
        return elements.stream().map(e -> "\n  " + e).collect(Collectors.joining(",", "[", "]"));
    }

    private double step(Map<Event, Long> counts) {
        double steps = counts.values().stream().mapToDouble(n -> n).sum();
        // Losses are two points: the larger must not lie between the stated epsilon and a multiple of the step above
        // it.
        boolean points = counts.keySet().stream().allMatch(RandomisedAnswer.class::isInstance);
        return new BigDecimal(stated().doubleValue() / (FINENESS * Math.sqrt(Math.max(1, steps))))
                .round(points ? new MathContext(6, RoundingMode.DOWN) : new MathContext(3))
                .doubleValue();
    }

    /** How often a single event occurs, its pair, and by what it moves a sum with which probability, from least to most. */
    private static String step(Event e, long times) {
        EventFamily<Event> family = EventFamily.of(e);
        String shifts = new TreeMap<>(family.shifts(e))
                .entrySet().stream()
                        .filter(s -> s.getValue() > RARE)
                        .map(s -> "[" + s.getKey() + ", " + rounded(s.getValue() * (1 - 1e-8), RoundingMode.FLOOR)
                                + ", " + rounded(s.getValue() * (1 + 1e-8), RoundingMode.CEILING) + "]")
                        .collect(Collectors.joining(", ", "[", "]"));
        if (!family.isCertified(e))
            throw new IllegalArgumentException("no certificate is written for " + e.canonical());
        return "{\"times\": " + times + ", \"pair\": " + LedgerJson.quote(family.pair(e)) + ", \"noise\": " + e.scale()
                + ", \"shifts\": " + shifts + "}";
    }

    private static BigDecimal rounded(double p, RoundingMode mode) {
        return new BigDecimal(p).round(new MathContext(12, mode));
    }

    /** Without the white space between values. */
    private static String compact(String text) {
        StringBuilder out = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\' && i + 1 < text.length()) {
                out.append(c).append(text.charAt(++i));
                continue;
            }
            if (c == '"') quoted = !quoted;
            if (quoted || !Character.isWhitespace(c)) out.append(c);
        }
        return out.toString();
    }

    private static List<String> words(Object json) {
        return ((List<?>) json).stream().map(String.class::cast).toList();
    }

    private static double number(Object json) {
        return Double.parseDouble(((LedgerJson.Number) json).digits());
    }

    private static String hash(String body) {
        return Sha256.of(body.getBytes(StandardCharsets.US_ASCII));
    }
}
