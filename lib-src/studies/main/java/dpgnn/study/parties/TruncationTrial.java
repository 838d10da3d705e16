package dpgnn.study.parties;

import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.ring.Share;
import dpgnn.mpc.ring.Truncation;
import dpgnn.random.RandomStream;
import dpgnn.report.Table;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How often it goes wrong to cut 16 bits off shared numbers: each party shifts its own share, or all use masks that a dealer hands
 * out.
 *
 * @param locally wrong where each shifts its own share
 * @param dealt wrong with dealt masks
 */
public record TruncationTrial(int parties, int numbers, int locally, int dealt) {
    private static final int CUT = 16;

    /** Tries random numbers of so many bits. */
    public static TruncationTrial of(int parties, int numbers, int bits, RandomStream coins) {
        RingMatrix values = RingMatrix.uniform(1, numbers, coins);
        for (int i = 0; i < numbers; i++) values.values()[i] >>= 63 - bits;
        List<RingMatrix> shares = Share.split(values, parties, coins);
        List<Truncation.Mask> masks = Truncation.deal(1, numbers, CUT, parties, coins);
        RingMatrix opened = Share.reconstruct(IntStream.range(0, parties)
                .mapToObj(p -> Truncation.mask(shares.get(p), masks.get(p), p == 0))
                .toList());
        RingMatrix exact = Share.reconstruct(IntStream.range(0, parties)
                .mapToObj(p -> Truncation.finish(opened, masks.get(p), CUT, p == 0))
                .toList());
        int locally = 0;
        int dealt = 0;
        for (int i = 0; i < numbers; i++) {
            long right = values.values()[i] >> CUT;
            long sum = 0;
            for (int p = 0; p < parties; p++) {
                long s = shares.get(p).values()[i];
                sum += parties == 2 && p == 1 ? -(-s >> CUT) : s >> CUT; // SecureML's rule for two
            }
            if (Math.abs(sum - right) > parties) locally++;
            if (exact.values()[i] != right && exact.values()[i] != right + 1) dealt++;
        }
        return new TruncationTrial(parties, numbers, locally, dealt);
    }

    /** One row for each number of parties. */
    public static Table table(List<TruncationTrial> trials, int bits) {
        Table table = Table.columns("parties", "wrong: each shifts its share (%)", "wrong: dealt masks (%)")
                .title(trials.get(0).numbers + " values of " + bits + " bits, " + CUT + " bits cut off")
                .digits("wrong: each shifts its share (%)", 2);
        for (TruncationTrial t : trials)
            table.row(t.parties, 100.0 * t.locally / t.numbers, 100.0 * t.dealt / t.numbers);
        return table;
    }
}
