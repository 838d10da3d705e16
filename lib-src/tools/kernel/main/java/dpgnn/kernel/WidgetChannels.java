package dpgnn.kernel;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dpgnn.kernel.cell.Failure;
import dpgnn.report.Comms;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.comm.CommCloseCommand;
import org.dflib.jjava.jupyter.messages.comm.CommMsgCommand;
import org.dflib.jjava.jupyter.messages.comm.CommOpenCommand;

/**
 * The comms of the protocol. What a front end sends to a subshell is answered beside the cell that runs; what it sends to the main
 * shell waits while a cell runs, as its other requests do.
 */
record WidgetChannels(
        Outbox outbox, Supplier<? extends MessageContext> parent, AtomicBoolean asked, BooleanSupplier reader)
        implements Comms.Host {
    /** Of the protocol of widgets; front ends compare its first number. */
    private static final Map<String, Object> VERSION = Map.of("version", "2.1.0");

    private static final Gson GSON = new Gson();

    @Override
    public void open(String id, String target, Map<String, ?> data) {
        JsonObject content = content(id, data);
        content.addProperty("target_name", target);
        publish(MessageType.COMM_OPEN_COMMAND, content);
    }

    @Override
    public void send(String id, Map<String, ?> data) {
        publish(MessageType.COMM_MSG_COMMAND, content(id, data));
    }

    /** Front ends with widgets ask for those that are open as soon as they know the kernel. */
    @Override
    public boolean lacksWidgets() {
        return reader.getAsBoolean() && !asked.get();
    }

    @Override
    public boolean hasWidgets() {
        return asked.get();
    }

    JsonObject info() {
        asked.set(true);
        JsonObject comms = new JsonObject();
        for (String id : Comms.ids()) comms.add(id, Messages.object("target_name", "jupyter.widget"));
        JsonObject reply = Messages.ok();
        reply.add("comms", comms);
        return reply;
    }

    boolean isAbout(Object content) {
        return content instanceof CommMsgCommand
                || content instanceof CommOpenCommand
                || content instanceof CommCloseCommand;
    }

    /** Answers what the front end sent; the failure of the answer, or null. */
    Failure answer(Object content, Function<Runnable, Failure> way) {
        if (content instanceof CommMsgCommand message) {
            Map<String, ?> data = values(message.getData());
            return way.apply(() -> Comms.receive(message.getCommID(), data));
        }
        if (content instanceof CommCloseCommand close) Comms.close(close.getCommID());
        // The kernel has no targets: a front end that opens one must not wait for it.
        if (content instanceof CommOpenCommand open)
            publish(MessageType.COMM_CLOSE_COMMAND, content(open.getCommID(), Map.of()));
        return null;
    }

    private static Map<String, ?> values(JsonObject data) {
        Map<String, ?> values = GSON.<Map<String, Object>>fromJson(data, Map.class);
        return values == null ? Map.of() : values;
    }

    private static JsonObject content(String id, Map<String, ?> data) {
        JsonObject content = Messages.object("comm_id", id);
        content.add("data", GSON.toJsonTree(data));
        return content;
    }

    @SuppressWarnings("unchecked")
    private void publish(MessageType<?> type, JsonObject content) {
        MessageType<Object> any = (MessageType<Object>) type;
        outbox.add(new Message<>(parent.get(), any, content, null, VERSION));
    }
}
