package dpgnn.graph.mapped;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Mapped files know graphs and where they come from, and no training. */
@AnalyzeClasses(packages = "dpgnn.graph.mapped", importOptions = ScaleWallsTest.Main.class)
class ScaleWallsTest {
    /** What is not a test. */
    static final class Main implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    @ArchTest
    static final ArchRule knowsGraphsAlone = classes()
            .that()
            .resideInAPackage("dpgnn.graph.mapped")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dpgnn.graph",
                    "dpgnn.graph.mapped",
                    "dpgnn.graph.format",
                    "dpgnn.graph.data",
                    "dpgnn.graph.synthetic",
                    "dpgnn.base",
                    "dpgnn.random",
                    "java..");
}
