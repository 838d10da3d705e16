package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random notebooks, whose cells declare, declare again and read: the kernel must show what a small model of it computes, and refuse
 * what the model holds to be stale. Public, because the cells call {@link #n}.
 */
public class CellEditsTest {
    private static final int PROGRAMS = Integer.getInteger("dpgnn.cell.programs", 30);
    private static final List<Integer> CHOSEN =
            Extent.some(IntStream.range(0, PROGRAMS).boxed().toList(), 2);
    private static final int CELLS = 14;
    private static final int PROGRAMS_OF_A_SESSION = 10;
    /** The first variables hold no code, so that code may read them and never calls itself. */
    private static final int PLAIN = 3;

    private static final int VARIABLES = 6;

    /** Any value as a number: what a cell of these notebooks reads of another. */
    public static int n(Object value) {
        if (value instanceof IntSupplier code) return code.getAsInt();
        if (value instanceof int[] array) return IntStream.of(array).sum();
        if (value instanceof String text) return 3 * text.length();
        return (int) (2 * ((Number) value).doubleValue()) % 100_003;
    }

    /** A value is computed of something stale. */
    private static final class StaleRead extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private interface Computed {
        int value();
    }

    /** Source of an int, what it names, and what it is. */
    private record Term(String source, Set<String> uses, Computed number) {}

    /** Code that can be called: a lambda or an object of a record. */
    private record Code(Set<String> uses, IntSupplier body) implements IntSupplier {
        @Override
        public int getAsInt() {
            return body.getAsInt();
        }
    }

    /** A variable: null for its value if it is stale. */
    private record Variable(String type, Object value, Set<String> madeOf) {}

    /** A method or a record: its text, what its body names, and what it computes. */
    private record Body(String text, String type, Term term) {}

    private Random random;
    private String prefix;
    private final Map<String, Variable> variables = new TreeMap<>();
    private final Map<String, Body> bodies = new TreeMap<>();

    private static CellEditsTest program(int number) {
        CellEditsTest program = new CellEditsTest();
        program.random = new Random(number);
        program.prefix = "p" + number + "_";
        return program;
    }

    @Test
    void showWhatTheModelComputes() {
        int refused = 0, shown = 0;
        Session session = null;
        int run = 0;
        for (int program : CHOSEN) {
            if (run++ % PROGRAMS_OF_A_SESSION == 0) {
                if (session != null) session.close();
                session = new Session(null);
                session.run("import", "import static dpgnn.kernel.cell.CellEditsTest.n;");
            }
            CellEditsTest model = program(program);
            List<String> cells = new ArrayList<>();
            for (int cell = 0; cell < CELLS; cell++) {
                if (model.step(session, cells)) shown++;
                else refused++;
            }
            refused += model.readAll(session, cells);
        }
        session.close();
        int least = Extent.ALL ? PROGRAMS / 2 : -1; // how often a few programs are refused depends on which they are
        assertTrue(refused > least && shown > 5 * CHOSEN.size(), "refused " + refused + ", shown " + shown);
    }

    /** Makes a cell, runs it here and there, and compares; whether it is a good one. */
    private boolean step(Session session, List<String> cells) {
        int kind = random.nextInt(10);
        if (kind < 6) return declare(session, cells);
        if (kind < 9) return define(session, cells);
        List<String> all = List.copyOf(variables.keySet());
        return all.isEmpty() || read(session, cells, "n(" + all.get(random.nextInt(all.size())) + ")");
    }

    private int readAll(Session session, List<String> cells) {
        int refused = 0;
        for (String name : variables.keySet()) if (!read(session, cells, "n(" + name + ")")) refused++;
        for (String name : bodies.keySet())
            if (name.contains("m") && !read(session, cells, "n(" + name + "())")) refused++;
        return refused;
    }

    private boolean read(Session session, List<String> cells, String source) {
        String name = source.replaceAll("n\\(|[()]", "");
        Integer expected = attempt(variables.containsKey(name) ? () -> variable(name) : () -> n(call(name)));
        return run(session, cells, source, expected);
    }

    private static Integer attempt(Computed number) {
        try {
            return number.value();
        } catch (StaleRead e) {
            return null;
        }
    }

    /** Runs a cell; the number is what it should show, null for a refusal. */
    private boolean run(Session session, List<String> cells, String source, Integer expected) {
        cells.add(source);
        Session.Outcome outcome = session.run("cell [" + prefix + cells.size() + "]", source);
        String all = String.join("\n", cells);
        if (expected == null) {
            assertNotNull(outcome.failure(), () -> "shows " + outcome.value() + " of something stale:\n" + all);
            assertEquals(
                    "StaleValue",
                    outcome.failure().name(),
                    () -> outcome.failure().message() + ":\n" + all);
            assertTrue(outcome.failure().message().contains("Run again cell ["), all);
            return false;
        }
        assertEquals(null, outcome.failure(), all);
        if (source.startsWith("n(")) assertEquals(expected, outcome.value(), all);
        return true;
    }

    private int variable(String name) {
        Object value = variables.get(name).value();
        if (value == null) throw new StaleRead();
        return n(value);
    }

    private Object call(String name) {
        Body body = bodies.get(name);
        int value = body.term().number().value();
        return switch (body.type()) {
            case "double" -> value / 2.0;
            case "String" -> "x".repeat(Math.floorMod(value, 9));
            default -> value;
        };
    }

    private static String result(String type, String source) {
        return switch (type) {
            case "double" -> source + " / 2.0";
            case "String" -> "\"x\".repeat(Math.floorMod(" + source + ", 9))";
            default -> source;
        };
    }

    /** A term for code of this rank: it names variables below the rank, and methods and records below theirs. */
    private Term term(int variablesBelow, int methodsBelow, boolean records, boolean live) {
        Term left = atom(variablesBelow, methodsBelow, records, live);
        if (random.nextBoolean()) return left;
        Term right = atom(variablesBelow, methodsBelow, records, live);
        Set<String> uses = new HashSet<>(left.uses());
        uses.addAll(right.uses());
        return new Term(
                "(" + left.source() + " + " + right.source() + ")",
                uses,
                () -> left.number().value() + right.number().value());
    }

    private Term atom(int variablesBelow, int methodsBelow, boolean records, boolean live) {
        List<Term> all = new ArrayList<>();
        int literal = random.nextInt(50);
        all.add(new Term("" + literal, Set.of(), () -> literal));
        for (int i = 0; i < variablesBelow; i++) {
            String name = prefix + "v" + i;
            Variable known = variables.get(name);
            if (known != null && (!live || known.value() != null))
                all.add(new Term("n(" + name + ")", Set.of(name), () -> variable(name)));
        }
        for (int i = 0; i < methodsBelow; i++) {
            String name = prefix + "m" + i;
            if (bodies.containsKey(name) && !(live && broken(name)))
                all.add(new Term("n(" + name + "())", Set.of(name), () -> n(call(name))));
        }
        String name = prefix + "R";
        if (records && bodies.containsKey(name) && !broken(name))
            all.add(new Term(
                    "new " + name + "(" + literal + ").getAsInt()",
                    Set.of(name),
                    () -> literal + bodies.get(name).term().number().value()));
        return all.get(random.nextInt(all.size()));
    }

    private boolean broken(String name) {
        return bodies.get(name).term().uses().stream()
                .anyMatch(u -> variables.containsKey(u)
                        ? variables.get(u).value() == null
                        : bodies.containsKey(u) && broken(u));
    }

    /** Declares a variable, new or again. */
    private boolean declare(Session session, List<String> cells) {
        int rank = random.nextInt(VARIABLES);
        String name = prefix + "v" + rank, record = prefix + "R";
        String[] types = {"int", "double", "String", "int[]", "IntSupplier", record};
        String type = types[random.nextInt(rank < PLAIN ? 4 : types.length)];
        Variable before = variables.get(name);
        if (before != null && random.nextInt(3) > 0) type = before.type(); // most edits keep the type
        if (type.equals(record) && (!bodies.containsKey(record) || broken(record))) type = "int";
        boolean lambda = type.equals("IntSupplier");
        Term term = term(lambda ? rank : VARIABLES, 3, true, lambda);
        Set<String> uses = new HashSet<>(term.uses());
        Computed number = term.number();
        Integer now = lambda ? Integer.valueOf(0) : attempt(number);
        boolean compiles = term.uses().stream().noneMatch(u -> isStale(u));
        Object value = now == null ? null : value(type, now, term, record);
        String made =
                switch (type) {
                    case "int[]" -> "new int[] {" + term.source() + ", 1}";
                    case "IntSupplier" -> "() -> " + term.source();
                    default ->
                        type.equals(record) ? "new " + record + "(" + term.source() + ")" : result(type, term.source());
                };
        if (type.equals(record)) uses.add(record);
        boolean plain = type.equals("int[]") && random.nextBoolean();
        if (plain) made = made.replace("new int[] ", "");
        String declared = lambda || plain || random.nextBoolean() ? type : "var";
        boolean good = run(session, cells, declared + " " + name + " = " + made + ";", now);
        boolean live = before != null && before.value() != null;
        boolean same = live && before.type().equals(type);
        if (good || !live && compiles) {
            variables.put(name, new Variable(type, value, uses));
            if (!same && before != null) settle(live ? Set.of(name) : Set.of(), Set.of(name), name);
        }
        return good;
    }

    private boolean isStale(String name) {
        return variables.containsKey(name) && variables.get(name).value() == null;
    }

    private Object value(String type, int now, Term term, String record) {
        if (type.equals("int[]")) return new int[] {now, 1};
        if (type.equals("IntSupplier"))
            return new Code(term.uses(), () -> term.number().value());
        if (type.equals(record))
            return new Code(
                    Set.of(record),
                    () -> now + bodies.get(record).term().number().value());
        return switch (type) {
            case "double" -> now / 2.0;
            case "String" -> "x".repeat(Math.floorMod(now, 9));
            default -> now;
        };
    }

    /** Defines a method or the record, new or again. */
    private boolean define(Session session, List<String> cells) {
        int rank = random.nextInt(4);
        boolean record = rank == 3;
        String name = prefix + (record ? "R" : "m" + rank);
        String type =
                record ? "record" : List.of("int", "int", "double", "String").get(random.nextInt(4));
        Body before = bodies.get(name);
        if (before != null && random.nextBoolean()) type = before.type();
        Term term = term(PLAIN, rank, false, true);
        String text = record
                ? "record " + name + "(int x) implements IntSupplier { public int getAsInt() { return x + "
                        + term.source() + "; } }"
                : type + " " + name + "() { return " + result(type, term.source()) + "; }";
        boolean good = run(session, cells, text, 0);
        bodies.put(name, new Body(text, type, term));
        if (before == null || before.text().equals(text)) return good;
        boolean changed = record || !before.type().equals(type);
        settle(changed ? Set.of(name) : Set.of(), Set.of(name), name);
        return good;
    }

    /** Marks what is stale now: these changed their types, and the code of those was replaced. */
    private void settle(Set<String> changed, Set<String> replaced, String fresh) {
        Set<String> types = new HashSet<>(changed), code = new HashSet<>(replaced);
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<String, Body> body : bodies.entrySet())
                if (body.getValue().term().uses().stream().anyMatch(code::contains)) more |= code.add(body.getKey());
            for (Map.Entry<String, Variable> each : variables.entrySet()) {
                Variable v = each.getValue();
                if (v.value() == null) continue;
                boolean made =
                        !each.getKey().equals(fresh) && v.madeOf().stream().anyMatch(types::contains);
                boolean holds =
                        v.value() instanceof Code held && held.uses().stream().anyMatch(code::contains);
                if (!made && !holds) continue;
                each.setValue(new Variable(v.type(), null, Set.of()));
                types.add(each.getKey());
                code.add(each.getKey());
                more = true;
            }
        }
    }
}
