package dpgnn.mpc;

import dpgnn.base.Check;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.TlsNetwork;
import dpgnn.mpc.wire.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Trains with separate processes on this machine, each with its own key, files and configuration, run by
 * {@link PartyCommand}. Use it to measure what separate parties cost, and to try a configuration before using several machines.
 *
 * <p><b>Guarantee.</b> None against whoever runs all of them. They draw their weights from one seed, so that the run can be
 * compared with another; real parties leave the seed out.
 */
public final class PartyProcesses {
    private final PpgnnSettings settings;
    private final Path folder;
    private final List<String> command;
    private Duration atMost = Duration.ofMinutes(10);

    /**
     * What the first holder printed.
     *
     * @param traffic its own, from handshake to end
     * @param seconds from one epoch's end to the next; the first counts from the process's own start of training
     */
    public record Outcome(List<Double> losses, List<Double> seconds, Traffic traffic) {
        /** The median epoch. */
        public double epochSeconds() {
            return TrainingHistory.median(seconds);
        }
    }

    private PartyProcesses(PpgnnSettings settings, Path folder, List<String> command) {
        this.settings = settings;
        this.folder = folder;
        this.command = command;
    }

    /**
     * Parties below a folder.
     *
     * @param command what starts a party, such as environment/party
     */
    public static PartyProcesses of(PpgnnSettings settings, Path folder, String... command) {
        if (Check.given("command", command).length == 0)
            throw new IllegalArgumentException("command must start a party, such as environment/party; it was empty");
        return new PartyProcesses(Check.given("settings", settings), Check.given("folder", folder), List.of(command));
    }

    /** Ends all processes, with an error, when the run takes longer. */
    public PartyProcesses atMost(Duration time) {
        atMost = time;
        return this;
    }

    /** Makes keys, writes every party's files, and runs all to their end. */
    public Outcome train(VerticalData data, long seed) {
        Roster roster = Roster.of(data.holders().size());
        Map<String, Process> running = new LinkedHashMap<>();
        try {
            Files.createDirectories(folder);
            finished(
                    "keys",
                    start("keys", "--certificates", file("keys"), "--names", String.join(",", roster.parties())));
            Map<String, InetSocketAddress> addresses = TlsNetwork.freeAddresses(roster);
            for (String name : roster.parties()) {
                int holder = roster.holders().indexOf(name);
                if (holder >= 0)
                    HolderFiles.write(
                            folder.resolve("data-" + name), data.holders().get(holder));
                Path config = Files.write(
                        folder.resolve(name + ".properties"),
                        configuration(roster, name, data.sizes(), addresses, seed));
                String role = holder >= 0 ? "holder" : "server";
                running.put(name, start(name, "--role", role, "--config", config.toString()));
            }
            for (var party : running.entrySet()) finished(party.getKey(), party.getValue());
            return outcome(Files.readAllLines(folder.resolve(roster.labelHolder() + ".out")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run parties in " + folder, e);
        } finally {
            running.values().forEach(Process::destroyForcibly);
        }
    }

    private List<String> configuration(
            Roster roster, String name, PpgnnSizes sizes, Map<String, InetSocketAddress> addresses, long seed) {
        List<String> lines = new ArrayList<>(List.of(
                "name=" + name,
                "session=processes",
                "holders=" + String.join(",", roster.holders()),
                "server=" + roster.server(),
                "keys=" + file("keys"),
                "seed=" + seed));
        sizes.toText().forEach((key, value) -> lines.add(key + "=" + value));
        settings.toMap().forEach((key, value) -> lines.add("setting." + key + "=" + value));
        addresses.forEach((party, at) -> lines.add("address." + party + "=" + at.getHostString() + ":" + at.getPort()));
        if (roster.plays(name, Role.HOLDER)) lines.add("data=" + file("data-" + name));
        return lines;
    }

    private String file(String name) {
        return folder.resolve(name).toAbsolutePath().toString();
    }

    private Process start(String name, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(arguments));
        return new ProcessBuilder(all)
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private void finished(String name, Process process) throws IOException {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new ProtocolException(
                        Fault.LATE, "the process of '" + name + "' did not end within " + atMost.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProtocolException(Fault.REFUSED, "interrupted while '" + name + "' ran", e);
        }
        if (process.exitValue() != 0)
            throw new ProtocolException(
                    Fault.REFUSED,
                    "the process of '" + name + "' ended with " + process.exitValue() + ": "
                            + Files.readString(folder.resolve(name + ".err")).trim());
    }

    private static Outcome outcome(List<String> said) {
        List<Double> losses = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        Traffic traffic = Traffic.NONE;
        for (String line : said) {
            String[] words = line.split(" ");
            if (line.startsWith("epoch ")) {
                seconds.add(Double.valueOf(words[3]));
                losses.add(Double.valueOf(words[5]));
            } else if (line.startsWith("finished "))
                traffic = new Traffic(
                        Long.parseLong(words[4]), Long.parseLong(words[6]), 0, 0, Integer.parseInt(words[8]));
        }
        return new Outcome(losses, seconds, traffic);
    }
}
