package dpgnn.mpc;

import dpgnn.random.Stream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Private set intersection of the identifiers of two holders, after Meadows (1986): identifiers are hashed to squares modulo a safe
 * prime and raised to the secret exponent of one holder and then of the other; equal identifiers meet in equal numbers.
 *
 * <p><b>Guarantee.</b> Against honest-but-curious holders, each learns the identifiers that both have and how many the other has, if
 * the decisional Diffie-Hellman problem is hard in the squares modulo the 2048-bit prime of RFC 3526 (group 14) and SHA-512 behaves
 * like a random function. No server takes part: salted hashes through one would be no protection, since it could hash every
 * likely identifier itself. Nothing stops a holder from claiming identifiers that it does not have.
 *
 * <p>Identifiers are compared in Unicode's composed form (NFC), so the same text meets itself however it was typed. One that is no
 * text, because it holds half a surrogate pair, is refused: encoding it would turn it into another identifier.
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
    private static final BigInteger ORDER = PRIME.shiftRight(1);
    private static final int WORDS = 2048 / 64;

    private final BigInteger exponent;
    private final List<String> order = new ArrayList<>();

    private Alignment(BigInteger exponent) {
        this.exponent = exponent;
    }

    /** One holder's side, with a secret exponent of its own. */
    public static Alignment of(Stream stream) {
        // 256 bits of exponent match the group's strength of about 112 bits twice over.
        BigInteger exponent = BigInteger.ZERO;
        for (int i = 0; i < 4; i++)
            exponent = exponent.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(stream.nextLong())));
        return new Alignment(exponent.setBit(0).setBit(255));
    }

    /** The first message: the holder's identifiers, hashed and raised, in an order that tells nothing. */
    public List<BigInteger> blind(Collection<String> identifiers) {
        order.clear();
        Map<BigInteger, String> blinded = new HashMap<>();
        for (String id : composed(identifiers)) blinded.put(square(id).modPow(exponent, PRIME), id);
        List<BigInteger> sorted = new ArrayList<>(blinded.keySet());
        Collections.sort(sorted);
        for (BigInteger b : sorted) order.add(blinded.get(b));
        return sorted;
    }

    private static TreeSet<String> composed(Collection<String> identifiers) {
        TreeSet<String> all = new TreeSet<>();
        int number = 0;
        for (String id : identifiers) {
            number++;
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(id))
                throw new IllegalArgumentException("identifier " + number + " of " + identifiers.size()
                        + " must be Unicode text, but holds half a surrogate pair");
            all.add(Normalizer.normalize(id, Normalizer.Form.NFC));
        }
        return all;
    }

    /** The second message: the other holder's numbers raised once more, in the order in which they came. */
    public List<BigInteger> raise(List<BigInteger> theirs) {
        for (BigInteger b : theirs)
            if (b.signum() <= 0
                    || b.compareTo(PRIME) >= 0
                    || b.equals(BigInteger.ONE)
                    || !b.modPow(ORDER, PRIME).equals(BigInteger.ONE))
                throw new ProtocolException(Fault.GARBAGE, "a blinded identifier is not a square modulo the prime");
        return theirs.stream().map(b -> b.modPow(exponent, PRIME)).toList();
    }

    /**
     * The identifiers that both have, composed and sorted, so that both holders number them alike.
     *
     * @param mine the other holder's answer to {@link #blind}
     * @param theirs this holder's {@link #raise} of what the other sent
     */
    public List<String> intersect(List<BigInteger> mine, List<BigInteger> theirs) {
        if (mine.size() != order.size())
            throw new ProtocolException(
                    Fault.SHAPE, "the answer has " + mine.size() + " identifiers, " + order.size() + " were sent");
        var known = new java.util.HashSet<>(theirs);
        TreeSet<String> both = new TreeSet<>();
        for (int i = 0; i < mine.size(); i++) if (known.contains(mine.get(i))) both.add(order.get(i));
        return List.copyOf(both);
    }

    /** Runs the protocol with another holder over the mesh. */
    List<String> with(Mesh mesh, String peer, Collection<String> identifiers, int theirCount) {
        List<BigInteger> own = blind(identifiers);
        mesh.send(peer, Matter.BLINDED, 0, words(own), 0);
        List<BigInteger> theirs = numbers(mesh.receive(peer, Matter.BLINDED, 0, theirCount, WORDS, 0));
        List<BigInteger> raised = raise(theirs);
        mesh.send(peer, Matter.BLINDED, 1, words(raised), 0);
        return intersect(numbers(mesh.receive(peer, Matter.BLINDED, 1, own.size(), WORDS, 0)), raised);
    }

    private static RingMatrix words(List<BigInteger> numbers) {
        RingMatrix m = RingMatrix.of(numbers.size(), WORDS);
        for (int i = 0; i < numbers.size(); i++)
            for (int j = 0; j < WORDS; j++)
                m.values()[i * WORDS + j] =
                        numbers.get(i).shiftRight(64 * (WORDS - 1 - j)).longValue();
        return m;
    }

    private static List<BigInteger> numbers(RingMatrix m) {
        List<BigInteger> numbers = new ArrayList<>();
        for (int i = 0; i < m.rows(); i++) {
            byte[] bytes = new byte[8 * WORDS];
            for (int j = 0; j < bytes.length; j++)
                bytes[j] = (byte) (m.values()[i * WORDS + j / 8] >>> 56 - 8 * (j % 8));
            numbers.add(new BigInteger(1, bytes));
        }
        return numbers;
    }

    /** A square whose root nobody knows the logarithm of: 2560 bits of hash, modulo the prime, squared. */
    private static BigInteger square(String identifier) {
        try {
            BigInteger wide = BigInteger.ZERO;
            for (int block = 0; block < 5; block++)
                wide = wide.shiftLeft(512)
                        .or(new BigInteger(
                                1,
                                MessageDigest.getInstance("SHA-512")
                                        .digest(("dpgnn alignment " + block + "\n" + identifier)
                                                .getBytes(StandardCharsets.UTF_8))));
            return wide.mod(PRIME).modPow(BigInteger.TWO, PRIME);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-512", e);
        }
    }
}
