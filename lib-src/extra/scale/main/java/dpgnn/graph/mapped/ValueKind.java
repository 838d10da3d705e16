package dpgnn.graph.mapped;

import java.util.Locale;

/** How a mapped file holds features. */
public enum ValueKind {
    /** Every value, in 32 bits. */
    FLOAT,
    /** Every value rounded to 16 bits, of which 11 count; the data set's notes say so. */
    HALF,
    /** Values that are not zero, in 32 bits, with their columns. */
    SPARSE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
