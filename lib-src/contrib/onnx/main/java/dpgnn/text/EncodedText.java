package dpgnn.text;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.Dataset.Provenance;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes data whose nodes are documents, with an encoder's rows for features.
 *
 * <p><b>Guarantee.</b> What an encoder learned from all documents is named among the leaks, so that no plan on these data is
 * called sound without paying for it.
 */
public final class EncodedText {
    private EncodedText() {}

    /** @param documents one for each node, in the order of the nodes */
    public static Dataset of(Dataset data, List<List<String>> documents, TextEncoder encoder) {
        Check.given("data", data);
        Check.given("documents", documents);
        if (documents.size() != data.nodes())
            throw new IllegalArgumentException("documents must be as many as the " + data.nodes() + " nodes of "
                    + data.name() + ", were " + documents.size());
        Provenance before = data.provenance();
        List<String> notes = new ArrayList<>(before.notes());
        notes.add("Features: " + encoder.name() + ".");
        List<String> leaks = new ArrayList<>(before.leaks());
        if (encoder.readsOthers())
            leaks.add("The features (" + encoder.name() + ") were chosen by looking at all documents, without noise.");
        return new Dataset(
                data.graph(),
                encoder.encode(documents),
                data.labels(),
                new Provenance(before.name(), before.sources(), before.standIn(), notes, leaks),
                data.publicSplit());
    }
}
