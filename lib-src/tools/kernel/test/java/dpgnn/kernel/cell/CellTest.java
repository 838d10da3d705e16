package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk")
class CellTest {
    private static JShell shell;

    @BeforeAll
    static void open() {
        shell = JShell.builder().executionEngine("local").build();
    }

    @AfterAll
    static void close() {
        shell.close();
    }

    private static Cell split(String cell) {
        return Cell.of("", cell, shell.sourceCodeAnalysis());
    }

    @Test
    void everyPartIsWhereItSays() {
        String cell = "\n int a = 1; // one\n\n/* two */ a + 1\n%maven x:y:1\nvoid f() {\n  return;\n}\n";
        for (Cell.Part part : split(cell).parts()) {
            String text = part.text().endsWith(";") && !part.closed()
                    ? part.text().substring(0, part.text().length() - 1)
                    : part.text();
            assertEquals(
                    text.strip(),
                    cell.substring(part.start(), part.start() + text.length()).strip());
        }
        assertEquals(
                List.of(Cell.Kind.JAVA, Cell.Kind.JAVA, Cell.Kind.MAGIC, Cell.Kind.JAVA),
                split(cell).parts().stream().map(Cell.Part::kind).toList());
    }

    @Test
    void aPercentSignIsNotAlwaysAMagic() {
        assertEquals(
                1, split("String s = \"\"\"\n  a\n%load b\n  \"\"\";").parts().size());
        assertEquals(1, split("int r = 7\n%two;").parts().size());
        assertEquals(1, split("/*\n%load b\n*/ int a = 1;").parts().size());
        assertEquals(Cell.Kind.MAGIC, split("%load b").parts().get(0).kind());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 + 1 | complete",
                "int x = 1; | complete",
                "if (true) { } | complete",
                "class A { } | complete",
                "import java.util.*; | complete",
                "@Deprecated void f() { } | complete",
                "int x = | incomplete",
                "void f() { | incomplete",
                "foo(1, | incomplete",
                "int 1x = 2; | invalid",
                "1 +* 2 | invalid",
                "} | invalid",
                "%maven a:b:1 | complete"
            })
    void knowsWhatIsComplete(String cell, String status) {
        assertEquals(status, split(cell).status());
    }
}
