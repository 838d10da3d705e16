package dpgnn.privacy.attack;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Sha256;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.PrivacyProfile;
import dpgnn.report.figure.Figure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A privacy-loss distribution as a value: made from an event once, then read at any epsilon or delta, composed with others, drawn
 * and kept in a file.
 *
 * <p><b>Guarantee.</b> It is a pair of finite distributions that dominates the event, in both of its directions; composed ones
 * dominate what both reveal together. So every delta, epsilon and curve is on the safe side. It speaks of deltas from {@link
 * PrivacyProfile#LEAST_DELTA} on. For the tightest epsilon at one delta ask {@link PldAccountant}: a value that was composed of values
 * is looser, by up to one part in a hundred.
 *
 * <p>Proof: docs/proofs.md, lemma 54.
 */
public final class Pld implements Described {
    private static final String HEAD = "dpgnn privacy-loss distribution 1";
    private static final int MOST_POINTS = 100_000;

    private final Event event;
    private final PrivacyProfile profile;

    private Pld(Event event, PrivacyProfile profile) {
        this.event = event;
        this.profile = profile;
    }

    /** What an event reveals, all of its steps together. */
    public static Pld of(Event event) {
        Check.given("event", event);
        return new Pld(event, PrivacyProfile.of(event, PldAccountant.DEFAULT_TOLERANCE));
    }

    /** This and another one on the same data, which may depend on what this one released. */
    public Pld and(Pld other) {
        Check.given("other", other);
        List<Event> both = new ArrayList<>();
        for (Event each : List.of(event, other.event)) {
            if (each instanceof Event.Composed composed) both.addAll(composed.events());
            else both.add(each);
        }
        return new Pld(new Event.Composed(both), profile.and(other.profile, PldAccountant.DEFAULT_TOLERANCE));
    }

    /** This so many times. */
    public Pld times(long count) {
        return new Pld(new Event.Repeated(event, count), profile.times(count, PldAccountant.DEFAULT_TOLERANCE));
    }

    /** What it was made from. */
    public Event event() {
        return event;
    }

    /** The least delta for this epsilon, at least the exact one. */
    public double delta(double epsilon) {
        return profile.delta(epsilon);
    }

    /** The least epsilon for this delta, at least the exact one; infinite for deltas that it does not speak of. */
    public double epsilon(double delta) {
        return profile.epsilon(delta);
    }

    /** The deltas for these epsilons: the whole curve at the price of one. */
    public double[] deltas(double... epsilons) {
        Check.given("epsilons", epsilons);
        return Arrays.stream(epsilons).map(this::delta).toArray();
    }

    /** The epsilons for these deltas. */
    public double[] epsilons(double... deltas) {
        Check.given("deltas", deltas);
        return Arrays.stream(deltas).map(this::epsilon).toArray();
    }

    /** What any attacker misses, whichever of the two worlds is called a member's. */
    public TradeOffCurve tradeOff() {
        double[] there = profile.forward(), back = profile.backward();
        for (int i = 0; i < there.length; i++) there[i] = back[i] = Math.max(there[i], back[i]);
        return TradeOffCurve.of(profile.epsilons(), there, back);
    }

    /**
     * What an attacker misses who looks for the unit, a false alarm being one where it is absent. It is above {@link #tradeOff}
     * where the pair is not symmetric, and holds for events whose first distribution is that of the world with the unit.
     */
    public TradeOffCurve presence() {
        return TradeOffCurve.of(profile.epsilons(), profile.forward(), profile.backward());
    }

    /** Delta against epsilon, in both directions of the pair. */
    public Figure figure() {
        double[] all = profile.epsilons();
        int n = (int) Arrays.stream(profile.forward()).filter(d -> d > 0).count();
        int m = (int) Arrays.stream(profile.backward()).filter(d -> d > 0).count();
        return Figure.of("privacy profile")
                .x("epsilon")
                .y("delta")
                .logY()
                .curve("the unit found", Arrays.copyOf(all, n), Arrays.copyOf(profile.forward(), n))
                .curve("its absence found", Arrays.copyOf(all, m), Arrays.copyOf(profile.backward(), m));
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("event", event.toString());
        rows.put("points", profile.epsilons().length);
        rows.put("advantage", tradeOff().advantage());
        for (double delta : new double[] {1e-3, 1e-5, 1e-9}) rows.put("epsilon at delta " + delta, epsilon(delta));
        return rows;
    }

    /** Writes it to a file, whole or not at all. */
    public void save(Path file) {
        StringBuilder text = new StringBuilder(HEAD)
                .append('\n')
                .append(EventText.write(event))
                .append('\n');
        double[] epsilons = profile.epsilons(), there = profile.forward(), back = profile.backward();
        for (int i = 0; i < epsilons.length; i++)
            text.append(epsilons[i])
                    .append(' ')
                    .append(there[i])
                    .append(' ')
                    .append(back[i])
                    .append('\n');
        String hash = Sha256.of(text.toString());
        text.append("sha256 ").append(hash).append('\n');
        try {
            AtomicFile.write(Check.given("file", file), text.toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException("the privacy-loss distribution " + file + " cannot be written", e);
        }
    }

    /** Reads one that {@link #save} wrote. The hash detects accidents; it is no signature. */
    public static Pld read(Path file) {
        String text;
        try {
            text = Files.readString(Check.given("file", file), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("the privacy-loss distribution " + file + " cannot be read", e);
        }
        int end = text.lastIndexOf("sha256 ");
        if (!text.startsWith(HEAD + "\n") || end < 0)
            throw refused(file, "begin with \"" + HEAD + "\" and end with a line \"sha256 ...\"", null);
        if (!text.substring(end).equals("sha256 " + Sha256.of(text.substring(0, end)) + "\n"))
            throw refused(file, "have the hash of its lines in the last one: it was changed or cut off", null);
        String[] lines = text.substring(0, end).split("\n");
        int n = lines.length - 2;
        if (n < 1 || n > MOST_POINTS) throw refused(file, "have 1 to " + MOST_POINTS + " points, had " + n, null);
        double[][] points = new double[3][n];
        try {
            for (int i = 0; i < n; i++) {
                String[] numbers = lines[i + 2].split(" ");
                if (numbers.length != 3) throw new IllegalArgumentException("line " + (i + 3) + " has not 3 numbers");
                for (int k = 0; k < 3; k++) points[k][i] = Double.parseDouble(numbers[k]);
            }
            return new Pld(EventText.parse(lines[1]), PrivacyProfile.of(points[0], points[1], points[2]));
        } catch (IllegalArgumentException e) {
            throw refused(file, "hold an event and a falling profile: " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException refused(Path file, String wanted, Exception cause) {
        return new IllegalArgumentException("the privacy-loss distribution " + file + " must " + wanted, cause);
    }

    @Override
    public String toString() {
        return "Pld of " + event;
    }
}
