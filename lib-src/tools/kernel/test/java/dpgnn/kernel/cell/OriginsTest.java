package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random notebooks whose cells are edited and run in any order: a note stands below exactly those outputs that read what has changed
 * since. The model computes the values, and writes down what it reads while it does; it parses nothing.
 */
class OriginsTest {
    private static final int PROGRAMS = Integer.getInteger("dpgnn.origins.programs", 5000);
    private static final int SOME = 200, CELLS = 6, STEPS = 14, METHODS = 2, NUMBERS = 4, VARIABLES = 7, CODE = 6;
    private static final Pattern NAMED = Pattern.compile("(\\w+) is now (-?\\d+)");

    /** One making of a variable: its value, which cell made it, and what it read. */
    private record Version(Object value, String cell, Map<String, Version> read) {}

    /** An object that holds a number. It equals another one that was made by this text of these values. */
    private record Box(int number, String text, Map<String, Object> with) {}

    /** A lambda: its text, and what it computes when it is called. */
    private record Code(String text, Term body) {}

    private sealed interface Term {}

    private record Literal(int number) implements Term {}

    private record Name(String name) implements Term {}

    private record Call(String method) implements Term {}

    private record Sum(Term left, Term right) implements Term {}

    /** A statement: it declares, assigns or steps a variable, defines a method, or shows a value. */
    private record Statement(String kind, String name, Term term) {
        String text() {
            String source = OriginsTest.text(term);
            return switch (kind) {
                case "declare" -> type(name) + " " + name + " = " + made(source) + ";";
                case "assign" -> name + " = " + made(source) + ";";
                case "step" -> name + "++;";
                case "define" -> "int " + name + "() { return " + source + "; }";
                default -> source;
            };
        }

        private String made(String source) {
            return switch (type(name)) {
                case "Box" -> "new Box(" + source + ")";
                case "IntSupplier" -> "() -> " + source;
                default -> source;
            };
        }
    }

    private static int index(String name) {
        return name.charAt(1) - '0';
    }

    private static String type(String name) {
        return index(name) < NUMBERS ? "int" : index(name) < CODE ? "Box" : "IntSupplier";
    }

    private static String text(Term term) {
        if (term instanceof Literal literal) return "" + literal.number();
        if (term instanceof Call call) return call.method() + "()";
        if (term instanceof Sum sum) return text(sum.left()) + " + " + text(sum.right());
        String name = ((Name) term).name();
        return switch (type(name)) {
            case "Box" -> name + ".number()";
            case "IntSupplier" -> name + ".getAsInt()";
            default -> name;
        };
    }

    private Random random;
    /** Whether each name has one statement and nothing steps, as in a notebook that can be run from its top. */
    private boolean tidy;

    private final Map<String, Version> variables = new TreeMap<>();
    private final Map<String, Version> methods = new TreeMap<>();
    private final List<List<Statement>> cells = new ArrayList<>();
    private final List<List<Map<String, Version>>> outputs = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final Map<String, Integer> cellOf = new HashMap<>();
    private final Map<String, String> notes = new HashMap<>();
    private final List<String> story = new ArrayList<>();
    private int count;
    private final Origins origins = new Origins(new Origins.Declared() {
        @Override
        public Set<String> variables() {
            return Set.copyOf(variables.keySet());
        }

        @Override
        public Object value(String variable) {
            return variables.get(variable).value();
        }

        @Override
        public String plain(Object value) {
            return value instanceof Integer ? value.toString() : null;
        }

        @Override
        public Map<String, String> code() {
            Map<String, String> code = new HashMap<>();
            methods.forEach((name, version) -> code.put(name, ((Code) version.value()).text()));
            return code;
        }

        @Override
        public Set<String> held(Object value) {
            return value instanceof Code code ? Set.of(code.text()) : Set.of();
        }

        @Override
        public boolean isCode(Object value) {
            return value instanceof Code;
        }

        @Override
        public boolean keeps(String variable) {
            return false;
        }
    });

    private static OriginsTest program(int number) {
        OriginsTest program = new OriginsTest();
        program.random = new Random(number);
        program.tidy = number % 2 == 0;
        return program;
    }

    @Test
    void aNoteStandsBelowExactlyTheOutputsThatAreOutdated() {
        int noted = 0, looked = 0, mended = 0;
        for (int program : Extent.some(IntStream.range(0, PROGRAMS).boxed().toList(), SOME)) {
            OriginsTest model = program(program);
            int[] seen = model.run();
            looked += seen[0];
            noted += seen[1];
            mended += seen[2];
        }
        System.out.println("outputs looked at " + looked + ", with a note " + noted + ", mended " + mended);
        assertTrue(noted > looked / 20 && noted < looked * 19 / 20 && mended > 0, noted + " of " + looked);
    }

    private int[] run() {
        write();
        for (int i = 0; i < CELLS; i++) run(i);
        int noted = 0, looked = 0, mended = 0;
        for (int step = 0; step < STEPS; step++) {
            int cell = random.nextInt(CELLS);
            if (random.nextInt(5) < 3) edit(cell);
            run(cell);
            for (int i = 0; i < CELLS; i++) {
                looked++;
                if (compare(i)) noted++;
            }
        }
        if (tidy) for (int i = 0; i < CELLS; i++) if (!note(i).isEmpty()) mended += mend(i);
        return new int[] {looked, noted, mended};
    }

    /** Runs what the note says; the output is true then. */
    private int mend(int i) {
        Matcher number = Pattern.compile("\\[\\d+\\]").matcher(note(i).replaceAll("(?s).*; run ", ""));
        List<Integer> before = new ArrayList<>();
        while (number.find()) before.add(cellOf.get("cell " + number.group()));
        before.forEach(this::run);
        run(i);
        assertEquals("", note(i), () -> "after running " + before + ":\n" + String.join("\n", story));
        return 1;
    }

    private String note(int i) {
        return notes.getOrDefault(labels.get(i), "");
    }

    /** Whether this output has a note, which it has if it should. */
    private boolean compare(int i) {
        boolean fresh = outputs.get(i).stream().allMatch(read -> isFresh(labels.get(i), read));
        String all = "cell " + i + ", " + labels.get(i) + ": " + note(i) + "\n" + String.join("\n", story);
        assertEquals(fresh, note(i).isEmpty(), all);
        Matcher named = NAMED.matcher(note(i));
        while (named.find()) {
            assertEquals(variables.get(named.group(1)).value().toString(), named.group(2), all);
            Matcher was =
                    Pattern.compile("\\b" + named.group(1) + " = (-?\\d+) ").matcher(note(i));
            assertTrue(was.find(), all);
            assertNotEquals(named.group(2), was.group(1), all);
        }
        return !fresh;
    }

    /** What was read is as it was, or the reader changed it itself; and is itself made of what is as it was. */
    private boolean isFresh(String reader, Map<String, Version> read) {
        return read.entrySet().stream().allMatch(each -> {
            Version was = each.getValue(), is = current(each.getKey());
            boolean same = Objects.equals(is.value(), was.value());
            if (same) return isFresh(is.cell(), is.read());
            return is.cell().equals(reader) && isFresh(was.cell(), was.read());
        });
    }

    private Version current(String name) {
        return variables.containsKey(name) ? variables.get(name) : methods.get(name);
    }

    private void write() {
        List<Statement> all = new ArrayList<>();
        for (int i = 0; i < VARIABLES; i++) all.add(new Statement("declare", "v" + i, term(i, methodsBelow(i))));
        for (int i = 0; i < METHODS; i++) all.add(2 * i + 2, new Statement("define", "m" + i, term(i + 1, i)));
        for (int i = 0; i < CELLS; i++) {
            List<Statement> cell = new ArrayList<>();
            int until = all.size() * (i + 1) / CELLS;
            for (int s = all.size() * i / CELLS; s < until; s++) cell.add(all.get(s));
            cells.add(cell);
            outputs.add(List.of());
            labels.add("");
        }
        for (List<Statement> cell : cells) cell.add(new Statement("show", "", any(cell)));
    }

    /** The methods that stand above this variable, in the cells as they are written first. */
    private static int methodsBelow(int variable) {
        return Math.max(0, Math.min(variable - 1, METHODS));
    }

    /** A term of what stands above the end of this cell. */
    private Term any(List<Statement> cell) {
        List<String> above = new ArrayList<>();
        for (List<Statement> each : cells) {
            each.forEach(s -> above.add(s.name()));
            if (each == cell) break;
        }
        above.removeIf(String::isEmpty);
        Term left = name(above.get(random.nextInt(above.size())));
        return random.nextBoolean() ? left : new Sum(left, name(above.get(random.nextInt(above.size()))));
    }

    private static Term name(String name) {
        return name.startsWith("m") ? new Call(name) : new Name(name);
    }

    private Term term(int variablesBelow, int methodsBelow) {
        Term left = atom(variablesBelow, methodsBelow);
        return random.nextBoolean() ? left : new Sum(left, atom(variablesBelow, methodsBelow));
    }

    private Term atom(int variablesBelow, int methodsBelow) {
        int of = random.nextInt(1 + variablesBelow + methodsBelow);
        if (of == 0) return new Literal(random.nextInt(3));
        return of <= variablesBelow ? new Name("v" + (of - 1)) : new Call("m" + (of - 1 - variablesBelow));
    }

    /** Changes a statement of a cell, or, where it need not be tidy, adds one that changes a variable of another cell. */
    private void edit(int i) {
        List<Statement> cell = new ArrayList<>(cells.get(i));
        int at = random.nextInt(cell.size());
        Statement old = cell.get(at);
        if (!tidy && random.nextInt(4) == 0) {
            String name = "v" + random.nextInt(VARIABLES);
            String kind = List.of("declare", "assign", index(name) < NUMBERS ? "step" : "assign")
                    .get(random.nextInt(3));
            cell.add(random.nextInt(cell.size()), new Statement(kind, name, term(index(name), 0)));
        } else if (old.kind().equals("show")) cell.set(at, new Statement("show", "", any(cells.get(i))));
        else if (old.kind().equals("define"))
            cell.set(at, new Statement("define", old.name(), term(index(old.name()) + 1, index(old.name()))));
        else {
            boolean tied = !old.kind().equals("declare") || random.nextInt(3) == 0;
            Term term =
                    tied ? new Literal(random.nextInt(3)) : term(index(old.name()), methodsBelow(index(old.name())));
            cell.set(at, new Statement(old.kind(), old.name(), term));
        }
        cells.set(i, cell);
    }

    private void run(int i) {
        String label = "cell [" + ++count + "]";
        if (!labels.get(i).isEmpty()) {
            origins.forget(labels.get(i));
            notes.remove(labels.get(i));
        }
        labels.set(i, label);
        cellOf.put(label, i);
        origins.begin(label);
        List<Map<String, Version>> shown = new ArrayList<>();
        for (Statement statement : cells.get(i)) {
            story.add(label + " (" + i + ") " + statement.text());
            origins.before(statement.text());
            Set<String> fresh = run(statement, label, shown);
            origins.after(statement.text(), fresh, !statement.kind().equals("define"));
        }
        outputs.set(i, shown);
        notes.putAll(origins.notes());
    }

    /** Runs a statement of a cell, and gives the variables that it declares. */
    private Set<String> run(Statement statement, String label, List<Map<String, Version>> shown) {
        String name = statement.name();
        Map<String, Version> read = new TreeMap<>();
        if (statement.kind().equals("define")) {
            methods.put(
                    name, version(new Code(statement.text(), statement.term()), label, Map.of(), methods.get(name)));
            return Set.of();
        }
        boolean code = !name.isEmpty() && type(name).equals("IntSupplier");
        int number = statement.kind().equals("step")
                ? value(new Name(name), read) + 1
                : code ? 0 : value(statement.term(), read);
        shown.add(Map.copyOf(read));
        if (name.isEmpty()) return Set.of();
        if (statement.kind().equals("step")) {
            Version own = read.remove(name);
            own.read().forEach(read::putIfAbsent);
        }
        Object value = number;
        if (code) value = new Code(statement.text(), statement.term());
        else if (type(name).equals("Box")) {
            Map<String, Object> with = new TreeMap<>();
            read.forEach((n, v) -> with.put(n, v.value()));
            value = new Box(number, statement.text(), with);
        }
        variables.put(name, new Version(value, label, read));
        return statement.kind().equals("declare") ? Set.of(name) : Set.of();
    }

    private static Version version(Object value, String label, Map<String, Version> read, Version before) {
        return before != null && before.value().equals(value) ? before : new Version(value, label, read);
    }

    /** Computes a term, and writes down what it reads. */
    private int value(Term term, Map<String, Version> read) {
        if (term instanceof Literal literal) return literal.number();
        if (term instanceof Sum sum) return value(sum.left(), read) + value(sum.right(), read);
        String name = term instanceof Call call ? call.method() : ((Name) term).name();
        Version version = current(name);
        read.put(name, version);
        if (version.value() instanceof Box box) return box.number();
        return version.value() instanceof Code code ? value(code.body(), read) : (Integer) version.value();
    }
}
