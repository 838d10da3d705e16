package dpgnn.text;

import dpgnn.graph.Features;
import java.util.List;

/**
 * Turns documents into rows of numbers, one row per document.
 *
 * <p><b>Guarantee.</b> Where {@link #readsOthers} is false a row depends on its own document alone, so that a changed document
 * changes one row, as every sampler's event assumes. Where it is true, something was learned from all documents without
 * noise, and what was learned must be named among the leaks of the data.
 */
public interface TextEncoder {
    /** What it is, for the notes of a data set. */
    String name();

    /** Whether a row depends on other documents too. */
    boolean readsOthers();

    /** One row per document; a document is a list of fields, of which empty ones count as missing. */
    Features encode(List<List<String>> documents);
}
