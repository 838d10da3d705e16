package dpgnn.kernel;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSyntaxException;
import dpgnn.kernel.cell.Failure;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;
import org.dflib.jjava.jupyter.messages.MessageType;

/** The messages that the kernel sends, with their content as the protocol's JSON. */
final class Messages {
    /** What jjava-jupyter does not know of the protocol. */
    static final MessageType<?> CREATE_SUBSHELL = type("create_subshell_request"),
            CREATED_SUBSHELL = type("create_subshell_reply"),
            DELETE_SUBSHELL = type("delete_subshell_request"),
            DELETED_SUBSHELL = type("delete_subshell_reply"),
            LIST_SUBSHELLS = type("list_subshell_request"),
            LISTED_SUBSHELLS = type("list_subshell_reply");

    private Messages() {}

    /** A type of this name, by a constructor that notes it among all types, and is private. */
    private static MessageType<?> type(String name) {
        try {
            Constructor<?> known = MessageType.class.getDeclaredConstructor(String.class, Class.class);
            known.setAccessible(true);
            return (MessageType<?>) known.newInstance(name, JsonObject.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("another version of jjava-jupyter than the kernel was built with", e);
        }
    }

    /** A message of this type in answer to the parent, which may be null. */
    @SuppressWarnings("unchecked")
    static Message<?> of(MessageContext parent, MessageType<?> type, JsonObject content) {
        return new Message<>(parent, (MessageType<Object>) type, content);
    }

    static Message<?> status(MessageContext parent, String state) {
        return of(parent, MessageType.PUBLISH_STATUS, object("execution_state", state));
    }

    static Message<?> stream(MessageContext parent, String name, String text) {
        JsonObject content = object("name", name);
        content.addProperty("text", text);
        return of(parent, MessageType.PUBLISH_STREAM, content);
    }

    static Message<?> input(MessageContext parent, String code, int count) {
        JsonObject content = object("code", code);
        content.addProperty("execution_count", count);
        return of(parent, MessageType.PUBLISH_EXECUTE_INPUT, content);
    }

    static Message<?> result(MessageContext parent, int count, Map<String, String> mime) {
        JsonObject content = bundle(mime);
        content.addProperty("execution_count", count);
        return of(parent, MessageType.PUBLISH_EXECUTION_RESULT, content);
    }

    static Message<?> display(MessageContext parent, String id, Map<String, String> mime, boolean update) {
        JsonObject content = bundle(mime);
        content.add("transient", object("display_id", id));
        return of(parent, update ? MessageType.PUBLISH_UPDATE_DISPLAY_DATA : MessageType.PUBLISH_DISPLAY_DATA, content);
    }

    static Message<?> error(MessageContext parent, Failure failure) {
        return of(parent, MessageType.PUBLISH_ERROR, describe(failure));
    }

    static JsonObject describe(Failure failure) {
        JsonObject content = object("ename", failure.name());
        content.addProperty("evalue", failure.message());
        content.add("traceback", array(failure.lines()));
        return content;
    }

    static JsonObject ok() {
        return object("status", "ok");
    }

    static JsonObject object(String key, String value) {
        JsonObject object = new JsonObject();
        object.addProperty(key, value);
        return object;
    }

    static JsonArray array(List<String> values) {
        JsonArray array = new JsonArray();
        values.forEach(array::add);
        return array;
    }

    private static JsonObject bundle(Map<String, String> mime) {
        JsonObject content = new JsonObject();
        content.add("data", data(mime));
        content.add("metadata", PictureSize.metadata(mime));
        return content;
    }

    /** Content by MIME type as Jupyter wants it: JSON as JSON, everything else as a string, in a fixed order. */
    static JsonObject data(Map<String, String> mime) {
        JsonObject data = new JsonObject();
        new TreeMap<>(mime).forEach((type, content) -> data.add(type, isJson(type) ? json(content) : text(content)));
        return data;
    }

    private static boolean isJson(String type) {
        return type.equals("application/json") || type.endsWith("+json");
    }

    private static JsonElement json(String content) {
        try {
            return JsonParser.parseString(content);
        } catch (JsonSyntaxException e) {
            return text(content);
        }
    }

    private static JsonElement text(String content) {
        return new JsonPrimitive(content);
    }
}
