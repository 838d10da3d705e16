package dpgnn.kernel.cell;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class MavenLibrariesTest {
    private static final String M2 = "/home/somebody/.m2/repository/";
    private static final String OURS = M2 + "org/a/lang/3.17.0/lang-3.17.0.jar";
    private static final String ASKED = M2 + "org/a/lang/3.12.0/lang-3.12.0.jar";
    private static final String OTHER = M2 + "org/b/lang/3.12.0/lang-3.12.0.jar";
    private static final String NATIVES = M2 + "org/a/lang/3.17.0/lang-3.17.0-linux.jar";

    @Test
    void saysWhichVersionsTheKernelHasItself() {
        KernelLibraries kernel = KernelLibraries.of(OURS + ":/target/classes");
        assertEquals(Optional.empty(), kernel.differing(List.of(OURS, OTHER, NATIVES), List.of("org.a:lang:3.17.0")));
        String line = kernel.differing(List.of(ASKED, OTHER), List.of("org.a:lang:3.12.0"))
                .orElseThrow();
        assertTrue(line.startsWith("the kernel's own class path comes first: lang 3.17.0 in place of 3.12.0;"), line);
        line = kernel.differing(List.of(ASKED), List.of("org.c:needs-it:1")).orElseThrow();
        assertTrue(line.contains("what was asked for depends on lang 3.17.0 in place of 3.12.0"), line);
    }

    @Test
    void addsNothingThatTheKernelHas() {
        KernelLibraries kernel = KernelLibraries.of(OURS);
        assertTrue(kernel.holds(OURS));
        assertTrue(kernel.holds(ASKED));
        assertFalse(kernel.holds(OTHER), "of another group");
        assertFalse(kernel.holds(NATIVES), "an addition to the same version");
    }

    @Test
    void makesAPomOfElements() {
        String pom = MavenPom.of(
                "<!-- <dependency>old</dependency> --><dependency>new</dependency><repository>r</repository>",
                Map.of("mine", "https://x/?a&b"));
        assertTrue(pom.contains("<dependencies><dependency>new</dependency></dependencies>"), pom);
        assertTrue(
                pom.contains(
                        "<repositories><repository>r</repository><repository><id>mine</id><url>https://x/?a&amp;b</url></repository>"),
                pom);
        assertEquals("<project/>", MavenPom.of("\n<project/>", Map.of()));
        refused(() -> MavenPom.of("nothing", Map.of()));
    }

    @Test
    void readsCoordinates() {
        String pom = MavenPom.of(List.of("g:a:1", "g:a:zip:cpu:2"), Map.of());
        assertTrue(pom.contains("<artifactId>a</artifactId><version>1</version></dependency>"), pom);
        assertTrue(pom.contains("<version>2</version><type>zip</type><classifier>cpu</classifier>"), pom);
    }

    @Test
    void refusesRepositoriesThatAreNone() {
        MavenLibraries maven = new MavenLibraries();
        assertThrows(IOException.class, () -> maven.addRepository("a b", "https://x"));
        assertThrows(IOException.class, () -> maven.addRepository("x", "ftp://x"));
        assertEquals(List.of("central"), List.copyOf(maven.repositories().keySet()));
    }
}
