package dpgnn.kernel.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedValuesTest {
    /** The cases that environment/runner_test.py has too. */
    @ParameterizedTest
    @CsvFileSource(resources = "parameters.csv", delimiter = '|', quoteCharacter = '\'')
    @CsvSource(
            delimiter = '|',
            value = {"int n = 3 + 4; // whole, 1 to 3 |", "int n = 7; int m = 8; // whole, 1 to 3 |"})
    void aValueThatTheCommentForbidsIsRefused(String line, String message) {
        String found = broken("// parameters\n\n" + line).map(Failure::message).orElse(null);
        assertEquals(message, found);
    }

    private static Optional<Failure> broken(String source) {
        return AllowedValues.broken(new Cell("cell [1]", source, List.of(), AllowedValues.parameters(source)));
    }

    @Test
    void whatIsNoCellOfParametersIsLeftAlone() {
        String wrong = "int n = 7; // whole, 1 to 3";
        assertTrue(broken(wrong).isPresent());
        assertTrue(broken(wrong + "\nSystem.out.println(n);").isEmpty());
        assertTrue(broken("").isEmpty());
    }

    /** Every value that stands in a notebook is allowed there. */
    @Test
    void notebooksKeepTheirRules() throws IOException {
        int cells = 0;
        for (String ring : List.of("", "review", "beyond"))
            try (DirectoryStream<Path> notebooks = Files.newDirectoryStream(Path.of("notebooks", ring), "*.ipynb")) {
                for (Path notebook : notebooks)
                    for (JsonNode cell :
                            new ObjectMapper().readTree(notebook.toFile()).get("cells")) {
                        StringBuilder source = new StringBuilder();
                        cell.get("source").forEach(line -> source.append(line.asText()));
                        if (!cell.get("cell_type").asText().equals("code")) continue;
                        assertTrue(broken(source.toString()).isEmpty(), () -> notebook + ": " + source);
                        cells++;
                    }
            }
        assertTrue(cells > 300);
    }
}
