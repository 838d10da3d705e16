package dpgnn.kernel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that a cell of parameters allows. Such a cell declares one literal a line and nothing else; the comment of a line ends
 * with what is allowed, such as "0 to 1", "at least 2", "above 0" or "one of a, b". {@code environment/lab -p} has the same rules.
 */
final class AllowedValues {
    private static final String NUMBER = "[-+]?[\\d_]*\\.?\\d[\\d_]*(?:[eE][-+]?\\d+)?";
    private static final Pattern DECLARATION =
            Pattern.compile("\\s*(?:final\\s+)?(?:int|long|double|float|boolean|String|var)\\s+(?<name>\\w+)\\s*=\\s*"
                    + "(?:(?<value>\"(?:[^\"\\\\]|\\\\.)*\"|" + NUMBER
                    + "[lLfFdD]?)|[^;\"]+?)\\s*;\\s*(?://(?<comment>.*))?");
    private static final Pattern RULE = Pattern.compile("(?:^|,\\s*)(?<rule>one of (?<choices>.+)|(?<low>" + NUMBER
            + ") to (?<high>" + NUMBER + ")|(?<word>at least|above) (?<bound>" + NUMBER + "))$");

    private AllowedValues() {}

    /** What is wrong with the values of a cell, if it is one of parameters. */
    static Optional<Failure> broken(String label, String source) {
        List<Syntax.Fault> faults = new ArrayList<>();
        int start = 0;
        for (String line : source.split("\n", -1)) {
            Matcher declaration = DECLARATION.matcher(line);
            boolean empty = line.isBlank() || line.stripLeading().startsWith("//");
            if (!empty && !declaration.matches()) return Optional.empty();
            if (!empty && declaration.group("value") != null && declaration.group("comment") != null) {
                String value = declaration.group("value");
                Matcher rule = RULE.matcher(declaration.group("comment").strip());
                if (rule.find() && !allows(rule, value))
                    faults.add(new Syntax.Fault(
                            start + declaration.start("value"),
                            start + declaration.end("value"),
                            declaration.group("name") + " must be " + rule.group("rule") + ", was " + value));
            }
            start += line.length() + 1;
        }
        CellSplit.Part whole = new CellSplit.Part(CellSplit.Kind.JAVA, source, 0, true);
        return faults.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Failures.faults("IllegalArgumentException", faults, new Session.Place(label, source, whole)));
    }

    private static boolean allows(Matcher rule, String value) {
        if (rule.group("choices") != null)
            return List.of(rule.group("choices").split("\\s*,\\s*|\\s+or\\s+")).contains(value.replace("\"", ""));
        if (value.startsWith("\"")) return true;
        double number = number(value.replaceAll("[lLfFdD]$", ""));
        if (rule.group("low") != null)
            return number(rule.group("low")) <= number && number <= number(rule.group("high"));
        double bound = number(rule.group("bound"));
        return rule.group("word").equals("above") ? number > bound : number >= bound;
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("_", ""));
    }
}
