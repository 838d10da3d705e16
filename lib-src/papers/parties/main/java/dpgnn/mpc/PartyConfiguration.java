package dpgnn.mpc;

import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.Roster;
import dpgnn.random.Streams;
import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The configuration of a party for a run.
 *
 * @param deadline until everybody has connected and shaken hands, and from then on for each message
 * @param align whether the holders first find the nodes that all of them have; the shape's nodes are then the most a holder may have
 * @param data a holder's folder
 */
record PartyConfiguration(
        Role role,
        String name,
        String session,
        Roster roster,
        Map<String, InetSocketAddress> addresses,
        PpgnnSettings settings,
        PpgnnSizes sizes,
        Duration deadline,
        boolean align,
        Path keys,
        Path data,
        Optional<Path> savepoints,
        Optional<Path> model,
        Optional<Long> seed) {
    private static final List<String> KEYS = List.of(
            "name",
            "session",
            "holders",
            "server",
            "dealer",
            "keys",
            "data",
            "savepoints",
            "model",
            "deadline",
            "align",
            "seed",
            "nodes",
            "widths",
            "classes");

    static PartyConfiguration read(Role role, Path file) {
        Map<String, String> text = text(file);
        String name = need(text, "name");
        Roster roster = new Roster(
                Arrays.asList(need(text, "holders").split(",")),
                need(text, "server"),
                text.getOrDefault("dealer", need(text, "server")));
        roster.mustKnow(name);
        if (!roster.plays(name, role))
            throw new IllegalArgumentException("'" + name + "' does not play the role " + role + " in " + file);
        Map<String, InetSocketAddress> addresses = new HashMap<>();
        Map<String, String> settings = new LinkedHashMap<>();
        text.forEach((key, value) -> {
            if (key.startsWith("address.")) addresses.put(key.substring(8), address(value));
            else if (key.startsWith("setting.")) settings.put(key.substring(8), value);
            else if (!KEYS.contains(key))
                throw new IllegalArgumentException("there is no '" + key + "' in a configuration; there are " + KEYS
                        + ", address.NAME and setting.NAME");
        });
        for (String party : roster.parties()) if (!addresses.containsKey(party)) need(text, "address." + party);
        PpgnnSizes sizes = PpgnnSizes.of(text);
        if (sizes.widths().size() != roster.holders().size())
            throw new IllegalArgumentException("'widths' must have a number for each of the "
                    + roster.holders().size() + " holders, was " + sizes.widths());
        return new PartyConfiguration(
                role,
                name,
                need(text, "session"),
                roster,
                addresses,
                PpgnnSettings.of(settings),
                sizes,
                deadline(text.getOrDefault("deadline", "60")),
                align(text.getOrDefault("align", "false")),
                Path.of(need(text, "keys")),
                role == Role.HOLDER ? Path.of(need(text, "data")) : null,
                Optional.ofNullable(text.get("savepoints")).map(Path::of),
                Optional.ofNullable(text.get("model")).map(Path::of),
                Optional.ofNullable(text.get("seed")).map(PartyConfiguration::seed));
    }

    boolean holds() {
        return role == Role.HOLDER;
    }

    /** Columns of this holder. */
    int width() {
        return sizes.widths().get(roster.holders().indexOf(name));
    }

    Streams experiment() {
        return seed.map(Streams::seed).orElseGet(Streams::secure);
    }

    /** The most words of a message. */
    long limit() {
        return Math.max(sizes.limit(settings), align ? CommonNodes.limit() : 0);
    }

    private static Map<String, String> text(Path file) {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the configuration " + file + " cannot be read: " + e, e);
        }
        Map<String, String> text = new LinkedHashMap<>();
        for (String key : properties.stringPropertyNames())
            text.put(key, properties.getProperty(key).trim());
        return text;
    }

    private static String need(Map<String, String> text, String key) {
        String value = text.get(key);
        if (value == null || value.isEmpty())
            throw new IllegalArgumentException("the configuration lacks '" + key + "'");
        return value;
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("an address must be host:port, was '" + text + "'", e);
        }
    }

    private static Duration deadline(String text) {
        try {
            double seconds = Double.parseDouble(text);
            if (seconds > 0 && seconds <= 1e6) return Duration.ofMillis(Math.max(1, (long) (1000 * seconds)));
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IllegalArgumentException(
                "'deadline' must be above 0 and at most 1000000 seconds, was '" + text + "'");
    }

    private static boolean align(String text) {
        if (!text.matches("true|false"))
            throw new IllegalArgumentException("'align' must be true or false, was '" + text + "'");
        return text.equals("true");
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'seed' must be a whole number, was '" + text + "'", e);
        }
    }
}
