package dpgnn.kernel;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dpgnn.kernel.cell.Failure;
import dpgnn.kernel.cell.Session;
import dpgnn.report.Comms;
import dpgnn.report.Display;
import dpgnn.report.render.Escapes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.request.CompleteRequest;
import org.dflib.jjava.jupyter.messages.request.ExecuteRequest;
import org.dflib.jjava.jupyter.messages.request.HistoryRequest;
import org.dflib.jjava.jupyter.messages.request.InspectRequest;
import org.dflib.jjava.jupyter.messages.request.IsCompleteRequest;
import org.dflib.jjava.jupyter.messages.request.ShutdownRequest;

/** Answers what a front end asks. */
final class Requests {
    private static final String STALE = "<div style=\"color:#767676;font-size:90%\">";

    private final CompletableFuture<Session> session;
    private final Outbox outbox;
    private final Prompter prompter;
    private final CellHistory history = new CellHistory();
    private final WidgetChannels comms;
    /** Held by what works on the notebook: cells of all shells, and questions about it. */
    private final Object cells = new Object();
    /** What a thread of a subshell answers beside the running cell. */
    private final ThreadLocal<Message<?>> beside = new ThreadLocal<>();

    private final Set<Thread> moving = ConcurrentHashMap.newKeySet();
    private ShellChannel shell;
    private volatile Message<?> parent;
    private volatile boolean mayAsk;
    private int count;
    /** The cells with an output, by their labels, and which label a cell of a front end has. */
    private final Map<String, Message<?>> outputs = new HashMap<>();

    private final Map<String, String> labels = new HashMap<>();
    private final Set<String> noted = new HashSet<>();
    private volatile boolean said;

    Requests(CompletableFuture<Session> session, Outbox outbox, Prompter prompter) {
        this.session = session;
        this.outbox = outbox;
        this.prompter = prompter;
        comms = new WidgetChannels(outbox, this::parent, new AtomicBoolean(), () -> mayAsk);
    }

    Comms.Host comms() {
        return comms;
    }

    void subshellsOf(ShellChannel of) {
        shell = of;
    }

    private Message<?> parent() {
        Message<?> own = beside.get();
        return own == null ? parent : own;
    }

    void standardOutput(String text) {
        said = true;
        outbox.add(parent(), "stdout", text);
    }

    void standardError(String text) {
        outbox.add(parent(), "stderr", text);
    }

    void show(String id, Map<String, String> content, boolean update) {
        System.out.flush();
        System.err.flush();
        said = true;
        outbox.add(Messages.display(parent(), id, content, update));
    }

    void clear(boolean wait) {
        JsonObject content = new JsonObject();
        content.addProperty("wait", wait);
        outbox.add(Messages.of(parent(), MessageType.PUBLISH_CLEAR_OUTPUT, content));
    }

    String ask() throws IOException, InterruptedException {
        System.out.flush();
        if (!mayAsk || beside.get() != null) throw new IOException("this front end does not give input to cells");
        return prompter.ask(parent, "", false);
    }

    /** Handles one message of the shell or control channel and sends the reply, if its type has one. */
    void handle(Message<?> message, ReplyChannel channel) {
        outbox.add(Messages.status(message, "busy"));
        try {
            Object content = message.getContent();
            if (content instanceof ShutdownRequest request) shutdown(message, request, channel);
            else if (channel.isSubshell() && comms.isAbout(content)) move(message, content);
            else if (channel instanceof KernelSocket) control(message, content, channel);
            else
                synchronized (cells) {
                    if (content instanceof ExecuteRequest request) execute(message, request, channel);
                    else answer(message, content, channel);
                }
        } finally {
            outbox.add(Messages.status(message, "idle"));
        }
    }

    /** Answers what must not wait for a cell. */
    private void control(Message<?> message, Object content, ReplyChannel channel) {
        MessageType<?> type = message.getHeader().getType();
        JsonObject reply = Messages.ok();
        if (type == MessageType.KERNEL_INFO_REQUEST) {
            reply(channel, message, MessageType.KERNEL_INFO_REPLY, KernelInfo.json());
        } else if (type == MessageType.INTERRUPT_REQUEST) {
            boolean stopped = session.isDone() && session.join().interrupt();
            if (!stopped) moving.forEach(Thread::interrupt);
            reply(channel, message, MessageType.INTERRUPT_REPLY, reply);
        } else if (type == Messages.CREATE_SUBSHELL) {
            reply.addProperty("subshell_id", shell.create(this));
            reply(channel, message, Messages.CREATED_SUBSHELL, reply);
        } else if (type == Messages.DELETE_SUBSHELL) {
            JsonElement id = ((JsonObject) content).get("subshell_id");
            if (id == null || id.isJsonNull() || !shell.delete(id.getAsString())) {
                reply = Messages.describe(Failure.of("NotFound", "no subshell is called " + id));
                reply.addProperty("status", "error");
            }
            reply(channel, message, Messages.DELETED_SUBSHELL, reply);
        } else if (type == Messages.LIST_SUBSHELLS) {
            reply.add("subshell_id", Messages.array(List.copyOf(shell.subshells())));
            reply(channel, message, Messages.LISTED_SUBSHELLS, reply);
        }
    }

    /** Answers a widget beside the cell that runs. */
    private void move(Message<?> message, Object content) {
        beside.set(message);
        moving.add(Thread.currentThread());
        try {
            tell(comms.answer(content, session.join()::beside));
            if (session.join().takeDeclared()) note();
        } finally {
            moving.remove(Thread.currentThread());
            Thread.interrupted();
            beside.remove();
        }
    }

    private static void tell(Failure failure) {
        if (failure != null) System.err.println(String.join("\n", failure.lines()));
        System.out.flush();
        System.err.flush();
    }

    private void answer(Message<?> message, Object content, ReplyChannel channel) {
        MessageType<?> type = message.getHeader().getType();
        if (type == MessageType.KERNEL_INFO_REQUEST) {
            reply(channel, message, MessageType.KERNEL_INFO_REPLY, KernelInfo.json());
        } else if (content instanceof CompleteRequest request) {
            reply(channel, message, MessageType.COMPLETE_REPLY, complete(request));
        } else if (content instanceof InspectRequest request) {
            reply(channel, message, MessageType.INSPECT_REPLY, inspect(request));
        } else if (content instanceof IsCompleteRequest request) {
            reply(channel, message, MessageType.IS_COMPLETE_REPLY, isComplete(request));
        } else if (content instanceof HistoryRequest request) {
            JsonObject reply = Messages.ok();
            reply.add("history", history.answer(request));
            reply(channel, message, MessageType.HISTORY_REPLY, reply);
        } else if (type == MessageType.COMM_INFO_REQUEST) {
            reply(channel, message, MessageType.COMM_INFO_REPLY, comms.info());
        } else if (comms.isAbout(content)) {
            parent = message;
            mayAsk = false;
            tell(comms.answer(content, session.join()::answer));
            if (session.join().takeDeclared()) note();
        }
        // Other messages ask for no reply from a kernel that does not know them.
    }

    private void execute(Message<?> message, ExecuteRequest request, ReplyChannel channel) {
        parent = message;
        mayAsk = request.isStdinEnabled();
        String code = request.getCode();
        if (!request.isSilent()) {
            count++;
            if (request.shouldStoreHistory()) history.add(count, code);
            outbox.add(Messages.input(message, code, count));
        }
        Display.nextCell();
        if (!request.isSilent()) begins(message, code);
        Session.Outcome outcome = run(request.isSilent() ? "what a front end ran" : label(), code);
        System.out.flush();
        System.err.flush();
        JsonObject reply;
        if (outcome.failure() != null) {
            Message<?> error = Reserve.insist(() -> Messages.error(message, outcome.failure()));
            outbox.add(error);
            reply = Reserve.insist(() -> Messages.describe(outcome.failure()));
            reply.addProperty("status", "error");
        } else {
            reply = Messages.ok();
            reply.add("user_expressions", new JsonObject());
            if (said && !request.isSilent()) outputs.put(label(), message);
        }
        note();
        reply.addProperty("execution_count", count);
        reply.add("payload", new JsonArray());
        outbox.flush();
        boolean refuse = outcome.failure() != null && request.shouldStopOnError();
        List<Message<?>> waiting = refuse ? waiting(channel) : List.of();
        reply(channel, message, MessageType.EXECUTE_REPLY, reply);
        waiting.forEach(each -> refuse(each, channel));
    }

    private String label() {
        return "cell [" + count + "]";
    }

    /** A cell that runs again has lost its output; a front end may say which it is, and else its text does. */
    private synchronized void begins(Message<?> message, String code) {
        Object id = message.hasMetadata() ? message.getMetadata().get("cellId") : null;
        String last = labels.put(id == null ? code : id.toString(), label());
        if (last != null) {
            outputs.remove(last);
            noted.remove(last);
            session.join().forget(last);
        }
        said = false;
    }

    /** Says below an output that what it was made with has changed, and takes that back. */
    private synchronized void note() {
        session.join().notes().forEach((label, note) -> {
            Message<?> cell = outputs.get(label);
            if (cell == null || note.isEmpty() && !noted.contains(label)) return;
            Map<String, String> shown = Map.of(
                    "text/plain", note, "text/html", note.isEmpty() ? "" : STALE + Escapes.html(note) + "</div>");
            outbox.add(Messages.display(cell, "stale " + label, shown, !noted.add(label)));
        });
    }

    private Session.Outcome run(String label, String code) {
        Message<?> message = parent;
        Reserve.refill();
        try {
            Session.Outcome outcome = session.join().run(label, code);
            said |= !outcome.shown().isEmpty();
            if (!outcome.shown().isEmpty()) outbox.add(Messages.result(message, count, outcome.shown()));
            return outcome.failure() == null
                    ? outcome
                    : Reserve.insist(() -> Session.Outcome.failed(withRoom(outcome.failure())));
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            if (e instanceof OutOfMemoryError) Reserve.release();
            return Reserve.insist(() -> Session.Outcome.failed(
                    withRoom(Failure.of(e.getClass().getName(), String.valueOf(e.getMessage())))));
        }
    }

    /** The failure; where it is that the heap is full, there is room again, and it says what to do. */
    private static Failure withRoom(Failure failure) {
        if (failure.lines().stream().noneMatch(line -> line.contains("OutOfMemoryError"))) return failure;
        Reserve.release();
        return failure.and(Failure.of(
                "Memory",
                "the heap is full. Set variables to null that you no longer need, or restart the kernel;"
                        + " DPGNN_HEAP, such as 4g, sets another size"));
    }

    /** What the front end sent before it knows that the cell failed. */
    private static List<Message<?>> waiting(ReplyChannel channel) {
        List<Message<?>> waiting = new ArrayList<>();
        Message<?> next;
        while ((next = channel.waiting()) != null) waiting.add(next);
        return waiting;
    }

    /** A cell that was sent behind a failed one was sent in the belief that it would work. */
    private void refuse(Message<?> message, ReplyChannel channel) {
        if (!(message.getContent() instanceof ExecuteRequest)) {
            handle(message, channel);
            return;
        }
        outbox.add(Messages.status(message, "busy"));
        JsonObject reply = Messages.object("status", "aborted");
        reply.addProperty("execution_count", count);
        reply(channel, message, MessageType.EXECUTE_REPLY, reply);
        outbox.add(Messages.status(message, "idle"));
    }

    private JsonObject complete(CompleteRequest request) {
        String code = request.getCode();
        int cursor = Positions.toChars(code, request.getCursorPos());
        var found = session.join().complete(code, cursor);
        JsonObject reply = Messages.ok();
        reply.add("matches", Messages.array(found.matches()));
        reply.addProperty("cursor_start", Positions.toCodePoints(code, found.start()));
        reply.addProperty("cursor_end", Positions.toCodePoints(code, found.end()));
        reply.add("metadata", new JsonObject());
        return reply;
    }

    private JsonObject inspect(InspectRequest request) {
        String code = request.getCode();
        int cursor = Positions.toChars(code, request.getCursorPos());
        Map<String, String> found = session.join().explain(code, cursor);
        JsonObject reply = Messages.ok();
        reply.addProperty("found", !found.isEmpty());
        reply.add("data", Messages.data(found));
        reply.add("metadata", new JsonObject());
        return reply;
    }

    private JsonObject isComplete(IsCompleteRequest request) {
        JsonObject reply = Messages.object("status", session.join().status(request.getCode()));
        if (reply.get("status").getAsString().equals("incomplete")) reply.addProperty("indent", "    ");
        return reply;
    }

    private void shutdown(Message<?> message, ShutdownRequest request, ReplyChannel channel) {
        JsonObject reply = Messages.ok();
        reply.addProperty("restart", request.isRestart());
        reply(channel, message, MessageType.SHUTDOWN_REPLY, reply);
        outbox.add(Messages.of(message, MessageType.SHUTDOWN_REPLY, reply));
        outbox.add(Messages.status(message, "idle"));
        outbox.flush();
        Shutdown.now();
    }

    private static void reply(ReplyChannel channel, Message<?> request, MessageType<?> type, JsonObject content) {
        channel.send(Messages.of(request, type, content));
    }
}
