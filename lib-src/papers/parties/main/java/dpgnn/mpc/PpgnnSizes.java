package dpgnn.mpc;

import dpgnn.base.Check;
import dpgnn.mpc.wire.Roster;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sizes that all parties know.
 *
 * @param widths columns of each holder, in order
 */
public record PpgnnSizes(int nodes, List<Integer> widths, int classes) {
    public PpgnnSizes {
        widths = List.copyOf(widths);
        if (nodes < 1 || classes < 2 || widths.isEmpty() || widths.stream().anyMatch(w -> w < 1))
            throw new IllegalArgumentException("needs nodes, at least two classes and a column at every holder, were "
                    + nodes + ", " + classes + " and " + widths);
    }

    public static PpgnnSizes of(Map<String, String> text) {
        for (String key : List.of("nodes", "widths", "classes"))
            if (!Check.given("text", text).containsKey(key))
                throw new IllegalArgumentException("the configuration lacks '" + key + "'");
        return new PpgnnSizes(
                Integer.parseInt(text.get("nodes").trim()),
                Arrays.stream(text.get("widths").split(","))
                        .map(w -> Integer.valueOf(w.trim()))
                        .toList(),
                Integer.parseInt(text.get("classes").trim()));
    }

    /** What {@link #of} reads. */
    public Map<String, String> toText() {
        Map<String, String> text = new LinkedHashMap<>();
        text.put("nodes", String.valueOf(nodes));
        text.put("widths", String.join(",", widths.stream().map(String::valueOf).toList()));
        text.put("classes", String.valueOf(classes));
        return text;
    }

    /** These columns and classes over another number of nodes. */
    public PpgnnSizes over(int newNodes) {
        return new PpgnnSizes(newNodes, widths, classes);
    }

    public int width() {
        return widths.stream().mapToInt(Integer::intValue).sum();
    }

    /** The first column of a holder among all. */
    int offset(int holder) {
        return widths.subList(0, holder).stream().mapToInt(Integer::intValue).sum();
    }

    /** The most words that a message of this run may have. */
    public long limit(PpgnnSettings s) {
        return Math.max((long) Math.max(nodes, s.width()) * Math.max(width(), s.width()), 1 << 12);
    }

    public Map<String, String> toMap(PpgnnSettings settings, Roster roster) {
        Map<String, String> text = new LinkedHashMap<>(settings.toMap());
        text.put("holders", roster.holders().toString());
        text.put("server", roster.server());
        text.put("dealer", roster.dealer());
        text.put("nodes", String.valueOf(nodes));
        text.put("widths", widths.toString());
        text.put("classes", String.valueOf(classes));
        return text;
    }
}
