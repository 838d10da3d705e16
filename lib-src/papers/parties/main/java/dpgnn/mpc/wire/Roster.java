package dpgnn.mpc.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Lists who takes part: holders in order (the first has the labels), the server, and a dealer. As in the paper, the server
 * may deal; a separate dealer needs one assumption of trust less.
 *
 * @param holders 1 to 5 names
 * @param dealer the server's name where the server deals
 */
public record Roster(List<String> holders, String server, String dealer) {
    public Roster {
        holders = List.copyOf(holders);
        if (holders.isEmpty() || holders.size() > 5)
            throw new IllegalArgumentException("there must be 1 to 5 holders, were " + holders.size());
        List<String> all = new ArrayList<>(holders);
        all.add(server);
        if (!dealer.equals(server)) all.add(dealer);
        if (new HashSet<>(all).size() != all.size())
            throw new IllegalArgumentException("every party needs a name of its own, were " + all);
        for (String name : all) mustBeName(name);
    }

    /** Names are parts of files' names and of certificates, so they are plain; some systems keep these few for devices. */
    static boolean isName(String name) {
        return name.matches("[a-z][a-z0-9-]{0,30}") && !name.matches("con|prn|aux|nul|(com|lpt)[0-9]");
    }

    static void mustBeName(String name) {
        if (!isName(name))
            throw new IllegalArgumentException(
                    "a party's name must be up to 31 of a-z, 0-9 and -, start with a letter and not be a device's"
                            + " (con, nul, com1 ...), was '" + name + "'");
    }

    /** Holders a, b, c ... and a server that deals. */
    public static Roster of(int holders) {
        List<String> names = new ArrayList<>();
        for (int p = 0; p < holders; p++) names.add(String.valueOf((char) ('a' + p)));
        return new Roster(names, "server", "server");
    }

    /** Everybody, holders first. */
    public List<String> parties() {
        List<String> all = new ArrayList<>(holders);
        all.add(server);
        if (!dealer.equals(server)) all.add(dealer);
        return all;
    }

    public List<String> othersThan(String name) {
        return parties().stream().filter(p -> !p.equals(name)).toList();
    }

    public String labelHolder() {
        return holders.get(0);
    }

    public boolean plays(String name, Role role) {
        return switch (role) {
            case HOLDER -> holders.contains(name);
            case SERVER -> server.equals(name);
            case DEALER -> dealer.equals(name);
        };
    }

    public void mustKnow(String name) {
        if (!parties().contains(name))
            throw new IllegalArgumentException("'" + name + "' is not one of the parties " + parties());
    }
}
