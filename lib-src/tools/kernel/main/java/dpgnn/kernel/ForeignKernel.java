package dpgnn.kernel;

import dpgnn.base.Described;
import dpgnn.kernel.cell.Notebook;
import dpgnn.report.Display;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.RenderContext;

/**
 * The library in another Java kernel: figures and tables as pictures, bars that move, and all that a notebook of the library uses
 * without an import. JJava finds this class by itself where it is on the class path, and installs it when it starts. In rapaio's
 * kernel a cell of {@link #imports} comes first, whose last line is {@code dpgnn.kernel.ForeignKernel.rapaio();}.
 */
public final class ForeignKernel implements Extension {
    private static final String RAPAIO = "org.rapaio.jupyter.kernel.";

    /** The lines that stand for what our own kernel imports by itself. */
    public static List<String> imports() {
        return Notebook.imports();
    }

    /** Prints the cell of imports. */
    public static void main(String[] arguments) {
        imports().forEach(System.out::println);
        System.out.println(ForeignKernel.class.getName() + ".rapaio();");
    }

    @Override
    public void install(BaseKernel kernel) {
        imports().forEach(line -> run(kernel, line));
        kernel.getRenderer().createRegistration(Display.Rich.class).register(ForeignKernel::render);
        kernel.getRenderer().createRegistration(Described.class).register(ForeignKernel::render);
        Display.to((id, content, update) -> {
            DisplayData data = new DisplayData();
            content.forEach(data::putData);
            data.setDisplayId(id);
            if (update) kernel.getIO().display.updateDisplay(id, data);
            else kernel.display(data);
        });
    }

    private static void render(Object value, RenderContext context) {
        Display.present(value).forEach(context.getOutputContainer()::putData);
    }

    /** JJava's newer versions have a builder in place of the method. */
    private static void run(BaseKernel kernel, String source) {
        try {
            kernel.evalRaw(source);
        } catch (NoSuchMethodError e) {
            try {
                Object builder =
                        BaseKernel.class.getMethod("evalBuilder", String.class).invoke(kernel, source);
                Method eval = builder.getClass().getMethod("eval");
                eval.setAccessible(true);
                eval.invoke(builder);
            } catch (ReflectiveOperationException other) {
                throw new IllegalStateException("an unknown version of JJava", other);
            }
        }
    }

    /**
     * Teaches rapaio's kernel, in which this is called, to show what the library shows. Of what its service providers may add it
     * keeps only what is compiled against it, which the library is not.
     *
     * @throws IllegalStateException in another kernel, or in a version that is built otherwise
     */
    public static void rapaio() {
        try {
            Class<?> shown = Class.forName(RAPAIO + "display.DisplayData");
            Class<?> renderer = Class.forName(RAPAIO + "display.DisplayRenderer");
            Class<?> global = Class.forName(RAPAIO + "global.Global");
            Method make = shown.getMethod("withType", String.class, String.class);
            Method put = shown.getMethod("putData", String.class, Object.class);
            Method name = shown.getMethod("setDisplayId", String.class);
            Object system = global.getMethod("displaySystem").invoke(null);
            Field field = system.getClass().getDeclaredField("systemDisplayRenderers");
            field.setAccessible(true);
            @SuppressWarnings("unchecked")
            List<Object> renderers = (List<Object>) field.get(system);
            for (Class<?> type : List.of(Display.Rich.class, Described.class, shown))
                renderers.add(
                        0,
                        Proxy.newProxyInstance(
                                renderer.getClassLoader(),
                                new Class<?>[] {renderer},
                                (proxy, method, given) -> switch (method.getName()) {
                                    case "rendererClass" -> type;
                                    case "canRender" -> true;
                                    case "render" ->
                                        type == shown ? given[1] : data(Display.present(given[1]), make, put);
                                    case "hashCode" -> System.identityHashCode(proxy);
                                    case "equals" -> proxy == given[0];
                                    default -> "what dpgnn shows";
                                }));
            Method display = global.getMethod("display", Object.class);
            Method update = global.getMethod("updateDisplay", String.class, Object.class);
            Display.to((id, content, again) -> {
                try {
                    Object data = data(content, make, put);
                    name.invoke(data, id);
                    if (again) update.invoke(null, id, data);
                    else display.invoke(null, data);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this is not rapaio's kernel, or an unknown version of it: " + e, e);
        }
    }

    private static Object data(Map<String, String> content, Method make, Method put)
            throws ReflectiveOperationException {
        Map<String, String> rest = new TreeMap<>(content);
        Object data = make.invoke(null, "text/plain", rest.remove("text/plain"));
        for (Map.Entry<String, String> each : rest.entrySet()) put.invoke(data, each.getKey(), each.getValue());
        return data;
    }
}
