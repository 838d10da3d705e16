package dpgnn.train.folder;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.StepCoins;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an accountable release commits to in its ledger, and the private file that opens it: a key for the start, and a seed for each
 * time that the training began or went on. The key of a line that announces a step is a hash of that seed and of the line's number.
 *
 * <p><b>Guarantee.</b> A seed is drawn and is on the disk before the first line that it serves, and that line commits to the coins of
 * all steps that are left: nobody chooses a later step's coins by what came before. A key is used after its line is on the disk, and
 * never again: a training that goes on announces the step again, on another line and by another seed. The ledger has hashes alone,
 * each of something with a key or with a hash of one, so that it shows nothing of data, coins or weights. The file may be read by its
 * owner only, and must not be published: opened keys show the noise.
 *
 * <p>Proof: docs/proofs.md, lemma 88.
 */
public final class StepAccount implements AutoCloseable {
    public static final String FILE = "private-coins.bin";

    /** The facts of a header. */
    public static final String DATA = "commitment to the data",
            START = "commitment to the start",
            EVERY = "steps between commitments to the state";

    /** The facts of a step's line: which step, its coins, and, after every so many, the state before it; the end mark has the last state. */
    public static final String STEP = "step", COINS = "commitment to the coins", STATE = "commitment to the state";

    /** The fact of the first line after the training began or went on: the coins of this line and of all that may follow. */
    public static final String FIXED = "commitment to all coins from here on";

    private static final byte[] NOTICE =
            "private: do not publish. The coins of a release; with them its noise can be taken off.\n"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final int RECORD = Long.BYTES + StepCoins.KEY;

    private final RandomAccessFile file;
    private final byte[] start;

    /** The last number that a line may have. */
    private final long last;

    /** Null before the first line. */
    private byte[] seed;

    /** The hash of the ledger before the first line, to which all coins of this seed are bound. */
    private String boundTo;

    private StepAccount(RandomAccessFile file, byte[] start, long last) {
        this.file = file;
        this.start = start;
        this.last = last;
    }

    /**
     * Begins the file of a folder, with a fresh key for the start.
     *
     * @param last how many steps may be announced
     */
    public static StepAccount create(Path folder, long last) throws IOException {
        byte[] start = StepCoins.freshKey();
        ByteBuffer first = ByteBuffer.allocate(NOTICE.length + start.length);
        AtomicFile.writePrivate(
                folder.resolve(FILE), first.put(NOTICE).put(start).array());
        return resume(folder, last);
    }

    /** Goes on with the file of a folder; a seed that was cut off in the middle was never used. */
    public static StepAccount resume(Path folder, long last) throws IOException {
        byte[] all = read(folder);
        RandomAccessFile file = new RandomAccessFile(folder.resolve(FILE).toFile(), "rw");
        int first = NOTICE.length + StepCoins.KEY;
        file.setLength(all.length - (all.length - first) % RECORD);
        file.seek(file.length());
        return new StepAccount(file, Arrays.copyOfRange(all, NOTICE.length, first), last);
    }

    private static byte[] read(Path folder) throws IOException {
        Path path = folder.resolve(FILE);
        if (!Files.exists(path))
            throw new IOException(path + " is gone although the ledger commits to what it held; use another folder");
        byte[] all = Files.readAllBytes(path);
        if (all.length < NOTICE.length + StepCoins.KEY || Arrays.mismatch(all, NOTICE) != NOTICE.length)
            throw new IOException(path + " is damaged: it must begin with its notice and a key; put a copy of it"
                    + " there, or use another folder");
        return all;
    }

    /** The seeds of a folder by the numbers of the first lines that they serve; number 0 is the key of the start. */
    public static TreeMap<Long, byte[]> seeds(Path folder) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(read(Check.given("folder", folder)));
        TreeMap<Long, byte[]> seeds = new TreeMap<>();
        byte[] start = new byte[StepCoins.KEY];
        all.position(NOTICE.length).get(start);
        seeds.put(0L, start);
        while (all.remaining() >= RECORD) {
            long number = all.getLong();
            byte[] next = new byte[StepCoins.KEY];
            all.get(next);
            seeds.put(number, next); // of two of one number, the first has no line
        }
        return seeds;
    }

    /** The key of the line of this number. */
    public static byte[] key(byte[] seed, long number) {
        return StepCoins.hash("step", whole(seed), bytes(number));
    }

    /** What fixes the coins of the lines of these numbers: a chain of their commitments, the last one first. */
    public static byte[] fixed(byte[] seed, long from, long to) {
        byte[] chain = new byte[StepCoins.KEY];
        for (long number = to; number >= from; number--) chain = link(coins(key(seed, number), number), chain);
        return chain;
    }

    /** The commitment to a line's coins and to all that is fixed for the lines after it. */
    public static byte[] link(String coins, byte[] after) {
        return StepCoins.hash("link", whole(HexFormat.of().parseHex(coins)), whole(after));
    }

    /** The key of the start, from which the first weights are drawn. */
    public byte[] start() {
        return start.clone();
    }

    /**
     * What a header says of data of this hash and of the start.
     *
     * @param every after how many steps there is a commitment to the state
     */
    public Map<String, String> header(String data, long every) {
        return Map.of(DATA, data(start, data), START, coins(start, 0), EVERY, String.valueOf(every));
    }

    /**
     * Announces a step, and gives its coins once the line is on the disk.
     *
     * @param step of the training, counted from 0
     * @param state before it; null where the line does not commit to it
     */
    public void announce(Ledger ledger, long step, Event event, byte[] state, StepCoins coins) throws IOException {
        long number = ledger.nextStep();
        Map<String, String> facts = new TreeMap<>(Map.of(STEP, String.valueOf(step + 1)));
        if (seed == null) {
            seed = StepCoins.freshKey();
            boundTo = ledger.head().hash();
            file.write(ByteBuffer.allocate(RECORD).putLong(number).put(seed).array());
            file.getFD().sync();
            facts.put(FIXED, hex(fixed(seed, number, last)));
        }
        byte[] key = key(seed, number);
        facts.put(COINS, coins(key, number));
        if (state != null) facts.put(STATE, state(salt(key), state));
        ledger.beginBlock(number, number, event, facts);
        coins.begin(key, boundTo);
    }

    /** What the end mark says. */
    public static Map<String, String> end(byte[] start, byte[] state) {
        return Map.of(STATE, state(salt(start), state));
    }

    /** The commitment to a key, that of a line of this number. */
    public static String coins(byte[] key, long number) {
        return hex(StepCoins.hash("key", whole(key), bytes(number)));
    }

    /** The commitment to data of this hash. */
    public static String data(byte[] start, String hash) {
        return hex(StepCoins.hash("data", whole(start), HexFormat.of().parseHex(hash)));
    }

    /** The commitment to a state: weights, what the optimiser keeps, and the clip. */
    public static String state(byte[] salt, byte[] state) {
        return hex(StepCoins.hash("state", whole(salt), state));
    }

    /** The salt of the state before a step; it does not tell the step's key. */
    public static byte[] salt(byte[] key) {
        return StepCoins.hash("salt", key);
    }

    /** Only of parts of known lengths no two hash the same bytes. */
    private static byte[] whole(byte[] key) {
        Check.that(key.length == StepCoins.KEY, "the length of a key or salt", StepCoins.KEY + " bytes", key.length);
        return key;
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** As facts have it. */
    public static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
