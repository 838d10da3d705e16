package dpgnn.kernel.cell;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jshell.execution.LocalExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/**
 * Runs snippets in this JVM, on JShell's own local execution, and keeps two things that JShell does not give: the value itself
 * where JShell has only its text, and the thread that computes it, so that it can be asked to stop before it is made to.
 */
final class CellExecution extends LocalExecutionControl {
    private static final Method TRAMPOLINE = trampoline();
    /** Set by the thread that invokes, seen by the thread that JShell starts for the snippet. */
    private static final InheritableThreadLocal<Call> CALL = new InheritableThreadLocal<>();

    private final class Call {
        final Callable<Object> body;
        final ClassLoader loader;

        Call(Callable<Object> body, ClassLoader loader) {
            this.body = body;
            this.loader = loader;
        }

        void run() throws Throwable {
            Thread self = Thread.currentThread();
            self.setName("cell");
            if (loader != null) self.setContextClassLoader(loader);
            thread = self;
            try {
                if (cancelled) throw new InterruptedException();
                value = body.call();
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
                throw e.getCause();
            } finally {
                thread = null;
            }
        }
    }

    final SnippetClasses classes = new SnippetClasses();
    private volatile Thread thread;
    private volatile boolean cancelled;
    private volatile Object value;
    private volatile ClassLoader lastLoader;
    private volatile Throwable thrown;

    /** The value of the snippet that ran last, which is then forgotten here. */
    Object takeValue() {
        Object taken = value;
        value = null;
        return taken;
    }

    /** What the running cell has thrown, as the object that it is; JShell hands on its name and message alone. */
    Throwable thrown() {
        return thrown;
    }

    /** Nothing is asked to stop any more. */
    void reset() {
        cancelled = false;
        value = null;
        thrown = null;
    }

    /** Asks the running snippet, or else the next one, to stop. */
    void interrupt() {
        cancelled = true;
        Thread running = thread;
        if (running != null) running.interrupt();
    }

    boolean isRunning() {
        return thread != null;
    }

    @Override
    public void load(ClassBytecodes[] loaded)
            throws ClassInstallException, NotImplementedException, EngineTerminationException {
        super.load(loaded);
        classes.add(loaded, name -> {
            try {
                return findClass(name);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Not the value of a variable, which JShell would ask for its text, but the name of its type. */
    @Override
    public String varValue(String className, String variable) throws EngineTerminationException, InternalException {
        try {
            return findClass(className).getDeclaredField(variable).getType().getName();
        } catch (ClassNotFoundException | NoSuchFieldException e) {
            throw new InternalException(e.toString());
        }
    }

    /** Gives this thread the class loader of the snippet that ran last, as a cell's thread has it. */
    void enter() {
        if (lastLoader != null) Thread.currentThread().setContextClassLoader(lastLoader);
    }

    /** Runs this where snippets run, so that it can be stopped as they can. */
    <T> T call(Callable<T> body) throws Exception {
        AtomicReference<T> result = new AtomicReference<>();
        clientCodeEnter();
        try {
            run(
                    () -> {
                        result.set(body.call());
                        return null;
                    },
                    null);
        } finally {
            clientCodeLeave();
        }
        return result.get();
    }

    @Override
    protected String invoke(Method method) throws Exception {
        Class<?> home = method.getDeclaringClass();
        if (!classes.runs(home)) return "";
        Callable<Object> body = () -> {
            Object result = method.invoke(null);
            classes.ran(home);
            return result;
        };
        lastLoader = home.getClassLoader();
        if (Thread.currentThread() != thread) return run(body, lastLoader);
        // A cell that evaluates code runs it itself: JShell's execution holds one cell at a time.
        value = body.call();
        return "";
    }

    /** What a cell evaluated has ended, but the cell runs on. */
    @Override
    protected void clientCodeLeave() {
        if (Thread.currentThread() != thread) super.clientCodeLeave();
    }

    private String run(Callable<Object> body, ClassLoader loader) throws Exception {
        CALL.set(new Call(body, loader));
        try {
            return super.invoke(TRAMPOLINE);
        } finally {
            CALL.remove();
        }
    }

    private static void run() throws Throwable {
        Call call = CALL.get();
        CALL.remove();
        call.run();
    }

    private static Method trampoline() {
        try {
            Method method = CellExecution.class.getDeclaredMethod("run");
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    ExecutionControlProvider provider() {
        return new ExecutionControlProvider() {
            @Override
            public String name() {
                return "dpgnn";
            }

            @Override
            public ExecutionControl generate(ExecutionEnv env, Map<String, String> parameters) {
                return CellExecution.this;
            }
        };
    }
}
