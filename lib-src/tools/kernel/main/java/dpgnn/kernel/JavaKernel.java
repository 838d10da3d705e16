package dpgnn.kernel;

import dpgnn.kernel.cell.Notebook;
import dpgnn.kernel.cell.Session;
import dpgnn.report.Comms;
import dpgnn.report.Display;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.Message;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/**
 * Runs the kernel as a program: {@code java dpgnn.kernel.JavaKernel connection.json}. All sockets are bound before the first
 * request is read, and JShell starts meanwhile.
 */
final class JavaKernel {
    private final ZMQ.Context context = ZMQ.context(1);
    private final KernelConnectionProperties connection;
    private final Signatures signatures;

    private JavaKernel(KernelConnectionProperties connection) throws Exception {
        this.connection = connection;
        this.signatures = Signatures.of(connection.getSignatureScheme(), connection.getKey());
        context.setThreadFactor(JavaKernel::threadOfSockets);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1 && arguments[0].equals("--warm-up")) {
            warmUp();
            return;
        }
        if (arguments.length != 1 || !Files.isReadable(Path.of(arguments[0]))) {
            System.err.println("usage: JavaKernel CONNECTION_FILE, which Jupyter writes and must be readable");
            System.exit(2);
        }
        String file = Files.readString(Path.of(arguments[0]));
        new JavaKernel(KernelConnectionProperties.parse(file)).serve();
    }

    /** A small training, with names that every cell knows. */
    private static final String TRAINING = """
            var lab = Lab.of("start", "ci");
            var data = Datasets.load("small");
            var split = data.publicSplit().orElseThrow();
            var view = data.transductive(split);
            var test = Evaluation.wholeGraph(data.evaluation(split, Split.Role.TEST));
            var plan = Plan.of(HeterPoisson.of(0.25, 1), Clip.flat(0.5), GaussianNoise.standard())
                    .steps(2).delta(1e-4).multiplier(4);
            var trained = plan.experiment(Gcn.of(4), 1)
                    .follow("test accuracy", 2, test.microF1()).listen(ProgressListener.of()).train(view);
            System.out.println(lab.promise(trained));
            """;

    /** What a notebook shows of it. */
    private static final String SHOWN = """
            display(Figure.of("f").x("x").y("y").curve("c", new double[] {1, 2}, new double[] {3, 4}));
            display(trained.guarantee());
            Table.columns("c").title("t").row(1)
            """;

    /** Does what first cells do and ends: what is loaded meanwhile can be archived for the next start. */
    private static void warmUp() {
        try (Session session = new Session(sources())) {
            session.run(
                    "warm-up",
                    "int x = 1;\nrecord P(int a) {}\nint f(int n) { return n + x; }\nSystem.out.println(f(2));");
            session.run("warm-up", "for (int i = 0; i < 3; i++) { x += i; }\ndisplay(List.of(1, 2));\nx");
            session.run("warm-up", TRAINING);
            session.run("warm-up", SHOWN);
            session.complete("Stri", 4);
        }
        Messages.data(java.util.Map.of("text/plain", "x"));
        ZMQ.context(1).close();
    }

    private static Path sources() {
        String sources = System.getProperty("dpgnn.sources");
        return sources == null ? null : Path.of(sources);
    }

    private void serve() {
        CompletableFuture<Session> session = CompletableFuture.supplyAsync(() -> new Session(sources()));
        KernelSocket heartbeat = channel(SocketType.REP, "heartbeat", connection.getHbPort());
        KernelSocket iopub = channel(SocketType.PUB, "iopub", connection.getIopubPort());
        KernelSocket stdin = channel(SocketType.ROUTER, "stdin", connection.getStdinPort());
        KernelSocket control = channel(SocketType.ROUTER, "control", connection.getControlPort());
        KernelSocket shell = channel(SocketType.ROUTER, "shell", connection.getShellPort());

        Outbox outbox = new Outbox(iopub::sendMessage);
        outbox.add(Messages.status(null, "starting"));
        Requests requests = new Requests(session, outbox, new Prompter(stdin));
        System.setOut(StandardStreams.to(requests::standardOutput));
        System.setErr(StandardStreams.to(requests::standardError));
        System.setIn(StandardStreams.from(requests::ask));
        Display.to(requests::show);
        Comms.to(requests.comms());
        Notebook.onClear(requests::clear);

        ShellChannel shells = new ShellChannel(context, shell, signatures);
        requests.subshellsOf(shells);
        thread("heartbeat", () -> echo(heartbeat)).start();
        thread("control", () -> listen(control, requests)).start();
        thread("parent", JavaKernel::endWithParent).start();
        new Thread(() -> shells.serve(requests), "kernel-shell").start();
    }

    private KernelSocket channel(SocketType type, String name, int port) {
        KernelSocket channel = new KernelSocket(context, type, signatures, name, port);
        channel.bind(connection);
        return channel;
    }

    private static Thread thread(String name, Runnable body) {
        return threadOfSockets(body, "kernel-" + name);
    }

    private static Thread threadOfSockets(Runnable body, String name) {
        Thread thread = new Thread(Reserve.outliving(body), name);
        thread.setDaemon(true);
        return thread;
    }

    /** A beat that was received is sent, also when the heap was full between: the socket receives no other before. */
    private static void echo(KernelSocket heartbeat) {
        AtomicReference<byte[]> beat = new AtomicReference<>();
        Reserve.outliving(() -> {
                    while (true) {
                        if (beat.get() == null) beat.set(heartbeat.recv());
                        heartbeat.send(beat.get());
                        beat.set(null);
                    }
                })
                .run();
    }

    private static void listen(KernelSocket channel, Requests requests) {
        while (true) {
            try {
                Message<?> message = channel.read(-1);
                if (message != null) requests.handle(message, channel);
            } catch (RuntimeException e) {
                // A message that cannot be read must not end the kernel.
                System.err.println("message dropped: " + e);
            }
        }
    }

    /** A kernel whose Jupyter is gone has nobody left to shut it down. */
    private static void endWithParent() {
        if (System.getenv("JPY_PARENT_PID") == null) return;
        long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L);
        while (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L) == parent) {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                return;
            }
        }
        Runtime.getRuntime().halt(1);
    }
}
