package dpgnn.mpc;

import dpgnn.base.Check;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.random.RandomStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Computes the private set intersection of two holders' identifiers, after Meadows (1986). Identifiers are hashed to squares
 * modulo a safe prime and raised to the secret exponent of one holder and then of the other; equal identifiers become equal
 * numbers. This class is one holder's side; {@link CommonNodes} runs it among parties.
 *
 * <p><b>Guarantee.</b> Against honest-but-curious holders, each learns the identifiers that both have and how many the other has, if
 * the decisional Diffie-Hellman problem is hard in the squares modulo the 2048-bit prime of RFC 3526 (group 14) and SHA-512 behaves
 * like a random function. No server takes part: salted hashes through one would be no protection, since it could hash every
 * likely identifier itself. Nothing stops a holder from claiming identifiers that it does not have but can guess.
 *
 * <p>Exponents are even, so any received number is raised to a square: the two subgroups outside the squares reveal nothing
 * about the exponent. Identifiers are compared in Unicode's composed form (NFC), so the same text matches however it was
 * typed. An identifier that is not text, because it holds half a surrogate pair, is refused: encoding it would turn it into
 * another identifier.
 */
public final class Alignment {
    private static final BigInteger PRIME = new BigInteger(
            "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
                    + "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
                    + "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
                    + "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
                    + "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
                    + "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
            16);
    /** 64-bit words of a number. */
    static final int WORDS = 2048 / 64;

    private final BigInteger exponent;
    private final RandomStream stream;
    private final String context;
    private List<String> order = List.of();

    private Alignment(BigInteger exponent, RandomStream stream, String context) {
        this.exponent = exponent;
        this.stream = stream;
        this.context = context;
    }

    /** One holder's side, with a secret exponent of its own. */
    public static Alignment of(RandomStream stream) {
        return of(Check.given("stream", stream), "");
    }

    /** An alignment for one purpose: identifiers meet only where both sides name the same one. */
    static Alignment of(RandomStream stream, String context) {
        // 256 bits of exponent match the group's strength of about 112 bits twice over.
        BigInteger exponent = BigInteger.ZERO;
        for (int i = 0; i < 4; i++)
            exponent = exponent.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(stream.nextLong())));
        return new Alignment(exponent.setBit(255).shiftLeft(1), stream, context);
    }

    /** The first message: the holder's identifiers, hashed and raised, in an order that tells nothing. */
    public List<BigInteger> blind(Collection<String> identifiers) {
        shuffle(identifiers);
        return blind(0, order.size());
    }

    /** Fixes the order; returns how many identifiers there are. */
    int shuffle(Collection<String> identifiers) {
        order = new ArrayList<>(composed(identifiers));
        for (int i = order.size() - 1; i > 0; i--) Collections.swap(order, i, stream.nextInt(i + 1));
        return order.size();
    }

    /** A part of the first message. */
    List<BigInteger> blind(int from, int to) {
        return order.subList(from, to).parallelStream()
                .map(id -> square(id).modPow(exponent, PRIME))
                .toList();
    }

    private static TreeSet<String> composed(Collection<String> identifiers) {
        TreeSet<String> all = new TreeSet<>();
        int number = 0;
        for (String id : identifiers) {
            number++;
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(id))
                throw new IllegalArgumentException("identifier " + number + " of " + identifiers.size()
                        + " must be Unicode text, but holds half a surrogate pair");
            all.add(composed(id));
        }
        return all;
    }

    /** An identifier as it is compared. */
    static String composed(String identifier) {
        return Normalizer.normalize(identifier, Normalizer.Form.NFC);
    }

    /** The second message: the other holder's numbers raised once more, in the order in which they came. */
    public List<BigInteger> raise(List<BigInteger> theirs) {
        theirs.forEach(Alignment::mustBeBlinded);
        return theirs.parallelStream().map(b -> b.modPow(exponent, PRIME)).toList();
    }

    /** No exponent takes 1 or -1 anywhere, and a number past the prime is another one in disguise. */
    static void mustBeBlinded(BigInteger b) {
        if (b.compareTo(BigInteger.ONE) <= 0 || b.compareTo(PRIME.subtract(BigInteger.ONE)) >= 0)
            throw new ProtocolException(
                    Fault.GARBAGE, "a blinded identifier must lie between 1 and the prime less 1, and one does not");
    }

    /**
     * The identifiers that both have, composed and sorted, so that both holders number them alike.
     *
     * @param mine the other holder's answer to {@link #blind}
     * @param theirs this holder's {@link #raise} of what the other sent
     */
    public List<String> intersect(List<BigInteger> mine, List<BigInteger> theirs) {
        return List.copyOf(matches(mine, theirs).keySet());
    }

    /** The identifiers that both have, each with the number in which it met; both holders have the same numbers, and nobody else can make them. */
    SortedMap<String, BigInteger> matches(List<BigInteger> mine, List<BigInteger> theirs) {
        if (mine.size() != order.size())
            throw new ProtocolException(
                    Fault.SHAPE, "the answer has " + mine.size() + " identifiers, " + order.size() + " were sent");
        Set<BigInteger> known = new HashSet<>(theirs);
        SortedMap<String, BigInteger> both = new TreeMap<>();
        for (int i = 0; i < mine.size(); i++) if (known.contains(mine.get(i))) both.put(order.get(i), mine.get(i));
        return both;
    }

    /** A square whose root nobody knows the logarithm of: 2560 bits of hash, modulo the prime, squared. */
    private BigInteger square(String identifier) {
        try {
            BigInteger wide = BigInteger.ZERO;
            for (int block = 0; block < 5; block++)
                wide = wide.shiftLeft(512)
                        .or(new BigInteger(
                                1,
                                MessageDigest.getInstance("SHA-512")
                                        .digest(("dpgnn alignment " + block + "\n" + context + "\n" + identifier)
                                                .getBytes(StandardCharsets.UTF_8))));
            return wide.mod(PRIME).modPow(BigInteger.TWO, PRIME);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-512", e);
        }
    }
}
