package dpgnn.mpc.wire;

import dpgnn.base.Sha256;
import dpgnn.random.RandomStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The first message between parties: version, participants, the session, every parameter, and the epochs from which each
 * could resume. They go on only if everything agrees.
 *
 * @param parameters everything that must be the same on both sides
 * @param completed epochs that the sender has a savepoint of
 * @param nonce fresh in every run, so that a message recorded in another run has the wrong tag
 */
record Handshake(String name, String session, Map<String, String> parameters, List<Integer> completed, long nonce) {
    static final String VERSION = "dpgnn-mpc 3";
    private static final int LIMIT = 1 << 16;

    static Handshake of(
            String name, String session, Map<String, String> parameters, List<Integer> completed, RandomStream stream) {
        return new Handshake(name, session, parameters, completed, stream.nextLong());
    }

    byte[] frame() {
        StringBuilder text = new StringBuilder(VERSION).append('\n');
        text.append("name=").append(name).append('\n');
        text.append("session=").append(session).append('\n');
        text.append("nonce=").append(nonce).append('\n');
        text.append("completed=")
                .append(completed.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .append('\n');
        parameters.forEach((k, v) ->
                text.append("parameter.").append(k).append('=').append(v).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static Handshake read(String peer, byte[] frame) {
        String text = new String(frame, StandardCharsets.UTF_8);
        String[] lines = text.split("\n");
        if (frame.length > LIMIT || !lines[0].startsWith("dpgnn-mpc "))
            throw new ProtocolException(Fault.GARBAGE, "'" + peer + "' did not begin with a greeting");
        if (!lines[0].equals(VERSION))
            throw new ProtocolException(
                    Fault.MISMATCH, "'" + peer + "' speaks '" + lines[0] + "', this party speaks '" + VERSION + "'");
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            int equals = line.indexOf('=');
            if (equals < 0)
                throw new ProtocolException(
                        Fault.GARBAGE, "'" + peer + "' sent a greeting with the line '" + line + "'");
            values.put(line.substring(0, equals), line.substring(equals + 1));
        }
        try {
            Map<String, String> parameters = new LinkedHashMap<>();
            values.forEach((k, v) -> {
                if (k.startsWith("parameter.")) parameters.put(k.substring("parameter.".length()), v);
            });
            String completed = values.get("completed");
            return new Handshake(
                    values.get("name"),
                    values.get("session"),
                    parameters,
                    completed.isEmpty()
                            ? List.of()
                            : Arrays.stream(completed.split(","))
                                    .map(Integer::valueOf)
                                    .toList(),
                    Long.parseLong(values.get("nonce")));
        } catch (RuntimeException e) {
            throw new ProtocolException(Fault.GARBAGE, "'" + peer + "' sent a greeting that cannot be read", e);
        }
    }

    /** Refuses a peer that does not agree, naming the first thing that differs. */
    void mustAgree(String peer, Handshake theirs) {
        if (!peer.equals(theirs.name))
            throw new ProtocolException(
                    Fault.MISMATCH, "the certificate says '" + peer + "', the greeting says '" + theirs.name + "'");
        if (!session.equals(theirs.session))
            throw new ProtocolException(
                    Fault.SESSION,
                    "the session is '" + session + "' here and '" + theirs.session + "' at '" + peer + "'");
        TreeSet<String> names = new TreeSet<>(parameters.keySet());
        names.addAll(theirs.parameters.keySet());
        for (String key : names)
            if (!String.valueOf(parameters.get(key)).equals(theirs.parameters.get(key)))
                throw new ProtocolException(
                        Fault.MISMATCH,
                        "'" + key + "' is " + parameters.getOrDefault(key, "not set") + " here and "
                                + theirs.parameters.getOrDefault(key, "not set") + " at '"
                                + peer + "'");
    }

    /** The tag of every message from the one to the other in this run. */
    static long tag(Handshake from, Handshake to) {
        byte[] hash = Sha256.digest()
                .digest((from.session + "\n" + from.name + "\n" + from.nonce + "\n" + to.name + "\n" + to.nonce)
                        .getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(hash).getLong();
    }
}
