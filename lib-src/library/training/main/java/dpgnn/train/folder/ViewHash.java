package dpgnn.train.folder;

import dpgnn.base.Check;
import dpgnn.base.Sha256;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Participants;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.TrainingView;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Hashes all that a training can read: every edge, every feature, every label, and who takes part. The data are read once, as
 * a stream, so that hashing needs no memory. It is as private as the data: it goes into a {@link LedgerBinding} and a
 * checkpoint, never into a ledger, a record or a message.
 */
public final class ViewHash {
    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    private ViewHash() {}

    /** The hash of a view. */
    public static String hash(TrainingView view) {
        ViewHash content = new ViewHash();
        content.graph(Check.given("view", view).graph());
        content.features(view.features());
        content.labels(view.labels());
        for (int root : view.participants().roots()) content.add(root);
        Participants participants = view.participants();
        for (int v = 0; v < view.graph().nodes(); v++) {
            content.add(participants.eligible(v) ? 1 : 0);
            content.add(participants.outDegree(v));
        }
        content.add(participants.announcedRoots());
        if (participants.complete() != view.graph()) content.graph(participants.complete());
        content.flush();
        return HexFormat.of().formatHex(content.digest.digest());
    }

    private void graph(Graph graph) {
        add(graph.nodes());
        add(graph.isDirected() ? 1 : 0);
        if (graph.identity().isPresent()) {
            add(graph.identity().get());
            return;
        }
        for (int v = 0; v < graph.nodes(); v++) {
            int degree = graph.inDegree(v);
            add(degree);
            for (int k = 0; k < degree; k++) add(graph.inNeighbour(v, k));
        }
    }

    private void features(Features features) {
        add(features.rows());
        add(features.width());
        if (features.identity().isPresent()) {
            add(features.identity().get());
            return;
        }
        if (features instanceof SparseFeatures bag) {
            for (int r = 0; r < bag.rows(); r++) {
                add((int) bag.rowStart(r + 1));
                for (long k = bag.rowStart(r); k < bag.rowStart(r + 1); k++) {
                    add(bag.column(k));
                    add(Float.floatToIntBits(bag.value(k)));
                }
            }
            return;
        }
        float[] row = new float[features.width()];
        for (int r = 0; r < features.rows(); r++) {
            features.copyRow(r, row, 0);
            for (float value : row) add(Float.floatToIntBits(value));
        }
    }

    private void labels(Labels labels) {
        add(labels.classes());
        add(labels.nodes());
        for (int v = 0; v < labels.nodes(); v++) {
            boolean known = labels.isKnown(v);
            add(known ? 1 : 0);
            if (known && labels.isSingle()) add(labels.of(v));
            if (known && labels.isValues())
                for (int k = 0; k < labels.classes(); k++) add(Float.floatToIntBits(labels.value(v, k)));
            if (known && labels.isMulti()) for (int c = 0; c < labels.classes(); c++) add(labels.has(v, c) ? 1 : 0);
        }
    }

    /** The identity of a mapped file, which stands for its content. */
    private void add(String identity) {
        for (byte b : HexFormat.of().parseHex(identity)) add(b);
    }

    private void add(int value) {
        if (buffer.remaining() < Integer.BYTES) flush();
        buffer.putInt(value);
    }

    private void flush() {
        buffer.flip();
        digest.update(buffer);
        buffer.clear();
    }
}
