package dpgnn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The table of packages in docs/architecture.md, as code. */
@AnalyzeClasses(packages = "dpgnn", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule noCycles = slices().matching("dpgnn.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule baseKnowsNothing = uses("base");

    @ArchTest
    static final ArchRule randomKnowsNothing = uses("random");

    @ArchTest
    static final ArchRule privacyIsPureArithmetic = uses("privacy");

    @ArchTest
    static final ArchRule reportStandsAlone = uses("report");

    @ArchTest
    static final ArchRule kernelSeesOnlyReport = uses("kernel", "report");

    @ArchTest
    static final ArchRule linearUsesRandom = uses("linear", "random");

    @ArchTest
    static final ArchRule graphUses = uses("graph", "random", "linear");

    @ArchTest
    static final ArchRule samplingUses = uses("sampling", "graph", "random", "privacy");

    @ArchTest
    static final ArchRule mechanismUses = uses("mechanism", "random", "privacy");

    @ArchTest
    static final ArchRule nnNeverSeesEpsilon = uses("nn", "graph", "random", "sampling");

    @ArchTest
    static final ArchRule trainUses =
            uses("train", "graph", "random", "privacy", "sampling", "mechanism", "nn", "report");

    @ArchTest
    static final ArchRule textUsesGraph = uses("text", "graph");

    @ArchTest
    static final ArchRule onlyTextKnowsOnnx = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.text..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("ai.onnxruntime..");

    @ArchTest
    static final ArchRule baselineUses = uses(
            "baseline", "graph", "text", "random", "privacy", "sampling", "mechanism", "nn", "train", "mpc", "report");

    @ArchTest
    static final ArchRule mpcUses = uses("mpc", "graph", "random", "linear", "mechanism");

    @ArchTest
    static final ArchRule onlyMpcKnowsTheNetwork = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.mpc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("javax.net..");

    @ArchTest
    static final ArchRule auditUses =
            uses("audit", "graph", "random", "privacy", "sampling", "mechanism", "nn", "train", "report");

    /** The page about all methods uses all of them, and nothing uses it. */
    @ArchTest
    static final ArchRule nothingUsesClaims = noClasses()
            .that()
            .resideOutsideOfPackages("dpgnn.claims..", "dpgnn.notebook..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dpgnn.claims..");

    @ArchTest
    static final ArchRule nothingUsesTheNotebooksBench = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.notebook..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dpgnn.notebook..");

    @ArchTest
    static final ArchRule onlyTensorPackagesKnowNd4j = noClasses()
            .that()
            .resideInAnyPackage(
                    "dpgnn.graph..",
                    "dpgnn.random..",
                    "dpgnn.base..",
                    "dpgnn.linear..",
                    "dpgnn.privacy..",
                    "dpgnn.sampling..",
                    "dpgnn.text..",
                    "dpgnn.report..",
                    "dpgnn.kernel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.nd4j..", "org.deeplearning4j..", "org.bytedeco..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyKernelKnowsJupyter = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.kernel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.dflib.jjava..", "jdk.jshell..", "org.zeromq..");

    @ArchTest
    static final ArchRule onlyReportKnowsTablesaw = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.report..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tech.tablesaw..", "java.awt..", "javax.imageio..");

    /** What is drawn with the machine's fonts looks different on each, and fails where there are none. */
    @ArchTest
    static final ArchRule nothingIsDrawnWithTheMachinesFonts = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.awt.Font")
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.awt.font..");

    @ArchTest
    static final ArchRule onlyRandomIsRandom = noClasses()
            .that()
            .resideOutsideOfPackage("dpgnn.random..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.security.SecureRandom")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.SplittableRandom")
            .orShould()
            .callMethod(Math.class, "random");

    /** The package may use these packages of ours and what all may use, and no other. */
    private static ArchRule uses(String name, String... allowed) {
        String[] packages = new String[allowed.length + 2];
        packages[0] = "dpgnn." + name + "..";
        packages[1] = "dpgnn.base..";
        for (int i = 0; i < allowed.length; i++) packages[i + 2] = "dpgnn." + allowed[i] + "..";
        return noClasses()
                .that()
                .resideInAPackage(packages[0])
                .should()
                .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "are ours and outside of " + String.join(", ", packages),
                        c -> c.getPackageName().startsWith("dpgnn.")
                                && java.util.Arrays.stream(packages).noneMatch(p -> {
                                    String plain = p.substring(0, p.length() - 2);
                                    return c.getPackageName().equals(plain)
                                            || c.getPackageName().startsWith(plain + ".");
                                })))
                .allowEmptyShould(true);
    }
}
