package dpgnn.mpc;

import dpgnn.mpc.wire.Certificates;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.PrivateFiles;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.TlsNetwork;
import dpgnn.mpc.wire.Traffic;
import dpgnn.random.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Runs one party as a process: {@code party --role holder|server|dealer --config FILE}. It ends with 0 when everybody has
 * finished, and with 1 and one line on standard error otherwise.
 */
final class PartyCommand {
    private PartyCommand() {}

    public static void main(String[] arguments) {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> tell(Fault.REFUSED, e));
        System.exit(run(arguments));
    }

    public static int run(String[] arguments) {
        try {
            Map<String, String> options = new HashMap<>();
            for (int i = 0; i < arguments.length; i += 2) {
                if (!List.of("--role", "--config", "--certificates", "--names").contains(arguments[i])
                        || i + 1 == arguments.length) throw new IllegalArgumentException(usage());
                options.put(arguments[i], arguments[i + 1]);
            }
            if (options.keySet().equals(Set.of("--certificates", "--names"))) {
                Certificates.make(
                        Path.of(options.get("--certificates")),
                        Arrays.asList(options.get("--names").split(",", -1)));
                return 0;
            }
            if (!options.keySet().equals(Set.of("--role", "--config"))) throw new IllegalArgumentException(usage());
            train(PartyConfiguration.read(role(options.get("--role")), Path.of(options.get("--config"))));
            return 0;
        } catch (ProtocolException e) {
            tell(e.fault(), e);
        } catch (RuntimeException e) {
            tell(Fault.REFUSED, e);
        } catch (OutOfMemoryError e) {
            tell(Fault.REFUSED, new IllegalStateException("not enough memory; DPGNN_HEAP is the heap", e));
        }
        return 1;
    }

    /** One line, whatever the exception says. */
    private static void tell(Fault fault, Throwable e) {
        String words = e.getMessage() == null ? e.toString() : e.getMessage();
        boolean said = e instanceof ProtocolException || e instanceof IllegalArgumentException;
        if (!said && e.getCause() != null && !words.contains(e.getCause().toString())) words += ": " + e.getCause();
        System.err.println(fault + ": " + words.strip().replaceAll("\\s*\\R\\s*", " "));
    }

    private static Role role(String text) {
        try {
            return Role.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a role must be holder, server or dealer, was '" + text + "'", e);
        }
    }

    private static String usage() {
        return "party --role holder|server|dealer --config FILE, or party --certificates DIR --names a,b,server";
    }

    private static void train(PartyConfiguration of) {
        // Read before anything is sent, so that a mistake is told here; where nodes are aligned, over all that this
        // holder has.
        List<String> own = of.holds() && of.align() ? HolderFiles.identifiers(of.data()) : List.of();
        HolderData data = of.holds() ? read(of, of.sizes(), own, own) : null;
        Certificates keys = Certificates.of(of.keys(), of.name());
        Savepoints savepoints = of.savepoints().map(Savepoints::in).orElse(null);
        of.model().ifPresent(PrivateFiles::clean);
        if (of.seed().isPresent())
            System.err.println(
                    "warning: with a seed in the configuration everybody can compute the starting weights, and"
                            + " from them and h0 much of the features; leave it out unless this is a test");
        keys.ending(of.roster()).forEach(line -> System.err.println("warning: " + line));
        Disclosure.of(of.settings(), of.sizes(), of.roster()).forEach(line -> System.out.println("disclosed: " + line));
        if (of.align()) Disclosure.alignment(of.roster()).forEach(line -> System.out.println("disclosed: " + line));
        try (TlsNetwork network =
                TlsNetwork.connect(of.roster(), of.name(), of.addresses(), keys, of.deadline(), of.limit())) {
            if (!of.align()) {
                train(of, network.endpoint(of.deadline()), of.sizes(), data, savepoints);
                return;
            }
            Endpoint endpoint = new Endpoint(of.roster(), of.name(), network.channels(), of.deadline(), of.limit());
            try {
                CommonNodes.Found nodes = align(of, network, own);
                PpgnnSizes sizes = of.sizes().over(nodes.count());
                train(of, endpoint, sizes, of.holds() ? read(of, sizes, own, nodes.identifiers()) : null, savepoints);
            } catch (IllegalArgumentException e) {
                throw endpoint.abort(new ProtocolException(Fault.REFUSED, e.getMessage(), e));
            }
        }
    }

    private static HolderData read(PartyConfiguration of, PpgnnSizes sizes, List<String> own, List<String> nodes) {
        return of.align()
                ? HolderFiles.read(of.data(), sizes.over(nodes.size()), of.width(), own, nodes)
                : HolderFiles.read(of.data(), sizes, of.width());
    }

    private static CommonNodes.Found align(PartyConfiguration of, TlsNetwork network, List<String> own) {
        // Server and dealer have nothing to expect while holders align; the holders watch one another, and tell.
        Duration patience = of.holds() ? of.deadline() : Duration.ofDays(30);
        Endpoint endpoint = network.endpoint(patience);
        Map<String, String> agreed = of.sizes().toMap(of.settings(), of.roster());
        agreed.put("align", "true");
        endpoint.greet(of.session(), agreed, List.of());
        CommonNodes nodes =
                new CommonNodes(endpoint, of.session(), of.sizes().nodes(), Streams.secure().stream("alignment"));
        CommonNodes.Found found = of.holds() ? nodes.find(own) : nodes.told();
        System.out.printf(
                "aligned %d nodes%s sent %d received %d%n",
                found.count(),
                of.holds() ? " of " + own.size() : "",
                endpoint.traffic().sent(),
                endpoint.traffic().received());
        return found;
    }

    private static void train(
            PartyConfiguration of, Endpoint endpoint, PpgnnSizes sizes, HolderData data, Savepoints savepoints) {
        PartyProgram program =
                switch (of.role()) {
                    case HOLDER -> new Holder(endpoint, of.settings(), sizes, data, of.experiment(), Streams.secure());
                    case SERVER -> new Server(endpoint, of.settings(), sizes, of.experiment(), Streams.secure());
                    case DEALER -> new Dealer(endpoint, of.settings(), sizes, Streams.secure());
                };
        run(new PartySession(endpoint, of.settings(), sizes, program, savepoints), program, endpoint, of);
    }

    private static void run(PartySession party, PartyProgram program, Endpoint endpoint, PartyConfiguration of) {
        long[] last = {System.nanoTime()};
        int start = party.listen(epoch -> {
                    long now = System.nanoTime();
                    String learned = "";
                    if (program instanceof Holder holder && endpoint.first()) {
                        var history = holder.history().epochs();
                        var e = history.get(history.size() - 1);
                        learned = String.format(Locale.ROOT, " loss %.6f validation %.4f", e.loss(), e.validation());
                    }
                    System.out.printf(Locale.ROOT, "epoch %d seconds %.4f%s%n", epoch, (now - last[0]) / 1e9, learned);
                    last[0] = now;
                })
                .run(of.session());
        of.model().ifPresent(party::publish);
        Traffic traffic = endpoint.traffic();
        System.out.printf(
                "finished from %d sent %d received %d rounds %d%n",
                start, traffic.sent(), traffic.received(), traffic.rounds());
        if (program instanceof Holder holder && endpoint.first())
            System.out.printf(
                    Locale.ROOT,
                    "best epoch %d test %.4f%n",
                    holder.history().best().epoch(),
                    holder.history().best().test());
    }
}
