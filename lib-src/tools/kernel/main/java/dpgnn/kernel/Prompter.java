package dpgnn.kernel;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;
import org.dflib.jjava.jupyter.messages.MessageType;
import org.dflib.jjava.jupyter.messages.reply.InputReply;

/** Asks the front end for a line of input, from a thread of its own, so that the waiting cell can be interrupted. */
final class Prompter {
    private record Question(MessageContext parent, String prompt, boolean password, CompletableFuture<String> answer) {}

    private static final long POLL_MILLIS = 50;

    private final LinkedBlockingQueue<Question> questions = new LinkedBlockingQueue<>();
    private final KernelSocket stdin;

    Prompter(KernelSocket stdin) {
        this.stdin = stdin;
        Thread thread = new Thread(this::answerForEver, "kernel-stdin");
        thread.setDaemon(true);
        thread.start();
    }

    String ask(MessageContext parent, String prompt, boolean password) throws InterruptedException, IOException {
        Question question = new Question(parent, prompt, password, new CompletableFuture<>());
        questions.add(question);
        try {
            return question.answer().get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        } finally {
            question.answer().cancel(false);
        }
    }

    private void answerForEver() {
        try {
            while (true) {
                Question question = questions.take();
                if (question.answer().isDone()) continue;
                try {
                    pose(question);
                } catch (RuntimeException e) {
                    question.answer().completeExceptionally(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pose(Question question) {
        while (stdin.read(0) != null) {
            // An answer to a question that was withdrawn.
        }
        JsonObject content = Messages.object("prompt", question.prompt());
        content.addProperty("password", question.password());
        stdin.sendMessage(Messages.of(question.parent(), MessageType.INPUT_REQUEST, content));
        while (!question.answer().isDone()) {
            Message<?> message = stdin.read(POLL_MILLIS);
            if (message != null && message.getContent() instanceof InputReply reply)
                question.answer().complete(reply.getValue());
        }
    }
}
