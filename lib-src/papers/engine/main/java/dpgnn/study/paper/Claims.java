package dpgnn.study.paper;

import dpgnn.report.Display;
import dpgnn.report.ReportFolder;
import dpgnn.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a paper claims, and what is found of it: the rows of the front page, written from here. */
public final class Claims implements Display.Rich {
    /** Whether a claim holds. */
    public enum Standing {
        HELD("held"),
        DIRECTION("held in direction, not in size"),
        NOT_HELD("not held"),
        UNTESTED("untested");

        private final String words;

        Standing(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }

        /** Of what holds in full, or in direction alone. */
        public static Standing of(boolean full, boolean direction) {
            return full ? HELD : direction ? DIRECTION : NOT_HELD;
        }
    }

    private record Claim(String words, String place, String found, String standing, String shownIn) {}

    private final String name, title;
    private final List<Claim> claims = new ArrayList<>();
    private boolean isStandIn;

    private Claims(String name, String title) {
        this.name = name;
        this.title = title;
    }

    public static Claims of(Paper paper) {
        return new Claims(paper.name(), paper.name() + ": what the paper claims, and what holds");
    }

    /** Claims of no paper, which stand below those of the papers. */
    public static Claims ofNoPaper() {
        return new Claims("", "What no paper claims, and what holds");
    }

    /** Says whether what ran did so on a stand-in, which tests no claim of a paper: all that follow are then untested. */
    public Claims onStandIn(boolean standIn) {
        isStandIn = standIn;
        return this;
    }

    /**
     * A claim that was tested.
     *
     * @param place where the paper makes it
     * @param found one number, and after a semicolon what stands below the table
     * @param shownIn a part of the title of the table that shows it, after the notebook's number where that is another one: "41: costs"
     */
    public Claims tested(String words, String place, String found, Standing standing, String shownIn) {
        if (isStandIn) return untested(words, place, "the paper's data are not at hand");
        claims.add(new Claim(words, place, found, standing.toString(), shownIn));
        return this;
    }

    /** A claim that was not tested, and what is missing. */
    public Claims untested(String words, String place, String missing) {
        claims.add(new Claim(words, place, "", Standing.UNTESTED + " (" + missing + ")", ""));
        return this;
    }

    public Table table() {
        Table table =
                Table.columns("claim", "verdict", "found", "in", "shown in").title(title);
        for (Claim c : claims) {
            String[] parts = c.found.split("; ", 2);
            table.row(c.words, c.standing, parts[0], c.place, c.shownIn);
            if (parts.length > 1) table.note(c.words + ": " + parts[1] + ".");
        }
        return table;
    }

    /** How many claims there are, and how many have each verdict. */
    public String sentence() {
        List<String> counted = new ArrayList<>();
        for (Standing each : Standing.values()) {
            long its = claims.stream()
                    .filter(c -> each == Standing.UNTESTED
                            ? c.standing.startsWith(each.words)
                            : c.standing.equals(each.words))
                    .count();
            if (its > 0) counted.add(its + " " + each);
        }
        return "Of the claims of this page, " + claims.size() + " in all: " + String.join("; ", counted) + ".";
    }

    /** Every claim with all that is known of it: what is kept beside the runs. */
    public Table cells() {
        Table cells = Table.columns("name", "claim", "place", "found", "verdict", "shown in");
        for (Claim c : claims) cells.row(name, c.words, c.place, c.found, c.standing, c.shownIn);
        return cells;
    }

    @Override
    public Map<String, String> mime() {
        return table().mime();
    }

    @Override
    public void shown() {
        ReportFolder.keep(this, table(), table());
        ShownCells.keep("claims", cells());
    }
}
