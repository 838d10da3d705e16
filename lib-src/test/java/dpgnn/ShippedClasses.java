package dpgnn;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The classes of the library, read once for all tests: what is shipped must be among what a test crosses. */
public final class ShippedClasses {
    private static final JavaClasses ALL =
            new ClassFileImporter().withImportOption(new Main()).importPackages("dpgnn");

    /** What is not a test: tests lie in a module of their own. */
    static final class Main implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    private ShippedClasses() {}

    /** The names of all classes of a kind, those of studies too. */
    public static Set<String> of(Class<?> kind) {
        return ALL.stream()
                .filter(c -> !c.isInterface() && (kind == Object.class || c.isAssignableTo(kind)))
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of the library proper: what the page of claims plants as a fault is no part of it. */
    public static Set<String> outsideStudies(Class<?> kind) {
        Set<String> names = of(kind);
        names.removeIf(name -> name.startsWith("dpgnn.study"));
        return names;
    }
}
