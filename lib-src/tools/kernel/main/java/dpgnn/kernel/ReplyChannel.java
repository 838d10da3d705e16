package dpgnn.kernel;

import org.dflib.jjava.jupyter.messages.Message;

/** Where the answer to a request goes. */
interface ReplyChannel {
    void send(Message<?> reply);

    /** What was sent behind the request and is still unread; null for nothing. */
    Message<?> waiting();

    /** Whether it works beside the cell that runs. */
    default boolean isSubshell() {
        return false;
    }
}
