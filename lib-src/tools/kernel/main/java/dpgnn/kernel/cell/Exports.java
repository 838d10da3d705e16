package dpgnn.kernel.cell;

import java.util.Set;
import java.util.stream.Collectors;

/** What a notebook is shown of the library: the packages that its modules export, which a file in each jar lists. */
final class Exports {
    private static final Set<String> PACKAGES = Exports.class
            .getClassLoader()
            .resources("META-INF/dpgnn/exports")
            .flatMap(DefaultTypes::lines)
            .collect(Collectors.toSet());

    private Exports() {}

    /** Whether this package, type or member of a type is for everybody, or is none of the library. */
    static boolean show(String name) {
        return !name.startsWith("dpgnn.")
                || PACKAGES.stream().anyMatch(p -> (p + ".").startsWith(name + ".") || isOf(p, name));
    }

    private static boolean isOf(String exported, String name) {
        if (!name.startsWith(exported + ".")) return false;
        int end = name.indexOf('.', exported.length() + 1);
        return DefaultTypes.isPublic(end < 0 ? name : name.substring(0, end));
    }
}
