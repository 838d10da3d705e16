package dpgnn.kernel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values that a cell of parameters allows. Such a cell declares one literal a line and nothing else; the comment of a line ends
 * with what is allowed, such as "0 to 1", "at least 2", "above 0" or "one of a, b". {@code environment/lab -p} reads the same grammar.
 */
final class AllowedValues {
    /** The rules of parameters.txt, by their names. */
    private static final Map<String, String> GRAMMAR = DefaultTypes.lines(
                    AllowedValues.class.getResource("parameters.txt"))
            .map(line -> line.split(" = ", 2))
            .collect(Collectors.toMap(rule -> rule[0], rule -> rule[1]));

    private static final Pattern DECLARATION = Pattern.compile("\\s*" + rule("declaration") + "\\s*");
    private static final Pattern RULE = Pattern.compile(rule("rule"));

    static String rule(String name) {
        return GRAMMAR.get(name).replace("{number}", GRAMMAR.get("number"));
    }

    /** What a comment allows, in its words; of the numbers and choices, those that it names. */
    record Rule(String words, List<String> choices, double low, double high, boolean open) {
        private static final Rule ANY =
                new Rule("", List.of(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);

        private static Rule of(Matcher found) {
            if (found.group("choices") != null)
                return new Rule(
                        found.group("rule"),
                        List.of(found.group("choices").split(rule("choice"))),
                        ANY.low,
                        ANY.high,
                        false);
            boolean range = found.group("low") != null;
            double low = number(found.group(range ? "low" : "bound"));
            double high = range ? number(found.group("high")) : ANY.high;
            return new Rule(found.group("rule"), List.of(), low, high, "above".equals(found.group("word")));
        }

        private boolean allows(String value) {
            if (!choices.isEmpty()) return choices.contains(value.replace("\"", ""));
            if (value.startsWith("\"") || value.equals("true") || value.equals("false")) return true;
            double number = number(value.replaceAll("[lLfFdD]$", ""));
            return (open ? number > low : number >= low) && number <= high;
        }
    }

    /** A declaration: its literal stands from {@code start} to {@code end} of the cell's text. */
    record Parameter(String type, String name, String value, int start, int end, String meaning, Rule rule) {
        private Syntax.Fault fault() {
            return new Syntax.Fault(start, end, name + " must be " + rule.words() + ", was " + value);
        }
    }

    private AllowedValues() {}

    /** The parameters of a cell that has nothing else; none of another cell. */
    static List<Parameter> parameters(String source) {
        List<Parameter> found = new ArrayList<>();
        int start = 0;
        for (String line : source.split("\n", -1)) {
            Matcher declaration = DECLARATION.matcher(line);
            boolean empty = line.isBlank() || line.stripLeading().startsWith("//");
            if (!empty && !declaration.matches()) return List.of();
            if (!empty && declaration.group("value").matches(rule("literal"))) found.add(parameter(declaration, start));
            start += line.length() + 1;
        }
        return found;
    }

    private static Parameter parameter(Matcher declaration, int start) {
        String comment = declaration.group("comment") == null
                ? ""
                : declaration.group("comment").strip();
        Matcher rule = RULE.matcher(comment);
        boolean ruled = rule.find();
        return new Parameter(
                declaration.group("type"),
                declaration.group("name"),
                declaration.group("value"),
                start + declaration.start("value"),
                start + declaration.end("value"),
                ruled ? comment.substring(0, rule.start()) : comment,
                ruled ? Rule.of(rule) : Rule.ANY);
    }

    /** What is wrong with the values of a cell, if it is one of parameters. */
    static Optional<Failure> broken(Cell cell) {
        List<Syntax.Fault> faults = cell.parameters().stream()
                .filter(p -> !p.rule().allows(p.value()))
                .map(Parameter::fault)
                .toList();
        if (faults.isEmpty()) return Optional.empty();
        Cell.Part whole = new Cell.Part(Cell.Kind.JAVA, cell.source(), 0, true);
        return Optional.of(Failures.faults("IllegalArgumentException", faults, new Session.Place(cell, whole)));
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("_", ""));
    }
}
