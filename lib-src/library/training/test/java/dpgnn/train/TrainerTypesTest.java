package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.Mlp;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a release may not do does not compile, and neither does what an experiment cannot have. */
class TrainerTypesTest {
    @TempDir
    Path folder;

    /** What the compiler says against a statement, without the position. */
    private List<String> errors(String statement) {
        String text =
                "import dpgnn.train.*;\nclass Cell {\n    void run(Plan plan, dpgnn.nn.Model model, SumProbe probe, dpgnn.graph.TrainingView view,"
                        + " dpgnn.privacy.ledger.Budget budget, java.nio.file.Path folder) {\n" + statement
                        + "\n}\n}\n";
        JavaFileObject cell = new SimpleJavaFileObject(URI.create("string:///Cell.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return text;
            }
        };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        compiler.getTask(null, null, found, options, null, List.of(cell)).call();
        List<String> errors = new ArrayList<>();
        found.getDiagnostics().stream()
                .filter(d -> d.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .forEach(d -> errors.add(d.getCode()));
        return errors;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan.release(model).follow(\"loss\", 1, (n, p) -> 0);",
                "plan.release(model).probe(probe);",
                "plan.release(model).exactSums();",
                "plan.release(model, 7);",
                "Training.of(plan.release(model), view);",
                "plan.experiment(model, 7).budget(budget);",
                "plan.experiment(model, 7).accountable();",
                "plan.experiment(model, 7).checkpoint(folder, 1).budget(budget);",
                "PlainTrainer.of(model, plan.sampler(), 3, dpgnn.random.Streams.seed(1)).budget(budget);"
            })
    void theCompilerRefusesWhatIsOfTheOtherKind(String statement) {
        List<String> errors = errors(statement);
        assertEquals(1, errors.size(), statement + " " + errors);
        assertTrue(errors.get(0).matches("compiler\\.err\\.(cant\\..*|prob\\.found\\.req)"), errors.get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan.release(model).listen(m -> true).checkpoint(folder, 1).budget(budget).accountable(2);",
                "plan.experiment(model, 7).exactSums().listen(m -> true).follow(\"loss\", 1, (n, p) -> 0).probe(probe);",
                "OpenTrainer open = plan.experiment(model, 7).checkpoint(folder, 1).listen(m -> true);"
            })
    void andTakesTheRest(String statement) {
        assertEquals(List.of(), errors(statement), statement);
    }

    @Test
    void anExperimentHasASeed() {
        Plan plan = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(1), 3, 2, 1e-4);
        refused(() -> plan.experiment(Mlp.of(2), Streams.secure()), "use Plan.release", "were secure");
    }
}
