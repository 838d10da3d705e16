package dpgnn.kernel.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/**
 * What happens to the values of a notebook when a cell runs again. A variable that is declared again with its type gets its new
 * value in place, and everything else stays as it is. Where a declaration changes, a value stays if it can; one that was made of
 * what changed its type, or that holds objects or lambdas of replaced code, is stale: its variable is taken from the notebook, so
 * that nothing can read it before its cell is run again.
 */
final class Staleness {
    private static final Pattern NAME = Pattern.compile("(?<![\\w.$])[A-Za-z_$][\\w$]*");
    private static final Pattern UNKNOWN = Pattern.compile("cant\\.resolve|doesnt\\.exist");

    /** A variable without its value: where the value was made, of which other variables, and why it is lost. */
    private record Stale(String name, Session.Place place, Set<String> of, String reason) {}

    private final JShell shell;
    private final SnippetClasses classes;
    private final Map<String, Session.Place> places = new HashMap<>();
    private final Map<String, Stale> stale = new LinkedHashMap<>();
    /** What runs, or ran last. */
    private Session.Place place = new Session.Place(new Cell("the notebook", "", List.of(), List.of()), null);

    /** What was declared again in this change. */
    private final Set<String> mended = new HashSet<>();

    private int hidden;

    Staleness(JShell shell, SnippetClasses classes) {
        this.shell = shell;
        this.classes = classes;
    }

    /** From here on what changes is said to have changed here. */
    void at(Session.Place place) {
        this.place = place;
    }

    /** What came of a snippet, which was run as the text that stands here. */
    record Result(List<SnippetEvent> events, Session.Place place) {}

    /** Runs a snippet, and settles what becomes of the values of others. */
    Result eval(Session.Place place) {
        Result inPlace = evalInPlace();
        if (inPlace != null) return inPlace;
        List<SnippetEvent> events = shell.eval(place.part().text());
        for (SnippetEvent event : events)
            if (event.status() == Status.VALID
                    && event.causeSnippet() == null
                    && event.snippet() instanceof VarSnippet variable) {
                places.put(variable.name(), place);
                stale.remove(variable.name());
            }
        settle(events);
        return new Result(events, place);
    }

    /** A declaration of a variable that is there is an assignment, as long as its type is the same; null if this is none. */
    private Result evalInPlace() {
        Syntax.Variable variable = place.part().syntax().variable.orElse(null);
        String name = variable == null ? "" : variable.name();
        if (!classes.variables().contains(name) && !stale.containsKey(name)) return null;
        SnippetClasses.Again again = new SnippetClasses.Again(name, name + "$again" + ++hidden);
        SnippetClasses.Again before = classes.computeAgain(again);
        Cell.Part part =
                place.part().with(new TreeMap<>(Map.of(variable.end(), again.hidden.substring(name.length()))));
        List<SnippetEvent> events;
        try {
            events = shell.eval(part.text());
        } finally {
            classes.computeAgain(before);
        }
        if (again.done && !again.fits) retype(again, events);
        for (SnippetEvent event : events) if (event.status().isActive()) shell.drop(event.snippet());
        classes.forget(again.hidden);
        if (again.done) {
            places.put(name, place);
            stale.remove(name);
        }
        return again.unnamed ? null : new Result(events, new Session.Place(place.cell(), part));
    }

    /** Declares a variable with the type of its new value, which was computed while the old one was still there. */
    private void retype(SnippetClasses.Again again, List<SnippetEvent> computed) {
        VarSnippet hidden = (VarSnippet) computed.get(0).snippet();
        classes.keep(again.name);
        List<SnippetEvent> events = shell.eval(hidden.typeName() + " " + again.name + ";");
        classes.keep(null);
        classes.move(again);
        settle(events);
    }

    /** Settles what becomes of the values of variables after these events. */
    void settle(List<SnippetEvent> events) {
        Set<String> declared = new HashSet<>(), changed = new HashSet<>();
        String why = "is stale: a declaration changed in " + place.cell().label();
        for (SnippetEvent event : events) {
            boolean main = event.causeSnippet() == null && event.status().isActive();
            if (!main || !(event.snippet() instanceof DeclarationSnippet snippet)) continue;
            declared.add(snippet.name());
            why = "is stale: '" + snippet.name() + "' was declared anew in "
                    + place.cell().label();
            if (event.isSignatureChange() && changed(snippet, events)) changed.addAll(classes.numbers(snippet.name()));
        }
        mended.clear();
        settle(events, why, declared, changed);
    }

    private void settle(List<SnippetEvent> events, String why, Set<String> declared, Set<String> changed) {
        Map<String, String> lost = new LinkedHashMap<>();
        for (String name : classes.takeEmpty())
            lost.put(
                    name,
                    declared.contains(name)
                            ? "has no value: " + place.cell().label() + " ended before it was computed"
                            : why);
        spread(changed, declared, lost, why);
        List<SnippetEvent> further = new ArrayList<>();
        for (SnippetEvent event : events)
            if (event.status() == Status.RECOVERABLE_NOT_DEFINED
                    && event.causeSnippet() != null
                    && event.snippet() instanceof VarSnippet variable
                    && classes.variables().contains(variable.name())
                    && !lost.containsKey(variable.name())
                    && !restore(variable, further)) lost.put(variable.name(), why);
        if (classes.takeReplaced()) {
            Set<String> outdated = classes.outdated();
            for (String name : classes.variables())
                if (Contents.hold(classes.value(name), c -> outdated.contains(SnippetClasses.label(c))))
                    lost.putIfAbsent(name, why);
        }
        lost.keySet().forEach(name -> changed.addAll(classes.numbers(name)));
        spread(changed, declared, lost, why);
        drop(lost, further);
        mend(events, further);
        if (!further.isEmpty()) settle(further, why, new HashSet<>(), new HashSet<>());
    }

    /** Declares a variable by its type alone, whose initialiser the shell cannot compile any more, and keeps its value. */
    private boolean restore(VarSnippet variable, List<SnippetEvent> further) {
        classes.keep(variable.name());
        try {
            List<SnippetEvent> events = shell.eval(variable.typeName() + " " + variable.name() + ";");
            further.addAll(events);
            return events.stream().anyMatch(e -> e.causeSnippet() == null && e.status() == Status.VALID)
                    && !classes.takeEmpty().contains(variable.name());
        } finally {
            classes.keep(null);
        }
    }

    /**
     * The shell compiles what depends on a change in no certain order, and gives up a method or a type that it meets before what
     * that uses. It is declared again, once all else is settled.
     */
    private void mend(List<SnippetEvent> events, List<SnippetEvent> further) {
        for (SnippetEvent event : events) {
            Snippet snippet = event.snippet();
            boolean code = snippet instanceof MethodSnippet || snippet instanceof TypeDeclSnippet;
            boolean lost = event.causeSnippet() != null && shell.status(snippet) == Status.RECOVERABLE_NOT_DEFINED;
            if (code && lost && mended.add(snippet.source())) further.addAll(shell.eval(snippet.source()));
        }
    }

    private void drop(Map<String, String> lost, List<SnippetEvent> further) {
        for (String name : lost.keySet()) {
            Set<String> made = classes.madeOf(name);
            Set<String> of = lost.keySet().stream()
                    .filter(other -> !other.equals(name) && !Collections.disjoint(made, classes.numbers(other)))
                    .collect(Collectors.toSet());
            stale.put(name, new Stale(name, places.getOrDefault(name, place), of, lost.get(name)));
        }
        for (String name : lost.keySet()) {
            classes.drop(name);
            shell.variables().filter(v -> v.name().equals(name)).toList().forEach(v -> further.addAll(shell.drop(v)));
        }
    }

    /** Whether the declaration differs from the one that it replaced in more than the body of a method. */
    private static boolean changed(DeclarationSnippet now, List<SnippetEvent> events) {
        for (SnippetEvent event : events) {
            Snippet old = event.snippet();
            if (event.status() != Status.OVERWRITTEN || old.kind() != now.kind()) continue;
            if (old instanceof VarSnippet was && now instanceof VarSnippet is)
                return !was.typeName().equals(is.typeName());
            if (old instanceof MethodSnippet was && now instanceof MethodSnippet is)
                return !was.signature().equals(is.signature());
            return true;
        }
        return false;
    }

    /** What was made of what changed, or of what is stale, is stale. */
    private void spread(Set<String> numbers, Set<String> declared, Map<String, String> lost, String why) {
        int before;
        do {
            before = lost.size();
            for (String name : classes.variables()) {
                if (lost.containsKey(name) || declared.contains(name)) continue;
                if (Collections.disjoint(classes.madeOf(name), numbers)) continue;
                lost.put(name, why);
                numbers.addAll(classes.numbers(name));
            }
        } while (lost.size() > before);
    }

    /** Why this code, which the compiler refused, cannot be run, if it reads what is stale. */
    Optional<Failure> reads(List<Diag> diagnostics, String code) {
        return diagnostics.stream()
                .filter(d -> d.isError() && UNKNOWN.matcher(d.getCode()).find())
                .map(d -> NAME.matcher(code).region((int) d.getStartPosition(), (int) d.getEndPosition()))
                .filter(m -> m.find() && stale.containsKey(m.group()))
                .map(m -> about(m.group()))
                .findFirst();
    }

    /** The failure of a method or type that waits for something stale. */
    Optional<Failure> reads(DeclarationSnippet waiting) {
        return shell.unresolvedDependencies(waiting)
                .map(d -> d.replaceFirst("^variable ", ""))
                .filter(stale::containsKey)
                .map(this::about)
                .findFirst();
    }

    private Failure about(String name) {
        Set<String> cells = new LinkedHashSet<>();
        cells(name, cells, new HashSet<>());
        return Failure.of(
                "StaleValue",
                "'" + name + "' " + stale.get(name).reason() + ". Run again " + String.join(", then ", cells));
    }

    /** The cells to run, first those of what it was made of. */
    private void cells(String name, Set<String> cells, Set<String> seen) {
        Stale one = stale.get(name);
        if (one == null || !seen.add(name)) return;
        one.of().stream().sorted().forEach(other -> cells(other, cells, seen));
        Cell cell = one.place().cell();
        cells.add(
                cell.label() + ": " + cell.source().strip().lines().findFirst().orElse(""));
    }
}
