package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Sgd;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.account.GaussianAccountant;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** A seam of the library, and what hostile users write there. */
enum UserSeam {
    SAMPLER(Sampler.class, PoissonNodes.class, """
            public dpgnn.privacy.Unit unit() { return dpgnn.privacy.Unit.NODE; }
            public dpgnn.privacy.Relation relation() { return dpgnn.privacy.Relation.ADD_REMOVE; }
            public java.util.List<String> assumptions() { return java.util.List.of(); }
            public dpgnn.privacy.Event event(dpgnn.sampling.Sampler.Facts facts, double multiplier) {
                return new dpgnn.privacy.Event.Gaussian(1e4);
            }
            public double expectedExamples(dpgnn.sampling.Sampler.Facts facts) { return facts.roots(); }
            public dpgnn.sampling.Sampler.Draws draws(dpgnn.graph.Participants all, dpgnn.random.RandomStream coins) {
                return dpgnn.sampling.Sampler.Draws.of(
                        dpgnn.sampling.UniformNodes.of(9).draws(all, coins)::draw, m -> new dpgnn.privacy.Event.Gaussian(1e4));
            }
            """),
    NOISE(Noise.class, GaussianNoise.class, """
            public String name() { return "Gaussian"; }
            public dpgnn.privacy.Event event(dpgnn.privacy.Event gaussian, long dimension) { return gaussian; }
            public void add(float[] sum, double deviation, double clip, dpgnn.random.RandomStream coins) {}
            public void release(double[] sum, double deviation, double clip, dpgnn.random.RandomStream coins) {}
            """),
    ACCOUNTANT(Accountant.class, GaussianAccountant.class, """
            public String name() { return "PLD"; }
            public String version() { return dpgnn.privacy.account.PldAccountant.standard().version(); }
            public boolean supports(dpgnn.privacy.Event event) { return true; }
            public double leastEpsilon(dpgnn.privacy.Event event, double delta) { return 0.01; }
            public double leastDelta(dpgnn.privacy.Event event, double epsilon) { return 1e-9; }
            """),
    MODEL(Model.class, Gcn.class, """
            public String name() { return "Mlp"; }
            public dpgnn.nn.Network network(int inputs, int classes) {
                return dpgnn.nn.Mlp.of(2).network(inputs, classes);
            }
            """),
    SCORE(PrivateSelection.Score.class, HoldoutCount.class, """
            public dpgnn.privacy.Event event() { return dpgnn.mechanism.NoisyCount.of(2).event(); }
            public java.util.Set<dpgnn.privacy.Relation> relations(dpgnn.sampling.Sampler sampler) {
                return java.util.EnumSet.allOf(dpgnn.privacy.Relation.class);
            }
            public dpgnn.graph.Dataset.Provenance provenance() {
                return new dpgnn.graph.Dataset.Provenance("none", java.util.List.of(), true, java.util.List.of());
            }
            public double of(dpgnn.train.Trained trained, dpgnn.random.RandomStream coins) { return 1; }
            """),
    OPTIMIZER(Optimizer.class, Sgd.class, """
            public String name() { return "Sgd"; }
            public void step(dpgnn.nn.Parameters parameters, float[] gradient) {}
            public byte[] save() { return new byte[0]; }
            public void load(byte[] saved) {}
            """);

    final Class<?> type;
    final Class<?> shipped;
    private final String body;

    UserSeam(Class<?> type, Class<?> shipped, String body) {
        this.type = type;
        this.shipped = shipped;
        this.body = body;
    }

    String role() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Java sources of classes with a method make() that gives a part, by the class's name. */
    Map<String, String> sources() {
        Map<String, String> all = new LinkedHashMap<>();
        String odd = "L" + "o".repeat(150) + "ng";
        own(all, "InRecord", "public record InRecord() implements $I { $B", "}");
        own(all, "InClass", "public final class InClass implements $I { $B", "}");
        own(all, odd, "public final class " + odd + " implements $I { $B", "}");
        own(all, "Ωμέγα", "public final class Ωμέγα implements $I { $B", "}");
        own(all, "$SOUND", "public final class $SOUND implements $I { $B", "}");
        own(all, "Base", "abstract class Top implements $I { $B } public final class Base extends Top {", "}");
        own(all, "Mixed", "interface Ground extends $I { $D } public final class Mixed implements Ground {", "}");
        own(all, "Typed", "public final class Typed<T> implements $I { $B", "}");
        own(
                all,
                "Around",
                "public record Around() implements $I, dpgnn.base.Shipped.Around { $B"
                        + " public Object inner() { return null; }",
                "}");
        said(all, "Says", "\"Proved on page 3.\"");
        said(all, "Shouts", "\"Proved.\\n\\u001b[2JVerdict SOUND:\\u202e \".repeat(200)");
        said(all, "Silent", "null");
        said(all, "Fails", "String.valueOf(1 / Integer.parseInt(\"0\"))");
        made(all, "Unnamed", "public class Unnamed {", "new $I() { $B }; } }");
        made(all, "Nested", "public class Nested { static final class Liar implements $I { $B }", "new Liar(); } }");
        made(all, "Inner", "public class Inner { class $S implements $I { $B }", "new Inner().new $S(); } }");
        all.put(
                "Local",
                "public class Local { public static Object make() {"
                        + " final class $S implements $I { $B } return new $S(); } }");
        all.put(
                "LocalRecord",
                "public class LocalRecord { public static Object make() {"
                        + " record Liar() implements $I { $B } return new Liar(); } }");
        own(all, "com.user.$S", "public final class $S implements $I { $B", "}");
        own(all, "$K.Liar", "public final class Liar implements $I { public Liar() {} $B", "}");
        own(all, "dpgnn.study.nodes.Strangers", "public record Strangers() implements $I { $B", "}");
        Map<String, String> filled = new LinkedHashMap<>();
        all.forEach((name, text) -> filled.put(filled(name), filled(text)));
        return filled;
    }

    private String filled(String text) {
        return text.replace("$I", type.getCanonicalName())
                .replace("$B", body)
                .replace("$D", body.replace("public ", "default "))
                .replace("$S", shipped.getSimpleName())
                .replace("$K", shipped.getPackageName());
    }

    private static void own(Map<String, String> all, String name, String head, String tail) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        String in = name.contains(".") ? "package " + name.substring(0, name.lastIndexOf('.')) + "; " : "";
        String made = simple.equals("Typed") ? "Typed<String>" : simple;
        all.put(name, in + head + " public static Object make() { return new " + made + "(); } " + tail);
    }

    private static void said(Map<String, String> all, String name, String words) {
        own(
                all,
                name,
                "public record " + name + "() implements $I, dpgnn.privacy.UserPart { $B"
                        + " public String statement() { return " + words + "; }",
                "}");
    }

    private static void made(Map<String, String> all, String name, String head, String made) {
        all.put(name, head + " public static Object make() { return " + made);
    }

    /** Classes of this folder come before those of the library. */
    static final class First extends URLClassLoader {
        private final Set<String> own;

        First(Path jar, Set<String> own) throws Exception {
            super(new URL[] {jar.toUri().toURL()}, UserSeam.class.getClassLoader());
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (own.contains(name) && findLoadedClass(name) == null) return findClass(name);
            return super.loadClass(name, resolve);
        }
    }

    /** Compiles sources into a jar; the compiler's words where it refuses them. */
    static String compiled(Map<String, String> sources, Path to, String classPath) throws Exception {
        List<String> args = new ArrayList<>(List.of("-proc:none", "-nowarn", "-encoding", "UTF-8", "-cp", classPath));
        args.addAll(List.of("-d", Files.createDirectories(to).toString()));
        for (Map.Entry<String, String> s : sources.entrySet()) {
            Path file = to.resolve(s.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            args.add(Files.writeString(file, s.getValue()).toString());
        }
        var words = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler().run(null, words, words, args.toArray(String[]::new));
        return failed == 0 ? "" : words.toString();
    }

    static Path jar(Path classes) throws Exception {
        Path jar = classes.resolveSibling(classes.getFileName() + ".jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(f -> f.toString().endsWith(".class")).toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    static Object made(ClassLoader loader, String name) throws Exception {
        return Class.forName(name, true, loader).getMethod("make").invoke(null);
    }

    /** All that is written at this seam, by what it is. */
    Map<String, Object> parts(Path folder) throws Exception {
        String path = System.getProperty("java.class.path");
        Path classes = folder.resolve(role());
        Map<String, String> sources = sources();
        assertEquals("", compiled(sources, classes, path));
        Map<String, Object> parts = new LinkedHashMap<>();
        try (First loader = new First(jar(classes), sources.keySet())) {
            for (String name : sources.keySet()) parts.put(name, made(loader, name));
        }
        String name = shipped.getName();
        Map<String, String> shadow = Map.of(
                name,
                filled("package $K; public final class $S implements $I { $B"
                        + " public static Object make() { return new $S(); } }"));
        Path shadowing = folder.resolve(role() + "-shadow");
        assertEquals("", compiled(shadow, shadowing, path));
        try (First loader = new First(jar(shadowing), shadow.keySet())) {
            parts.put("in place of the library's", made(loader, name));
        }
        Object target = parts.get("InClass");
        parts.put(
                "proxy",
                Proxy.newProxyInstance(
                        UserSeam.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, args) -> method.invoke(target, args)));
        // In the library's package, by its loader, and of its origin: only the list tells.
        byte[] liar =
                Files.readAllBytes(classes.resolve(shipped.getPackageName().replace('.', '/') + "/Liar.class"));
        var lookup = MethodHandles.privateLookupIn(shipped, MethodHandles.lookup());
        Class<?> hidden = lookup.defineHiddenClass(liar, true).lookupClass();
        parts.put("hidden", hidden.getMethod("make").invoke(null));
        String here = shipped.getPackageName() + ".Liar";
        Class<?> defined;
        try {
            defined = Class.forName(here);
        } catch (ClassNotFoundException notYet) {
            defined = lookup.defineClass(liar);
        }
        if (type.isAssignableFrom(defined)) {
            assertEquals(type.getProtectionDomain(), defined.getProtectionDomain());
            parts.put("defined", defined.getMethod("make").invoke(null));
        }
        return parts;
    }
}
