package dpgnn.graph.data;

import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads Python pickles of protocols 2 to 4 as plain data. No class is ever built and nothing is called: what the file calls
 * an object becomes a {@link Made}, which says what it claims to be and holds the arguments and the state that were given.
 * Only the operations and the names that the data sets use are known; all others are refused. Every operation costs at least
 * a byte of file and makes at most one object; more objects than the heap has room for are refused. References may make cycles:
 * a consumer must not descend without a bound.
 */
final class Pickle {
    /** A byte string, left where it lies in the file. */
    record Raw(Bytes in, int from, int length) {
        String text() {
            return in.latin(from, length);
        }
    }

    /** A tuple; compared by identity, for it may hold itself. */
    record Tuple(List<Object> items) {}

    /** The name of a class or function. */
    public record Global(String name) {}

    /** What the file calls an object: a class or function, its arguments, and what was put into it afterwards. */
    public static final class Made {
        public final Global type;
        final Tuple arguments;
        public final Map<Object, Object> entries = new LinkedHashMap<>(0);
        public Object state;

        Made(Global type, Tuple arguments) {
            this.type = type;
            this.arguments = arguments;
        }
    }

    static final String CSR = "scipy.sparse.csr csr_matrix";
    static final String ARRAY = "numpy.core.multiarray _reconstruct";
    static final String DTYPE = "numpy dtype";
    static final String DICT = "collections defaultdict";
    public static final String GRAPH = "networkx.classes.graph Graph";

    private static final List<String> CALLED = List.of(ARRAY, DTYPE, DICT);
    private static final List<String> BUILT = List.of(CSR, GRAPH);
    private static final List<String> KNOWN =
            List.of(CSR, ARRAY, DTYPE, DICT, GRAPH, "numpy ndarray", "__builtin__ list", "builtins dict");
    /** An object, what holds it, and a copy of that; about twice what was measured. */
    private static final long BYTES_PER_OBJECT = 160;

    private static final Object MARK = new Object();
    private static final Object NONE = new Object();

    private final Bytes in;
    private final List<Object> stack = new ArrayList<>();
    private final Map<Integer, Object> memo = new HashMap<>();
    private final List<Integer> marks = new ArrayList<>();

    private final long mostObjects = ReadLimit.room() / BYTES_PER_OBJECT;
    private long objects;

    private Pickle(Bytes in) {
        this.in = in;
    }

    /** One of Long, Double, Boolean, String, {@link Raw}, {@link Tuple}, {@link Global}, {@link Made}, List, Map, or none. */
    public static Object read(Bytes in) throws MalformedFile {
        return new Pickle(in).run();
    }

    private Object run() throws MalformedFile {
        if (in.u8() != 0x80) throw in.bad("no protocol mark", "a pickle, which begins with byte 128");
        protocol();
        for (int op = in.u8(); op != '.'; op = in.u8()) {
            if (++objects > mostObjects)
                throw in.bad(
                        "more than " + mostObjects + " objects",
                        "few enough for the heap; a larger one (java -Xmx, DPGNN_HEAP of notebooks) reads it");
            step(op);
        }
        Object result = pop();
        if (!stack.isEmpty()) throw in.bad(stack.size() + " values left over", "none at the end of a pickle");
        return result;
    }

    private void protocol() throws MalformedFile {
        int protocol = in.u8();
        if (protocol < 2 || protocol > 4) throw in.bad("pickle protocol " + protocol, "2, 3 or 4");
    }

    private void step(int op) throws MalformedFile {
        switch (op) {
            case 0x80 -> protocol();
            case 0x95 -> in.take(8);
            case 'c' -> push(global(in.line() + " " + in.line()));
            case 0x93 -> {
                Object name = pop();
                push(global(as(String.class, pop()) + " " + as(String.class, name)));
            }
            case 0x81 -> make(BUILT);
            case 'R' -> make(CALLED);
            case 'b' -> {
                Object state = pop();
                as(Made.class, top()).state = state;
            }
            case '}' -> push(new LinkedHashMap<>(0));
            case ')' -> push(new Tuple(List.of()));
            case ']' -> push(new ArrayList<>(0));
            case '(' -> {
                marks.add(stack.size());
                push(MARK);
            }
            case 't' -> push(new Tuple(sinceMark()));
            case 0x85 -> push(new Tuple(last(1)));
            case 0x86 -> push(new Tuple(last(2)));
            case 0x87 -> push(new Tuple(last(3)));
            case 's' -> {
                List<Object> pair = last(2);
                put(pair);
            }
            case 'u' -> put(sinceMark());
            case 'a' -> {
                Object item = pop();
                list(top()).add(item);
            }
            case 'e' -> {
                List<Object> items = sinceMark();
                list(top()).addAll(items);
            }
            case 'q' -> memo.put(in.u8(), top());
            case 'r' -> memo.put(in.i32(), top());
            case 0x94 -> memo.put(memo.size(), top());
            case 'h' -> recall(in.u8());
            case 'j' -> recall(in.i32());
            case 'J' -> push((long) in.i32());
            case 'K' -> push((long) in.u8());
            case 'M' -> push((long) in.u16());
            case 'G' -> push(in.bigEndianDouble());
            case 'T' -> raw(in.length());
            case 'U' -> raw(in.u8());
            case 'X' -> unicode(in.length());
            case 0x8c -> unicode(in.u8());
            case 0x88 -> push(true);
            case 0x89 -> push(false);
            case 'N' -> push(NONE);
            default -> throw in.bad("pickle operation " + op, "one that data sets use");
        }
    }

    private Global global(String name) throws MalformedFile {
        if (!KNOWN.contains(name)) throw in.bad("the name " + name, "one of " + KNOWN);
        return new Global(name);
    }

    private void make(List<String> allowed) throws MalformedFile {
        Tuple arguments = as(Tuple.class, pop());
        Global type = as(Global.class, pop());
        if (!allowed.contains(type.name())) throw in.bad("an object of " + type.name(), "one of " + allowed);
        push(new Made(type, arguments));
    }

    private void put(List<Object> pairs) throws MalformedFile {
        Map<Object, Object> into;
        if (top() instanceof Made made && made.type.name().equals(DICT)) into = made.entries;
        else into = map(top());
        if (pairs.size() % 2 != 0) throw in.bad("a key without a value", "pairs of keys and values");
        for (int i = 0; i < pairs.size(); i += 2) into.put(key(pairs.get(i)), pairs.get(i + 1));
    }

    private Object key(Object key) throws MalformedFile {
        if (key instanceof Raw raw && raw.length() < 256) return raw.text();
        if (key instanceof Long || key instanceof String) return key;
        throw in.bad("a key that is a " + kind(key), "a whole number or a short text");
    }

    private void raw(int length) throws MalformedFile {
        push(new Raw(in, in.take(length), length));
    }

    private void unicode(int length) throws MalformedFile {
        push(new String(in.content(), in.take(length), length, StandardCharsets.UTF_8));
    }

    private void recall(int place) throws MalformedFile {
        Object value = memo.get(place);
        if (value == null) throw in.bad("a reference to place " + place, "one that was remembered before");
        push(value);
    }

    private void push(Object value) {
        stack.add(value);
    }

    private Object top() throws MalformedFile {
        if (stack.isEmpty() || stack.get(stack.size() - 1) == MARK) throw in.bad("an empty stack", "a value on it");
        return stack.get(stack.size() - 1);
    }

    private Object pop() throws MalformedFile {
        Object value = top();
        stack.remove(stack.size() - 1);
        return value;
    }

    private List<Object> last(int count) throws MalformedFile {
        Object[] items = new Object[count];
        for (int i = count - 1; i >= 0; i--) items[i] = pop();
        return List.of(items);
    }

    private List<Object> sinceMark() throws MalformedFile {
        if (marks.isEmpty()) throw in.bad("no mark", "a mark on the stack");
        int mark = marks.remove(marks.size() - 1);
        List<Object> above = stack.subList(mark, stack.size());
        List<Object> items = new ArrayList<>(above.subList(1, above.size()));
        above.clear();
        return items;
    }

    private <T> T as(Class<T> type, Object value) throws MalformedFile {
        return as(in, type, value);
    }

    public static <T> T as(Bytes in, Class<T> type, Object value) throws MalformedFile {
        if (!type.isInstance(value)) throw in.bad("a " + kind(value), "a " + type.getSimpleName());
        return type.cast(value);
    }

    @SuppressWarnings("unchecked")
    private List<Object> list(Object value) throws MalformedFile {
        return as(ArrayList.class, value);
    }

    @SuppressWarnings("unchecked")
    private Map<Object, Object> map(Object value) throws MalformedFile {
        return as(LinkedHashMap.class, value);
    }

    /** The entries of a dict of the file. */
    public static Map<?, ?> map(Bytes in, Object value) throws MalformedFile {
        return value instanceof Made made && made.type.name().equals(DICT)
                ? made.entries
                : as(in, LinkedHashMap.class, value);
    }

    /** A whole number in a range. */
    public static int number(Bytes in, Object value, int least, int most) throws MalformedFile {
        if (!(value instanceof Long n)) throw in.bad("a " + kind(value), "a whole number");
        if (n < least || n > most) throw in.bad(n, "in " + least + ".." + most);
        return n.intValue();
    }

    private static String kind(Object value) {
        return value == null
                ? "missing value"
                : value == NONE ? "None" : value.getClass().getSimpleName();
    }
}
