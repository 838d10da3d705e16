package dpgnn.kernel.cell;

import dpgnn.base.Sha256;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the outputs of cells were made with, and which of it has changed since. A snippet reads the variables that its text names,
 * those that the methods and types behind these names name, and those that code held by their values names. What it makes has
 * all of them for its origin. A simple value changes with its text; another one, where it is made by another text or of
 * other values. What a cell changes inside a value, such as an element of an array, is not seen.
 */
final class Origins {
    /** What a notebook declares, as it is now. */
    interface Declared {
        Set<String> variables();

        Object value(String variable);

        /** The text of a value that is simple; null for another. */
        String plain(Object value);

        /** The sources of methods and types, by their names. */
        Map<String, String> code();

        /** The sources of code that a value holds and that is called later; empty for data. */
        Set<String> held(Object value);

        /** Whether a value is code and nothing else: it was made with nothing. */
        boolean isCode(Object value);

        /** Whether a variable's value may keep what it used. */
        boolean keeps(String variable);
    }

    /** One making of a variable, or one text of a method or type: what it is, which cell made it, and of what. */
    private static final class Origin {
        final String name;
        final String print;
        final String shown;
        final String cell;
        final Set<Origin> of;
        /** What the code that made it has used, and what it keeps of what others used with it. */
        final Set<String> used;
        /** Whether it is of a method or type. */
        final boolean isText;

        Set<String> held;

        Origin(String name, String print, String shown, String cell, Set<Origin> of, Set<String> used, boolean isText) {
            this.name = name;
            this.print = print;
            this.shown = shown;
            this.cell = cell;
            this.of = of;
            this.used = used;
            this.isText = isText;
        }
    }

    /** A snippet that runs, or ran last: what it reads and uses. */
    private record Reading(Set<Origin> read, Set<String> used) {
        Reading() {
            this(new LinkedHashSet<>(), ConcurrentHashMap.newKeySet());
        }
    }

    /** What a cell has read, and the note below its output as it was last told. */
    private static final class Run {
        final Set<Origin> reads = new LinkedHashSet<>();
        String note = "";
    }

    private static final int MOST_CELLS = 500, SHOWN = 30, NAMED = 3;

    private final Declared declared;
    /** Of variables, and of methods and types, which may have the name of a variable. */
    private final Map<String, Origin> now = new HashMap<>(), texts = new HashMap<>();

    /** Of each variable the text of its simple value, or a reference to another. */
    private final Map<String, Object> values = new HashMap<>();

    private final Map<String, Run> runs = new LinkedHashMap<>();
    private final Deque<Reading> reading = new ArrayDeque<>();
    private volatile Reading last = new Reading();
    private String cell = "";

    Origins(Declared declared) {
        this.declared = declared;
    }

    /** A cell begins. */
    synchronized void begin(String label) {
        cell = label;
        reading.clear();
        runs.put(label, new Run());
        if (runs.size() > MOST_CELLS) runs.remove(runs.keySet().iterator().next());
    }

    /** The output of this cell is no longer shown, since it ran again say. */
    synchronized void forget(String label) {
        runs.remove(label);
    }

    /** A snippet of the cell begins. */
    synchronized void before(String text) {
        Reading next = new Reading();
        read(Syntax.of(text).read, declared.code(), next.read, new LinkedHashSet<>());
        reading.push(next);
        last = next;
    }

    /** The snippet has ended, and declared these variables; it may be one that runs nothing, such as a method. */
    synchronized void after(String text, Set<String> fresh, boolean ran) {
        Reading done = reading.isEmpty() ? new Reading() : reading.pop();
        Set<Origin> read = done.read;
        // An outer snippet has used what the code used that it evaluated.
        if (!reading.isEmpty()) reading.peek().used.addAll(done.used);
        last = reading.isEmpty() ? done : reading.peek();
        Set<String> behind = behind(done);
        if (!behind.isEmpty()) for (Origin each : read) if (declared.keeps(each.name)) each.used.addAll(behind);
        String assigned = Syntax.of(text).assigned;
        int made = 0, code = 0;
        for (String name : declared.variables()) {
            Object value = declared.value(name);
            String plain = declared.plain(value);
            Object known = values.get(name);
            boolean same =
                    plain == null ? known instanceof WeakReference<?> held && held.get() == value : plain.equals(known);
            if (same && now.containsKey(name) && !fresh.contains(name) && !name.equals(assigned)) continue;
            values.put(name, plain == null ? new WeakReference<>(value) : plain);
            boolean isCode = declared.isCode(value);
            made++;
            if (isCode) code++;
            now.put(name, made(name, text, plain, isCode ? Set.of() : read, done.used));
        }
        // A lambda reads nothing before it is called.
        if (ran && (made == 0 || code < made) && runs.containsKey(cell))
            runs.get(cell).reads.addAll(read);
        values.keySet().retainAll(declared.variables());
        declared.code().forEach((name, source) -> {
            Origin known = texts.get(name);
            if (known == null || !known.print.equals(source))
                texts.put(name, new Origin(name, source, null, cell, Set.of(), done.used, true));
        });
    }

    private Origin made(String name, String text, String plain, Set<Origin> read, Set<String> used) {
        Set<Origin> of = new LinkedHashSet<>();
        for (Origin each : read) {
            // n = n + 1 is made of what n was made of.
            if (each.name.equals(name)) of.addAll(each.of);
            else of.add(each);
        }
        if (plain != null) return new Origin(name, plain, shortened(plain), cell, of, used, false);
        Map<String, String> with = new TreeMap<>();
        of.forEach(each -> with.put(each.name, each.print));
        String print = Sha256.of(Syntax.of(text).bare.strip() + "\n" + with);
        return new Origin(name, print, null, cell, of, used, false);
    }

    private static String shortened(String plain) {
        return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "...";
    }

    /** Notes that the running snippet has used this. */
    void used(String what) {
        last.used.add(what);
    }

    /** What the running snippet has used, and what was used when the values were made that it reads. */
    synchronized Set<String> behind() {
        return behind(last);
    }

    private static Set<String> behind(Reading reading) {
        Set<String> all = new LinkedHashSet<>(reading.used);
        Set<Origin> seen = new LinkedHashSet<>();
        reading.read.forEach(each -> behind(each, all, seen));
        return all;
    }

    private static void behind(Origin origin, Set<String> all, Set<Origin> seen) {
        if (!seen.add(origin)) return;
        all.addAll(origin.used);
        origin.of.forEach(each -> behind(each, all, seen));
    }

    /** Adds what code of these names reads. */
    private void read(Set<String> names, Map<String, String> sources, Set<Origin> read, Set<String> seen) {
        for (String name : names) {
            Origin variable = declared.variables().contains(name) ? now.get(name) : null;
            Origin text = sources.containsKey(name) ? texts.get(name) : null;
            if (variable != null && variable.held == null) variable.held = declared.held(declared.value(name));
            if (text != null && text.held == null) text.held = Set.of(sources.get(name));
            for (Origin origin : Arrays.asList(variable, text)) {
                if (origin == null) continue;
                read.add(origin);
                for (String held : origin.held) if (seen.add(held)) read(Syntax.of(held).names, sources, read, seen);
            }
        }
    }

    /** What is there now in place of this. */
    private Origin next(Origin origin) {
        return (origin.isText ? texts : now).getOrDefault(origin.name, origin);
    }

    /** The notes that have changed since this was last asked, by the cells below whose outputs they stand; empty where one is to go. */
    synchronized Map<String, String> notes() {
        Map<String, String> changed = new LinkedHashMap<>();
        runs.forEach((label, run) -> {
            String note = note(label, run);
            if (!note.equals(run.note)) changed.put(label, note);
            run.note = note;
        });
        return changed;
    }

    private String note(String label, Run run) {
        Set<Origin> roots = new LinkedHashSet<>();
        Map<List<Object>, Boolean> seen = new HashMap<>();
        for (Origin read : run.reads) differs(label, read, roots, seen);
        if (roots.isEmpty()) return "";
        Set<String> cells = new LinkedHashSet<>();
        Map<Origin, Boolean> looked = new HashMap<>();
        for (Origin read : run.reads) outdated(next(read), cells, looked);
        cells.remove(label);
        return sentence(roots, cells);
    }

    /** Whether this, which a cell has read, or anything behind it, is another now; those behind which nothing is are the roots. */
    private boolean differs(String reader, Origin origin, Set<Origin> roots, Map<List<Object>, Boolean> seen) {
        Boolean known = seen.putIfAbsent(List.of(reader, origin), false);
        if (known != null) return known;
        Origin is = next(origin);
        boolean changed = !is.print.equals(origin.print), behind = false;
        // What was made again and came to the value of before counts as it was made last.
        Origin base = changed ? origin : is;
        for (Origin each : base.of) behind |= differs(base.cell, each, roots, seen);
        // What the cell changed itself, it changes again.
        boolean another = changed && !is.cell.equals(reader);
        if (another && !behind) roots.add(origin);
        seen.put(List.of(reader, origin), another || behind);
        return another || behind;
    }

    /** Whether this is to be made again; adds the cells to run, those before it first. */
    private boolean outdated(Origin origin, Set<String> cells, Map<Origin, Boolean> looked) {
        Boolean known = looked.putIfAbsent(origin, false);
        if (known != null) return known;
        boolean outdated = false;
        for (Origin each : origin.of) {
            Origin is = next(each);
            outdated |= outdated(is, cells, looked);
            outdated |= !is.print.equals(each.print) && !is.cell.equals(origin.cell);
        }
        looked.put(origin, outdated);
        if (outdated) cells.add(origin.cell);
        return outdated;
    }

    private String sentence(Set<Origin> roots, Set<String> cells) {
        List<String> was = new ArrayList<>(), is = new ArrayList<>();
        for (Origin root : roots) {
            if (was.size() == NAMED) break;
            Origin next = next(root);
            boolean shown = root.shown != null && next.shown != null;
            was.add(root.name + (shown ? " = " + root.shown + " (" + root.cell + ")" : " of " + root.cell));
            is.add(root.name + " is now " + (shown ? next.shown : "that of " + next.cell));
        }
        String more = roots.size() > NAMED ? " and " + (roots.size() - NAMED) + " more" : "";
        List<String> others = cells.stream().map(c -> c.replace("cell ", "")).toList();
        String before = (others.size() == 1 ? "cell " : "cells ") + String.join(", ", others);
        return "made with " + String.join(" and ", was) + more + "; " + String.join(", ", is) + "; run "
                + (others.isEmpty() ? "this cell again" : before + " and then this one");
    }
}
