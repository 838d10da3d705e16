package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dpgnn.graph.Dataset;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClubTest {
    @TempDir
    Path folder;

    private Dataset read(String members, String knows) throws IOException {
        Files.createDirectories(folder.resolve("club"));
        Files.writeString(folder.resolve("club/members.csv"), members);
        Files.writeString(folder.resolve("club/knows.csv"), knows);
        return Club.read(new Sources(folder::resolve), "club");
    }

    @Test
    void counts() throws IOException {
        Dataset data = read("id,class,age\n0,1,30\n1,0,60\n2,1,15\n", "one,other\n0,1\n1,0\n2,2\n");
        assertEquals(1, data.graph().edges(), "a repeated edge and a loop are dropped");
        assertEquals(2, data.labels().classes());
        float[] row = new float[1];
        data.features().copyRow(1, row, 0);
        assertArrayEquals(new float[] {0.4f}, row);
        assertEquals("club/members.csv", data.provenance().sources().get(0).file());
    }

    @Test
    void saysWhatIsWrongAndWhere() throws IOException {
        var wrong = assertThrows(MalformedFile.class, () -> read("id,class,age\n0,1,300\n", "one,other\n"));
        assertEquals("members.csv, line 2: found 300, but it must be age in 0..150", wrong.getMessage());
        assertThrows(MalformedFile.class, () -> read("id,class,age\n1,1,30\n", "one,other\n"));
        assertThrows(MalformedFile.class, () -> read("id,class,age\n0,1,30\n", "one,other\n0,1\n"));
    }
}
