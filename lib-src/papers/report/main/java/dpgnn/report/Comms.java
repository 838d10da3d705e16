package dpgnn.report;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Channels between the library and a front end, beside the outputs of cells: Jupyter's comms, by which widgets keep a state that
 * both ends share. Only a host with a front end, such as the Java kernel, carries messages; without one nothing may be opened.
 */
public final class Comms {
    /** Carries messages to the front end. */
    public interface Host {
        void open(String id, String target, Map<String, ?> data);

        void send(String id, Map<String, ?> data);

        /** Whether somebody is there who could see widgets, and sees none. */
        default boolean lacksWidgets() {
            return false;
        }

        /** Whether a front end with widgets has asked for them. */
        default boolean hasWidgets() {
            return false;
        }
    }

    private static final Map<String, Consumer<Map<String, ?>>> LISTENERS = new ConcurrentHashMap<>();
    private static volatile Host host;

    private Comms() {}

    /** Sends everything from now on by this host. */
    public static void to(Host newHost) {
        host = newHost;
    }

    /** Whether a host carries messages. */
    public static boolean connected() {
        return host != null;
    }

    /** Whether a reader is there, at a front end without the widgets of Jupyter. */
    public static boolean lacksWidgets() {
        return host != null && host.lacksWidgets();
    }

    /** Whether a reader is there, at a front end with the widgets of Jupyter. */
    public static boolean hasWidgets() {
        return host != null && host.hasWidgets();
    }

    /** Returns a name for a channel to be opened. */
    public static String newId() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** Opens a channel to a target of the front end; the listener receives what comes back. */
    public static void open(String id, String target, Map<String, ?> data, Consumer<Map<String, ?>> listener) {
        LISTENERS.put(id, listener);
        host.open(id, target, data);
    }

    /** Sends on an open channel. */
    public static void send(String id, Map<String, ?> data) {
        if (LISTENERS.containsKey(id)) host.send(id, data);
    }

    /** Hands on what the front end sent; a message of a channel that is closed is dropped. */
    public static void receive(String id, Map<String, ?> data) {
        Consumer<Map<String, ?>> listener = LISTENERS.get(id);
        if (listener != null) listener.accept(data);
    }

    /** Forgets a channel that the front end closed. */
    public static void close(String id) {
        LISTENERS.remove(id);
    }

    /** The channels that are open. */
    public static Set<String> ids() {
        return new TreeSet<>(LISTENERS.keySet());
    }
}
