package dpgnn.privacy.ledger;

import dpgnn.base.Sha256;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.LedgerJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * One line of a ledger.
 *
 * @param kind what it is
 * @param from first step that it speaks of
 * @param to last step that it speaks of
 * @param event what each of the steps spends; null where nothing is spent
 * @param facts of a header, or of a recovery the fragment that was found
 * @param hash SHA-256 of the hash before and this line up to its own hash
 */
record LedgerEntry(long number, Kind kind, long from, long to, Event event, Map<String, String> facts, String hash) {
    /** The hash before the first line. */
    static final String START = "0".repeat(64);

    /** The form of these lines; a header says it. The first had no end mark. */
    private static final int FORM = 2;

    /** What every ledger begins with, whatever its form. */
    static final String FIRST = "{\"entry\":0,";

    private static final String FORM_NAME = "\"form\":";
    private static final Set<String> FIELDS = Set.of("entry", "kind", "from", "to", "event", "facts");
    private static final Set<String> HEADER_FIELDS = Set.of("entry", "form", "kind", "from", "to", "event", "facts");
    private static final String HASH = ",\"hash\":\"";

    enum Kind {
        /** The plan's facts. */
        HEADER,
        /** Written before any of these steps releases something: they are spent from here on. */
        INTENT,
        /** A torn last line was found, and counted as spent. */
        RECOVERED,
        /** The run has ended; there is no line after this one. */
        ENDED
    }

    /** The line without its end, and the entry with its hash. */
    String line() {
        return body() + HASH + hash + "\"}";
    }

    static LedgerEntry of(
            long number, Kind kind, long from, long to, Event event, Map<String, String> facts, String previous) {
        LedgerEntry open = new LedgerEntry(number, kind, from, to, event, facts, "");
        return new LedgerEntry(number, kind, from, to, event, facts, hash(previous, open.body()));
    }

    private String body() {
        StringBuilder out = new StringBuilder("{\"entry\":").append(number).append(',');
        if (kind == Kind.HEADER) out.append(FORM_NAME).append(FORM).append(',');
        out.append("\"kind\":").append(LedgerJson.quote(kind.name()));
        out.append(",\"from\":").append(from).append(",\"to\":").append(to);
        out.append(",\"event\":").append(event == null ? "null" : EventText.write(event));
        out.append(",\"facts\":{");
        String separator = "";
        for (Map.Entry<String, String> fact : facts.entrySet()) {
            out.append(separator)
                    .append(LedgerJson.quote(fact.getKey()))
                    .append(':')
                    .append(LedgerJson.quote(fact.getValue()));
            separator = ",";
        }
        return out.append('}').toString();
    }

    /** Checks the line against what must come next; the message says what is wrong with it. */
    static LedgerEntry parse(String line, long number, String previous) {
        int cut = line.lastIndexOf(HASH);
        if (cut < 0 || line.length() != cut + HASH.length() + 64 + 2 || !line.endsWith("\"}"))
            throw new IllegalArgumentException("it does not end with its hash");
        String body = line.substring(0, cut);
        String header = FIRST + FORM_NAME + FORM + ",";
        if (number == 0 && body.startsWith(FIRST) && !body.startsWith(header))
            throw new IllegalArgumentException("the ledger is of another form than " + FORM
                    + ", the one that this version of the library reads; read it with the version that wrote it");
        String hash = line.substring(cut + HASH.length(), cut + HASH.length() + 64);
        LedgerEntry entry = body(body, hash);
        if (entry.number != number)
            throw new IllegalArgumentException("it is entry " + entry.number + " where entry " + number
                    + " must be: lines were dropped, added or reordered");
        if (!hash(previous, body).equals(hash))
            throw new IllegalArgumentException(
                    "its hash does not follow from its text and the line before: one was changed");
        return entry;
    }

    /** What can still be read of a torn line, or null. */
    static LedgerEntry fragment(String text) {
        int cut = text.lastIndexOf(",\"hash\"");
        for (String candidate : new String[] {cut < 0 ? text : text.substring(0, cut), text + ",\"facts\":{}"}) {
            try {
                return body(candidate, "");
            } catch (IllegalArgumentException e) {
                // Torn before that point.
            }
        }
        return null;
    }

    private static LedgerEntry body(String body, String hash) {
        Map<String, Object> json = LedgerJson.object(body + "}");
        Set<String> fields = Kind.HEADER.name().equals(json.get("kind")) ? HEADER_FIELDS : FIELDS;
        if (!json.keySet().equals(fields))
            throw new IllegalArgumentException("it must have the fields " + fields + ", had " + json.keySet());
        Map<String, String> facts = new LinkedHashMap<>();
        try {
            ((Map<?, ?>) json.get("facts")).forEach((k, v) -> facts.put((String) k, (String) v));
            return new LedgerEntry(
                    number(json, "entry"),
                    Kind.valueOf((String) json.get("kind")),
                    number(json, "from"),
                    number(json, "to"),
                    json.get("event") == null ? null : EventText.event(json.get("event")),
                    facts,
                    hash);
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("a field is missing or of another type: " + body, e);
        }
    }

    private static long number(Map<String, Object> json, String name) {
        return Long.parseLong(((LedgerJson.Number) json.get(name)).digits());
    }

    private static String hash(String previous, String body) {
        return Sha256.of((previous + "\n" + body).getBytes(StandardCharsets.ISO_8859_1));
    }
}
