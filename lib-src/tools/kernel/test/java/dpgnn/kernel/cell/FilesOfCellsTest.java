package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.report.CellCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a file says of where it comes from: the runs that its own values were made with, and no others. */
class FilesOfCellsTest {
    private final Session session = new Session(null);
    private int count;

    @AfterEach
    void close() {
        session.close();
        CellCode.fromNowhere();
    }

    private Object run(String source) {
        Session.Outcome outcome = session.run("cell [" + ++count + "]", source);
        assertEquals(null, outcome.failure());
        return outcome.value();
    }

    @Test
    void runsAreThoseOfWhatIsRead() {
        run(
                "int train(String name) {\n  dpgnn.report.ReportFolder.keepRun(name, \"set of \" + name, () -> \"{}\");\n  return 1;\n}");
        run("var first = train(\"one\");\nvar toy = new int[] {1};");
        run("var second = List.of(first, train(\"two\"));\nvar third = second.size();");
        assertEquals("1made by dpgnn; no runs", run("toy.length + dpgnn.report.ReportFolder.origin()"));
        assertEquals("1made by dpgnn; run one; data set of one", run("first + dpgnn.report.ReportFolder.origin()"));
        assertEquals(
                "2made by dpgnn; runs one, two; data set of one, set of two",
                sorted(run("third + dpgnn.report.ReportFolder.origin()").toString()));
        assertEquals(
                "1made by dpgnn; run three; data set of three",
                run("train(\"three\") + dpgnn.report.ReportFolder.origin()"));
    }

    @Test
    void whatIsFilledLaterNamesTheRunsThatFilledIt() {
        run(
                "int train(String name) {\n  dpgnn.report.ReportFolder.keepRun(name, \"s\", () -> \"{}\");\n  return 1;\n}");
        run(
                "var table = dpgnn.report.Table.columns(\"a\");\nvar list = new ArrayList<Integer>();\nvar fixed = List.of(1);");
        run("void row(String name) { table.row(train(name)); }");
        run("for (var name : List.of(\"one\")) row(name);\nfor (int x : fixed) list.add(train(\"two\"));");
        assertEquals("1made by dpgnn; run one; data s", run("table.rows() + dpgnn.report.ReportFolder.origin()"));
        assertEquals("1made by dpgnn; run two; data s", run("list.size() + dpgnn.report.ReportFolder.origin()"));
        assertEquals("1made by dpgnn; no runs", run("fixed.size() + dpgnn.report.ReportFolder.origin()"));
        run(
                "var other = dpgnn.report.Table.columns(\"a\");\nint seen = train(\"three\");\nvar toys = new ArrayList<Integer>();");
        run("for (int x : fixed) other.row(seen);\ntoys.add(1);");
        assertEquals("1made by dpgnn; run three; data s", run("other.rows() + dpgnn.report.ReportFolder.origin()"));
        assertEquals("1made by dpgnn; no runs", run("toys.size() + dpgnn.report.ReportFolder.origin()"));
    }

    /** Which of two is named first does not matter. */
    private static String sorted(String origin) {
        return origin.replace("two, one", "one, two").replace("set of two, set of one", "set of one, set of two");
    }
}
