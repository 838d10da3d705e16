package dpgnn.kernel.cell;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Classes of the kernel and of what the notebook put on its class path, to be looked at and never run. */
final class NotebookClasses {
    private final List<URL> added = new ArrayList<>();
    private ClassLoader loader = NotebookClasses.class.getClassLoader();

    void add(String path) {
        try {
            added.add(Path.of(path).toUri().toURL());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("cannot be on a class path: " + path, e);
        }
        loader = new URLClassLoader(added.toArray(URL[]::new), NotebookClasses.class.getClassLoader());
    }

    /** The class of this binary name, null if there is none. */
    Class<?> find(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
