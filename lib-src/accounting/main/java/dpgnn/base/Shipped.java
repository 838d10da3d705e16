package dpgnn.base;

import java.security.CodeSource;
import java.security.ProtectionDomain;

/**
 * Tells parts of the library from those that a user wrote. A package's name is no proof, since anybody can type it: a part is the
 * library's if its class also came from where the library's own classes came from.
 */
public final class Shipped {
    private Shipped() {}

    /** Whether this class is one of the library's: in its packages, and loaded from where the library or this seam's interface was. */
    public static boolean isShipped(Class<?> part, Class<?> seam) {
        return part.getPackageName().startsWith("dpgnn.")
                && (sameOrigin(part, Shipped.class) || sameOrigin(part, seam));
    }

    private static boolean sameOrigin(Class<?> a, Class<?> b) {
        CodeSource left = source(a), right = source(b);
        return a.getClassLoader() == b.getClassLoader()
                && left != null
                && right != null
                && left.getLocation() != null
                && left.getLocation().equals(right.getLocation());
    }

    private static CodeSource source(Class<?> type) {
        ProtectionDomain domain = type.getProtectionDomain();
        return domain == null ? null : domain.getCodeSource();
    }
}
