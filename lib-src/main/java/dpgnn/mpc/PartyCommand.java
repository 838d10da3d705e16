package dpgnn.mpc;

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
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One party as a process: {@code party --role holder|server|dealer --config FILE}. It ends with 0 when everybody has finished, and
 * with 1 and one line on standard error otherwise.
 */
public final class PartyCommand {
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
            "seed",
            "nodes",
            "widths",
            "classes");

    /** gRPC logs stack traces of what a party has named already; held here, since loggers are forgotten. */
    private static final Logger QUIET = Logger.getLogger("io.grpc");

    private PartyCommand() {}

    public static void main(String[] arguments) {
        QUIET.setLevel(Level.OFF);
        System.exit(run(arguments));
    }

    static int run(String[] arguments) {
        try {
            Map<String, String> options = new HashMap<>();
            for (int i = 0; i < arguments.length; i += 2) {
                if (!List.of("--role", "--config", "--certificates", "--names").contains(arguments[i])
                        || i + 1 == arguments.length) throw new IllegalArgumentException(usage());
                options.put(arguments[i], arguments[i + 1]);
            }
            if (options.keySet().equals(java.util.Set.of("--certificates", "--names"))) {
                Certificates.make(
                        Path.of(options.get("--certificates")),
                        Arrays.asList(options.get("--names").split(",")));
                return 0;
            }
            if (!options.keySet().equals(java.util.Set.of("--role", "--config")))
                throw new IllegalArgumentException(usage());
            train(Role.valueOf(options.get("--role").toUpperCase(Locale.ROOT)), Path.of(options.get("--config")));
            return 0;
        } catch (ProtocolException e) {
            System.err.println(e.fault() + ": " + e.getMessage());
            return 1;
        } catch (RuntimeException e) {
            System.err.println("REFUSED: " + e.getMessage());
            return 1;
        }
    }

    private static String usage() {
        return "party --role holder|server|dealer --config FILE, or party --certificates DIR --names a,b,server";
    }

    private static void train(Role role, Path config) {
        Map<String, String> text = read(config);
        String name = need(text, "name");
        Roster roster = new Roster(
                Arrays.asList(need(text, "holders").split(",")),
                need(text, "server"),
                text.getOrDefault("dealer", need(text, "server")));
        roster.mustKnow(name);
        if (!roster.plays(name, role))
            throw new IllegalArgumentException("'" + name + "' does not play the role " + role + " in " + config);
        Map<String, InetSocketAddress> addresses = new HashMap<>();
        Map<String, String> settingTexts = new LinkedHashMap<>();
        text.forEach((key, value) -> {
            if (key.startsWith("address.")) addresses.put(key.substring(8), address(value));
            else if (key.startsWith("setting.")) settingTexts.put(key.substring(8), value);
            else if (!KEYS.contains(key))
                throw new IllegalArgumentException("there is no '" + key + "' in a configuration; there are " + KEYS
                        + ", address.NAME and setting.NAME");
        });
        for (String party : roster.parties()) if (!addresses.containsKey(party)) need(text, "address." + party);
        Settings settings = Settings.of(settingTexts);
        Shape shape = Shape.of(text);
        Duration deadline = Duration.ofMillis((long) (1000 * Double.parseDouble(text.getOrDefault("deadline", "60"))));
        HolderData data = role == Role.HOLDER
                ? HolderFiles.read(
                        Path.of(need(text, "data")),
                        shape,
                        shape.widths().get(roster.holders().indexOf(name)))
                : null;
        Streams experiment =
                text.containsKey("seed") ? Streams.seed(Long.parseLong(text.get("seed"))) : Streams.secure();
        if (text.containsKey("seed"))
            System.err.println(
                    "warning: with a seed in the configuration everybody can compute the starting weights, and"
                            + " from them and h0 much of the features; leave it out unless this is a test");
        Savepoints savepoints = text.containsKey("savepoints") ? Savepoints.in(Path.of(text.get("savepoints"))) : null;
        Disclosure.of(settings, shape, roster).forEach(line -> System.out.println("disclosed: " + line));
        long limit = shape.limit(settings);
        try (GrpcNetwork network = GrpcNetwork.connect(
                roster, name, addresses, Certificates.of(Path.of(need(text, "keys")), name), deadline, limit)) {
            Mesh mesh = new Mesh(roster, name, network.channels(), deadline, limit);
            Program program =
                    switch (role) {
                        case HOLDER -> new Holder(mesh, settings, shape, data, experiment, Streams.secure());
                        case SERVER -> new Server(mesh, settings, shape, experiment, Streams.secure());
                        case DEALER -> new Dealer(mesh, settings, shape, Streams.secure());
                    };
            run(new Party(mesh, settings, shape, program, savepoints), program, mesh, text);
        }
    }

    private static void run(Party party, Program program, Mesh mesh, Map<String, String> text) {
        long[] last = {System.nanoTime()};
        int start = party.listen(epoch -> {
                    long now = System.nanoTime();
                    String learned = "";
                    if (program instanceof Holder holder && mesh.first()) {
                        var history = holder.history().epochs();
                        var e = history.get(history.size() - 1);
                        learned = String.format(Locale.ROOT, " loss %.6f validation %.4f", e.loss(), e.validation());
                    }
                    System.out.printf(Locale.ROOT, "epoch %d seconds %.4f%s%n", epoch, (now - last[0]) / 1e9, learned);
                    last[0] = now;
                })
                .run(need(text, "session"));
        if (text.containsKey("model")) party.publish(Path.of(text.get("model")));
        Traffic traffic = mesh.traffic();
        System.out.printf(
                "finished from %d sent %d received %d rounds %d%n",
                start, traffic.sent(), traffic.received(), traffic.rounds());
        if (program instanceof Holder holder && mesh.first())
            System.out.printf(
                    Locale.ROOT,
                    "best epoch %d test %.4f%n",
                    holder.history().best().epoch(),
                    holder.history().best().test());
    }

    private static Map<String, String> read(Path config) {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(config)) {
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalArgumentException("the configuration " + config + " cannot be read", e);
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
}
