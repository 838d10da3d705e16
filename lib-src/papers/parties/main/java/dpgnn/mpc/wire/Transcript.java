package dpgnn.mpc.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records what one party received: which matrix, from whom, in which epoch, at which scale. The receiver keeps it, since the
 * receiver saw it.
 */
public final class Transcript {
    /** Most lines that are kept; later ones are only counted, so that a long run does not fill the memory. */
    private static final int KEPT = 100_000;

    /**
     * One matrix received.
     *
     * @param scale fractional bits, or -1 for doubles
     */
    public record Line(
            int epoch,
            String from,
            String to,
            MessageKind kind,
            int rows,
            int columns,
            int scale,
            MessageKind.View view) {}

    private final List<Line> lines = new ArrayList<>();
    private final Map<MessageKind, Long> counts = new TreeMap<>();

    synchronized void add(Line line) {
        counts.merge(line.kind(), 1L, Long::sum);
        if (lines.size() < KEPT) lines.add(line);
    }

    public synchronized List<Line> lines() {
        return List.copyOf(lines);
    }

    /** How many messages of each kind came in all. */
    public synchronized Map<MessageKind, Long> counts() {
        return new TreeMap<>(counts);
    }
}
