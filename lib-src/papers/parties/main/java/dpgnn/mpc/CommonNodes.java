package dpgnn.mpc;

import dpgnn.base.Sha256;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.random.RandomStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * The first step of a run whose holders name their nodes each in its own order: every two holders find the identifiers that both
 * have, and those that all have become the nodes, numbered in the order of their text.
 *
 * <p><b>Guarantee.</b> That of {@link Alignment} for every two holders; the server and the dealer learn how many nodes all have, and
 * nothing else. Each holder fixes its answers by a hash before it sees any, so one that sends another's numbers back, or on to a
 * third, does not thereby get identifiers accepted that it could not have named. At the end all holders have found the same, or the
 * run ends.
 */
final class CommonNodes {
    /** Identifiers of one message: what a slow machine computes well within a deadline. */
    static final int BLOCK = 256;

    private final Endpoint endpoint;
    private final String session;
    private final int most;
    private final RandomStream secret;
    private final Map<String, Side> sides = new LinkedHashMap<>();

    /**
     * @param count of the nodes
     * @param identifiers of the nodes in order; empty at who holds none
     */
    record Found(int count, List<String> identifiers) {}

    /** What passes between this holder and another one. */
    private static final class Side {
        final Alignment alignment;
        int theirs;
        final List<BigInteger> sent = new ArrayList<>();
        final List<BigInteger> came = new ArrayList<>();
        final List<List<BigInteger>> answers = new ArrayList<>();
        final List<RingMatrix> hashes = new ArrayList<>();
        final List<BigInteger> back = new ArrayList<>();
        SortedMap<String, BigInteger> both;

        Side(Alignment alignment) {
            this.alignment = alignment;
        }
    }

    /**
     * @param most identifiers that a holder may have
     */
    CommonNodes(Endpoint endpoint, String session, int most, RandomStream secret) {
        this.endpoint = endpoint;
        this.session = session;
        this.most = most;
        this.secret = secret;
    }

    /** The words of the largest message. */
    static long limit() {
        return (long) BLOCK * Alignment.WORDS;
    }

    /** At the server and the dealer: waits as long as the holders take, who watch one another. */
    Found told() {
        long count = endpoint.receive(endpoint.roster().labelHolder(), MessageKind.COMMON_NODES, 0);
        if (count < 1 || count > most)
            throw endpoint.abort(new ProtocolException(
                    Fault.GARBAGE, "the holders must have 1 to " + most + " nodes in common, were " + count));
        return new Found((int) count, List.of());
    }

    /** At a holder. */
    Found find(Collection<String> identifiers) {
        try {
            TreeSet<String> common = exchange(identifiers);
            for (String peer : sides.keySet())
                endpoint.send(peer, MessageKind.COMMON_HASH, 0, hash(common, sides.get(peer)), 0);
            for (String peer : sides.keySet())
                if (!same(endpoint.receive(peer, MessageKind.COMMON_HASH, 0, 1, 4, 0), hash(common, sides.get(peer))))
                    throw new ProtocolException(Fault.MISMATCH, "'" + peer + "' found other common nodes");
            if (common.isEmpty())
                throw new ProtocolException(
                        Fault.REFUSED,
                        "no identifier is common to all holders; are they written alike, case and zeros included?");
            if (endpoint.first())
                for (String peer : endpoint.roster().othersThan(endpoint.self()))
                    if (!endpoint.roster().plays(peer, Role.HOLDER))
                        endpoint.send(peer, MessageKind.COMMON_NODES, 0, common.size());
            return new Found(common.size(), List.copyOf(common));
        } catch (ProtocolException e) {
            throw endpoint.abort(e);
        }
    }

    private TreeSet<String> exchange(Collection<String> identifiers) {
        TreeSet<String> common = new TreeSet<>();
        for (String id : identifiers) common.add(Alignment.composed(id));
        if (common.isEmpty() || common.size() > most)
            throw new ProtocolException(
                    Fault.REFUSED, "there must be 1 to " + most + " identifiers, were " + common.size());
        List<String> holders = endpoint.roster().holders();
        for (String peer : endpoint.otherHolders()) {
            boolean before = holders.indexOf(endpoint.self()) < holders.indexOf(peer);
            String pair = before ? endpoint.self() + " " + peer : peer + " " + endpoint.self();
            Side side = new Side(Alignment.of(secret.fork(peer), pair + " " + session));
            side.alignment.shuffle(common);
            sides.put(peer, side);
            endpoint.send(peer, MessageKind.IDENTIFIERS, 0, common.size());
        }
        int largest = common.size();
        for (var side : sides.entrySet()) {
            long count = endpoint.receive(side.getKey(), MessageKind.IDENTIFIERS, 0);
            if (count < 1 || count > most)
                throw new ProtocolException(
                        Fault.GARBAGE,
                        "'" + side.getKey() + "' must have 1 to " + most + " identifiers, said " + count);
            side.getValue().theirs = (int) count;
            largest = Math.max(largest, (int) count);
        }
        int own = common.size();
        int blocks = blocks(largest);
        // In step, a block at a time: whoever waits for one waits for no more than a block's work.
        for (int k = 0; k < blocks; k++) swapBlinded(k, own);
        for (Side side : sides.values()) mustBeNew(side.came, side.sent);
        for (int k = 0; k < blocks; k++) swapHashes(k, own);
        for (int k = 0; k < blocks; k++) swapAnswers(k, own);
        for (Side side : sides.values()) {
            mustBeNew(side.back, List.of());
            side.both = side.alignment.matches(
                    side.back, side.answers.stream().flatMap(List::stream).toList());
            common.retainAll(side.both.keySet());
        }
        return common;
    }

    private void swapBlinded(int k, int own) {
        for (var side : sides.entrySet()) {
            if (k >= blocks(own)) break;
            List<BigInteger> block = side.getValue().alignment.blind(k * BLOCK, k * BLOCK + size(own, k));
            side.getValue().sent.addAll(block);
            endpoint.send(side.getKey(), MessageKind.BLINDED, k, words(block), 0);
        }
        for (var side : sides.entrySet())
            if (k < blocks(side.getValue().theirs)) {
                List<BigInteger> block = numbers(endpoint.receive(
                        side.getKey(), MessageKind.BLINDED, k, size(side.getValue().theirs, k), Alignment.WORDS, 0));
                block.forEach(Alignment::mustBeBlinded);
                side.getValue().came.addAll(block);
            }
    }

    /** Other identifiers have other numbers: one that comes twice, or is one of this holder's own, blinds none. */
    private static void mustBeNew(List<BigInteger> came, List<BigInteger> own) {
        Set<BigInteger> seen = new HashSet<>(own);
        for (BigInteger b : came)
            if (!seen.add(b))
                throw new ProtocolException(
                        Fault.GARBAGE, "a blinded identifier came twice, or was one of this holder's own sent back");
    }

    private void swapHashes(int k, int own) {
        for (var side : sides.entrySet())
            if (k < blocks(side.getValue().theirs)) {
                int from = k * BLOCK;
                List<BigInteger> answer = side.getValue()
                        .alignment
                        .raise(side.getValue().came.subList(from, from + size(side.getValue().theirs, k)));
                side.getValue().answers.add(answer);
                endpoint.send(side.getKey(), MessageKind.ANSWER_HASH, k, hash(answer), 0);
            }
        for (var side : sides.entrySet())
            if (k < blocks(own))
                side.getValue().hashes.add(endpoint.receive(side.getKey(), MessageKind.ANSWER_HASH, k, 1, 4, 0));
    }

    private void swapAnswers(int k, int own) {
        for (var side : sides.entrySet())
            if (k < blocks(side.getValue().theirs))
                endpoint.send(
                        side.getKey(),
                        MessageKind.ANSWER,
                        k,
                        words(side.getValue().answers.get(k)),
                        0);
        for (var side : sides.entrySet())
            if (k < blocks(own)) {
                List<BigInteger> block = numbers(
                        endpoint.receive(side.getKey(), MessageKind.ANSWER, k, size(own, k), Alignment.WORDS, 0));
                if (!same(hash(block), side.getValue().hashes.get(k)))
                    throw new ProtocolException(
                            Fault.GARBAGE, "'" + side.getKey() + "' sent another answer than it had fixed");
                side.getValue().back.addAll(block);
            }
    }

    private static int blocks(int count) {
        return (count + BLOCK - 1) / BLOCK;
    }

    private static int size(int count, int block) {
        return Math.min(BLOCK, count - block * BLOCK);
    }

    private static RingMatrix hash(TreeSet<String> common, Side side) {
        return hash(common.stream().map(side.both::get).toList());
    }

    private static boolean same(RingMatrix a, RingMatrix b) {
        return java.util.Arrays.equals(a.values(), b.values());
    }

    static RingMatrix hash(List<BigInteger> numbers) {
        long[] words = words(numbers).values();
        ByteBuffer bytes = ByteBuffer.allocate(8 * words.length);
        bytes.asLongBuffer().put(words);
        long[] four = new long[4];
        ByteBuffer.wrap(Sha256.digest().digest(bytes.array())).asLongBuffer().get(four);
        return RingMatrix.of(1, 4, four);
    }

    static RingMatrix words(List<BigInteger> numbers) {
        RingMatrix m = RingMatrix.of(numbers.size(), Alignment.WORDS);
        for (int i = 0; i < numbers.size(); i++)
            for (int j = 0; j < Alignment.WORDS; j++)
                m.values()[i * Alignment.WORDS + j] = numbers.get(i)
                        .shiftRight(64 * (Alignment.WORDS - 1 - j))
                        .longValue();
        return m;
    }

    static List<BigInteger> numbers(RingMatrix m) {
        List<BigInteger> numbers = new ArrayList<>();
        for (int i = 0; i < m.rows(); i++) {
            ByteBuffer bytes = ByteBuffer.allocate(8 * Alignment.WORDS);
            bytes.asLongBuffer().put(m.values(), i * Alignment.WORDS, Alignment.WORDS);
            numbers.add(new BigInteger(1, bytes.array()));
        }
        return numbers;
    }
}
