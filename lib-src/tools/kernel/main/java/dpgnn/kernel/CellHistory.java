package dpgnn.kernel;

import com.google.gson.JsonArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.dflib.jjava.jupyter.messages.request.HistoryRequest;

/** Keeps the cells of this session, for front ends that offer them again. Nothing is written to disk. */
final class CellHistory {
    private record Entry(int line, String source) {}

    private final List<Entry> entries = new ArrayList<>();

    public void add(int line, String source) {
        entries.add(new Entry(line, source));
    }

    public JsonArray answer(HistoryRequest request) {
        List<Entry> found = entries;
        if (request instanceof HistoryRequest.Tail tail) {
            found = last(entries, tail.getMaxReturnLength());
        } else if (request instanceof HistoryRequest.Range range) {
            int stop = range.getStop() <= 0 ? Integer.MAX_VALUE : range.getStop();
            found = entries.stream()
                    .filter(e -> e.line() >= range.getStart() && e.line() < stop)
                    .toList();
        } else if (request instanceof HistoryRequest.Search search) {
            found = search(search);
        }
        JsonArray all = new JsonArray();
        for (Entry entry : found) all.add(json(entry, request.includeOutput()));
        return all;
    }

    private List<Entry> search(HistoryRequest.Search search) {
        Pattern glob = glob(search.getPattern());
        Map<Object, Entry> found = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (!glob.matcher(entry.source()).matches()) continue;
            found.put(search.filterUnique() ? entry.source() : entry, entry);
        }
        return last(List.copyOf(found.values()), search.getMaxReturnLength());
    }

    private static List<Entry> last(List<Entry> list, int n) {
        return n <= 0 ? list : list.subList(Math.max(0, list.size() - n), list.size());
    }

    /** SQLite's glob, as the protocol has it: * and ?. */
    private static Pattern glob(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (char c : (pattern == null ? "*" : pattern).toCharArray())
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static JsonArray json(Entry entry, boolean withOutput) {
        JsonArray row = new JsonArray();
        row.add(0);
        row.add(entry.line());
        if (!withOutput) {
            row.add(entry.source());
            return row;
        }
        JsonArray pair = new JsonArray();
        pair.add(entry.source());
        pair.add((String) null);
        row.add(pair);
        return row;
    }
}
