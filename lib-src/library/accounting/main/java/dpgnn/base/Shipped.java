package dpgnn.base;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/**
 * Tells parts of the library from those that a user wrote. A package's name is no proof, since anybody can type it: a part is the
 * library's if it stands on the list of what the library ships at its seam, and was loaded by the same loader, from the same jar or
 * folder, as the seam's interface. So a class of a user's jar in a package of the library, a class of one jar that holds both, a
 * lambda and a class that a cell defines are the user's. Whoever changes a class of the library itself has another library.
 *
 * <p>The list is no file, because a file can be put before another one on the class path.
 */
public final class Shipped {
    /** By seam. A test holds this against the classes that there are. */
    private static final Map<String, Set<String>> PARTS = Map.of(
            "dpgnn.sampling.Sampler",
            Set.of(
                    "dpgnn.sampling.BoundedDegree",
                    "dpgnn.sampling.DisjointWalks",
                    "dpgnn.sampling.GraphSplit",
                    "dpgnn.sampling.HeterPoisson",
                    "dpgnn.sampling.HomeStars",
                    "dpgnn.sampling.PoissonNodes",
                    "dpgnn.sampling.PoissonOwners",
                    "dpgnn.sampling.PoissonRecords",
                    "dpgnn.sampling.RandomAllocation",
                    "dpgnn.sampling.UniformNodes",
                    "dpgnn.sampling.WalkUnion",
                    "dpgnn.sampling.WholeGraph"),
            "dpgnn.mechanism.Noise",
            Set.of("dpgnn.mechanism.DiscreteGaussianNoise", "dpgnn.mechanism.GaussianNoise"),
            "dpgnn.privacy.Accountant",
            Set.of(
                    "dpgnn.privacy.account.CachedAccountant",
                    "dpgnn.privacy.account.FilterAccountant",
                    "dpgnn.privacy.account.GaussianAccountant",
                    "dpgnn.privacy.account.MomentsAccountant",
                    "dpgnn.privacy.account.PldAccountant",
                    "dpgnn.privacy.account.RdpAccountant"),
            "dpgnn.nn.Model",
            Set.of(
                    "dpgnn.nn.Branched",
                    "dpgnn.nn.Gcn",
                    "dpgnn.nn.Gin",
                    "dpgnn.nn.HopMlps",
                    "dpgnn.nn.Mlp",
                    "dpgnn.nn.Sage"),
            "dpgnn.nn.Optimizer",
            Set.of("dpgnn.nn.Adam", "dpgnn.nn.ClampedOptimizer", "dpgnn.nn.ScheduledOptimizer", "dpgnn.nn.Sgd"),
            "dpgnn.train.PrivateSelection$Score",
            Set.of("dpgnn.train.HoldoutCount"));

    /** A part that is the library's and answers for another one, which may be a user's. */
    public interface Around {
        Object inner();
    }

    private Shipped() {}

    /** The names of the classes that the library ships at this seam; empty where it lists none. */
    public static Set<String> at(Class<?> seam) {
        return PARTS.getOrDefault(seam.getName(), Set.of());
    }

    /** Whether this class is one of those that the library ships at the seam that this interface is. */
    public static boolean isShipped(Class<?> part, Class<?> seam) {
        return at(seam).contains(part.getName()) && !part.isHidden() && sameOrigin(part, seam);
    }

    /** The first of a part and those within it that the library does not ship; null where it ships all. */
    public static Object foreign(Object part, Class<?> seam) {
        Object at = part;
        while (isShipped(at.getClass(), seam)) {
            if (!(at instanceof Around around)) return null;
            at = around.inner();
        }
        return at;
    }

    /** Whether one loader took both from one jar or folder. */
    public static boolean sameOrigin(Class<?> a, Class<?> b) {
        URL left = source(a), right = source(b);
        // Not as URLs, whose comparison asks the network for addresses of hosts.
        return a.getClassLoader() == b.getClassLoader()
                && left != null
                && right != null
                && left.toExternalForm().equals(right.toExternalForm());
    }

    private static URL source(Class<?> type) {
        ProtectionDomain domain = type.getProtectionDomain();
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source == null ? null : source.getLocation();
    }
}
