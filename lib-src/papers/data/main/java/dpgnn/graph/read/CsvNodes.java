package dpgnn.graph.read;

import dpgnn.base.Spelling;
import dpgnn.graph.Dataset.Provenance;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.Csv;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.ReadLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One table with a row per node, whose columns are found by their names, or by their places where there is no header. */
final class CsvNodes {
    /** What a column holds. */
    enum Use {
        ID("id", "node", "nodeid", "nodes", "name", "index", "newid"),
        LABEL("label", "labels", "class", "y", "target", "nodelabel"),
        ROLE("role", "split", "set", "part", "mask"),
        TRAIN("train", "trainmask"),
        VALIDATION("validation", "val", "valid", "valmask", "validationmask"),
        TEST("test", "testmask"),
        FEATURE,
        UNUSED;

        /** How edges name their two ends. */
        private static final Set<String> ENDS = Set.of(
                "source target", "src dst", "src target", "from to", "sender receiver", "node1 node2", "id1 id2");

        private static final int LONGEST = 32;
        private static final Map<String, Use> NAMED = new HashMap<>();

        static {
            for (Use use : values()) for (String name : use.names) NAMED.put(name, use);
        }

        private final Set<String> names;

        Use(String... names) {
            this.names = Set.of(names);
        }

        /** What a column of this name holds in a table that may hold these; without patterns, as a header may have 500,000. */
        static Use of(String name, Set<Use> possible, Use otherwise) {
            Use use = NAMED.get(plain(name));
            return use != null && possible.contains(use) ? use : otherwise;
        }

        /** Whether this is the header of a table of edges. */
        static boolean isOfEdges(List<String> header) {
            return header.size() > 1 && ENDS.contains(plain(header.get(0)) + " " + plain(header.get(1)));
        }

        private static String plain(String name) {
            StringBuilder plain = new StringBuilder();
            for (int i = 0; i < name.length() && plain.length() < LONGEST; i++) {
                char c = Character.toLowerCase(name.charAt(i));
                if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') plain.append(c);
            }
            return plain.toString();
        }
    }

    private static final Map<String, Role> ROLES = Map.ofEntries(
            Map.entry("train", Role.TRAIN),
            Map.entry("training", Role.TRAIN),
            Map.entry("tr", Role.TRAIN),
            Map.entry("validation", Role.VALIDATION),
            Map.entry("valid", Role.VALIDATION),
            Map.entry("val", Role.VALIDATION),
            Map.entry("va", Role.VALIDATION),
            Map.entry("dev", Role.VALIDATION),
            Map.entry("test", Role.TEST),
            Map.entry("te", Role.TEST),
            Map.entry("none", Role.NONE),
            Map.entry("", Role.NONE));

    private static final List<String> TRUTHS = List.of("0", "false", "0.0", "1", "true", "1.0");

    final String file;
    /** The name of the column of labels; empty where its name says so. */
    private final String label;

    /** How features of these names are read; all others are numbers as they stand. */
    private final Map<String, CsvColumn> columns;

    private String place = "line";
    private final CsvProblems problems;
    private List<Use> uses = List.of();
    private List<String> header = List.of();
    final List<String> notes = new ArrayList<>();
    private final IntList lines = new IntList();
    /** One for each row; empty where there is no such column. */
    final List<String> ids = new ArrayList<>();

    /** The ids of rows that are left out since something is wrong with them. */
    final Set<String> lost = new HashSet<>();

    /** How many rows have a word in a column of numbers. */
    private final Map<Integer, Integer> words = new TreeMap<>();

    final List<String> labels = new ArrayList<>();
    final List<Role> roles = new ArrayList<>();
    float[] values = new float[0];
    /** One for each feature. */
    final List<String> names = new ArrayList<>();

    int width;

    /** @param possible what may stand in it; a column that is none of these is a feature where features may, else unused */
    CsvNodes(CsvPart part, Set<Use> possible, String label, Map<String, CsvColumn> columns, CsvProblems problems)
            throws IOException {
        file = part.file();
        this.label = label;
        this.columns = columns;
        this.problems = problems;
        try (Csv csv = part.open()) {
            place = csv.place();
            int blanks = 0; // before a label they are nodes without one, at the end of a file nothing
            while (csv.next()) {
                List<String> fields = csv.fields();
                if (fields.size() == 1 && fields.get(0).isEmpty() && !csv.isListed()) {
                    if (uses.equals(List.of(Use.LABEL))) blanks++;
                    continue;
                }
                for (; blanks > 0; blanks--) take(csv, List.of(""));
                if (uses.isEmpty() && begins(csv, fields, possible)) continue;
                if (fields.size() != uses.size()) lose(csv, fields);
                else take(csv, fields);
            }
        }
        words.forEach((c, count) -> {
            if (count > 1 && count == rows() && !header.isEmpty())
                problems.remedy(
                        file,
                        "a number, in " + column(c),
                        "no row has a number there: .oneHot(\"" + header.get(c)
                                + "\", ...) reads words, and names those that may occur, which are public");
        });
        if (rows() == 0) problems.add(file, "contents", "no rows", "a row for every node");
        if (header.isEmpty() && width > 1 && counts())
            problems.add(
                    file,
                    "column 1",
                    "the numbers of the rows",
                    "named id in a header, which tells it from a feature, or any other name if it is one");
    }

    int rows() {
        return lines.size();
    }

    /** Where a row stands in the file. */
    String where(int row) {
        return place + " " + lines.get(row);
    }

    /** A row of another length, which may still say what it is about. */
    private void lose(Csv csv, List<String> fields) {
        String found = fields.size() + " fields",
                wanted = uses.size() + (header.isEmpty() ? " as in the first line" : " as in the header");
        int id = uses.indexOf(Use.ID);
        if (id < 0 || id >= fields.size()) {
            problems.add(csv, found, wanted);
            return;
        }
        problems.inCell(csv, found, wanted);
        lost.add(fields.get(id));
    }

    /** Finds out what the columns hold; true where the line is a header. */
    private boolean begins(Csv csv, List<String> fields, Set<Use> possible) throws IOException {
        if (Use.isOfEdges(fields))
            throw csv.bad(fields, "a table of nodes: this looks like the table of edges, which is the first argument");
        boolean features = possible.contains(Use.FEATURE), labels = possible.contains(Use.LABEL);
        Use other = features ? Use.FEATURE : Use.UNUSED;
        List<Use> named = new ArrayList<>();
        for (String each : fields) named.add(use(csv, each, named.isEmpty(), possible, other));
        boolean numbers = !csv.isListed()
                && fields.stream().skip(fields.size() > 1 ? 1 : 0).anyMatch(f -> Float.isFinite(number(f)));
        if (!numbers && fields.get(0).isEmpty()) named.set(0, Use.ID); // as other programs head the column of ids
        boolean head = features
                ? !numbers || named.get(0) == Use.ID
                : named.contains(Use.ID) || named.contains(Use.LABEL) || named.contains(Use.ROLE);
        if (!head && features && labels)
            problems.add(csv, fields, "a header that names the columns id, label, split and features");
        uses = new ArrayList<>(named);
        int last = fields.size() - 1;
        if (head) {
            header = fields;
            List<Integer> unnamed = new ArrayList<>();
            for (int c = 0; c <= last; c++) if (named.get(c) == Use.UNUSED) unnamed.add(c);
            if (!features && !named.contains(Use.LABEL) && unnamed.size() == 1) uses.set(unnamed.remove(0), Use.LABEL);
            unnamed.forEach(
                    c -> notes.add(Provenance.READ + "the column " + fields.get(c) + " of " + file + " is not used."));
            for (Use use : uses)
                if (use != Use.FEATURE && use != Use.UNUSED && uses.indexOf(use) != uses.lastIndexOf(use)) {
                    problems.add(csv, fields, "a header with one column of " + use.names);
                    break;
                }
        } else if (features) {
            uses.replaceAll(use -> Use.FEATURE);
            if (!Float.isFinite(number(fields.get(0)))) uses.set(0, Use.ID);
        } else {
            boolean role = last > 0 && ROLES.containsKey(fields.get(last).toLowerCase(Locale.ROOT));
            int label = role ? last - 1 : last;
            if (label > 1) problems.add(csv, fields, "a header, or node, class and role in this order");
            uses.replaceAll(use -> Use.UNUSED);
            if (role) uses.set(last, Use.ROLE);
            if (label > 0) uses.set(0, Use.ID);
            uses.set(label, Use.LABEL);
        }
        if (!features && !uses.contains(Use.LABEL) || labels && !label.isEmpty() && !(head && fields.contains(label)))
            problems.add(csv, fields, "a header with a column named " + (label.isEmpty() ? "label" : meant(fields)));
        for (var each : columns.entrySet()) {
            int c = head ? fields.indexOf(each.getKey()) : -1;
            if (c < 0 || uses.get(c) != Use.FEATURE)
                problems.add(
                        csv,
                        fields,
                        "a header with a column of features named " + each.getKey()
                                + Spelling.hint(each.getKey(), fields));
            else notes.add(each.getValue().note(each.getKey()));
        }
        problems.reportOfRows(); // each row would be wrong, too
        for (int c = 0; c <= last; c++) {
            if (uses.get(c) != Use.FEATURE) continue;
            String name = head ? fields.get(c) : String.valueOf(names.size());
            CsvColumn column = head ? columns.get(name) : null;
            names.addAll(column == null ? List.of(name) : column.names(name));
        }
        width = names.size();
        return head;
    }

    /** The column that was asked for, and the one that may have been meant. */
    private String meant(List<String> fields) {
        String hint = Spelling.hint(label, fields);
        if (!hint.isEmpty()) return label + hint;
        return fields.stream()
                .filter(each -> Use.of(each, EnumSet.of(Use.LABEL), Use.UNUSED) == Use.LABEL)
                .findFirst()
                .map(each -> label + "; did you mean " + each + "?")
                .orElse(label);
    }

    /** What a column of this name holds: as it says itself, unless another one is the label, or another format listed it. */
    private Use use(Csv csv, String name, boolean first, Set<Use> possible, Use other) {
        if (!label.isEmpty() && possible.contains(Use.LABEL) && name.equals(label)) return Use.LABEL;
        Use use = Use.of(name, possible, other);
        if (use == Use.LABEL && !label.isEmpty() || use == Use.ID && csv.isListed() && !first) use = other;
        if (columns.containsKey(name) && possible.contains(Use.FEATURE)) return Use.FEATURE;
        return use == Use.FEATURE && csv.isText(name) ? Use.UNUSED : use;
    }

    private void take(Csv csv, List<String> fields) throws IOException {
        int at = rows() * width;
        if ((rows() + 1L) * width > Integer.MAX_VALUE - 8) throw csv.bad("more values than 2^31", "fewer");
        if (at + width > values.length) {
            long longer = Math.min(Integer.MAX_VALUE - 8L, Math.max(at + width, values.length * 3L / 2));
            ReadLimit.heap(file, "line " + csv.line(), longer * Float.BYTES);
            values = Arrays.copyOf(values, (int) longer);
        }
        lines.add((int) Math.min(Integer.MAX_VALUE, csv.line()));
        Role role = null;
        for (int c = 0; c < fields.size(); c++) {
            String text = fields.get(c);
            switch (uses.get(c)) {
                case ID -> {
                    if (text.isEmpty()) problems.inCell(csv, "an empty cell", "the node, in " + column(c));
                    ids.add(text);
                }
                case LABEL -> labels.add(text);
                case FEATURE -> {
                    CsvColumn column = header.isEmpty() ? null : columns.get(header.get(c));
                    if (column != null) {
                        if (!column.put(text, values, at))
                            problems.inCell(
                                    csv,
                                    text.isEmpty() ? "an empty cell" : text,
                                    column.wanted() + ", in " + column(c));
                        at += column.width();
                        continue;
                    }
                    float value = number(text);
                    if (!Float.isFinite(value)) {
                        problems.inCell(csv, text.isEmpty() ? "an empty cell" : text, "a number, in " + column(c));
                        if (!text.isEmpty()) words.merge(c, 1, Integer::sum);
                    }
                    values[at++] = value;
                }
                case UNUSED -> {}
                default -> role = role(csv, c, text, role);
            }
        }
        if (role != null) roles.add(role);
    }

    /** The role of a node so far, after one more column of roles or marks. */
    private Role role(Csv csv, int c, String text, Role before) {
        Role role;
        if (uses.get(c) == Use.ROLE) {
            role = ROLES.get(text.toLowerCase(Locale.ROOT));
            if (role == null) problems.inCell(csv, text, "train, validation, test or none, in " + column(c));
        } else {
            int truth = TRUTHS.indexOf(text.toLowerCase(Locale.ROOT));
            if (truth < 0) problems.inCell(csv, text, "0 or 1, in " + column(c));
            role = truth < TRUTHS.size() / 2
                    ? Role.NONE
                    : Role.valueOf(uses.get(c).name());
        }
        if (role == null || role == Role.NONE) return before == null ? Role.NONE : before;
        if (before != null && before != Role.NONE) problems.inCell(csv, before + " and " + role, "one role for a node");
        return role;
    }

    private String column(int c) {
        return header.isEmpty() ? "column " + (c + 1) : "column " + header.get(c);
    }

    /** A number, or true and false as 1 and 0; NaN where there is none. */
    static float number(String text) {
        int digit = 0;
        while (digit < text.length() && !Character.isDigit(text.charAt(digit))) digit++;
        if (digit == text.length() || Character.isLetter(text.charAt(0))) return truth(text); // an exception costs more
        try {
            if (".0123456789".indexOf(text.charAt(text.length() - 1)) < 0) return truth(text);
            return Float.parseFloat(text);
        } catch (NumberFormatException e) {
            return truth(text);
        }
    }

    private static float truth(String text) {
        int truth = TRUTHS.indexOf(text.toLowerCase(Locale.ROOT));
        return truth < 0 ? Float.NaN : truth < TRUTHS.size() / 2 ? 0 : 1;
    }

    /** Whether the first column counts the rows, from 0 or 1. */
    private boolean counts() {
        for (int r = 0; r < rows(); r++)
            if (values[r * width] != values[0] + r || values[0] != 0 && values[0] != 1) return false;
        return rows() > 1;
    }
}
