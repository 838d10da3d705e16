package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.train.Run;
import java.util.Objects;

/**
 * The data behind a number.
 *
 * @param hash of all of them, at least eight digits
 * @param standIn what they stand in for the paper's own data as, "a synthetic graph of the same size"; empty for the paper's own
 */
public record ReadData(String name, String hash, String standIn) {
    /** Of what a formula gives. */
    public static final ReadData NONE = new ReadData("a formula", "no data read", "");

    public ReadData {
        if (name == null || name.isBlank()) throw new IllegalArgumentException("name of the data is empty");
        if (hash == null || hash.length() < 8)
            throw new IllegalArgumentException(
                    "hash of \"" + name + "\" must be the hash of the data, was \"" + hash + "\"");
        Objects.requireNonNull(standIn, "standIn: \"\" for the paper's own data");
    }

    public static ReadData of(Run.Data data) {
        Check.given("data", data);
        return new ReadData(data.name(), data.hash(), data.standIn() ? "a synthetic graph of the same size" : "");
    }

    public boolean isStandIn() {
        return !standIn.isEmpty();
    }

    /** "cora, hash 0123456789ab". */
    @Override
    public String toString() {
        if (equals(NONE)) return "Ours follow from a formula.";
        return name + ", hash " + hash.substring(0, Math.min(12, hash.length()))
                + (isStandIn() ? " (* stand-in: " + standIn + ")" : "");
    }
}
