package dpgnn.kernel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Redirects standard output, error and input to the front end. */
final class StandardStreams {
    /** Asks the user for a line; null if there is none to ask. */
    public interface Prompt {
        String ask() throws IOException, InterruptedException;
    }

    private StandardStreams() {}

    public static PrintStream to(Consumer<String> sink) {
        return new PrintStream(new Utf8(sink), true, StandardCharsets.UTF_8);
    }

    /** Hands on whole characters only: a writer may stop in the middle of one. */
    private static final class Utf8 extends OutputStream {
        private final Consumer<String> sink;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Utf8(Consumer<String> sink) {
            this.sink = sink;
        }

        @Override
        public synchronized void write(int b) {
            bytes.write(b);
            if (b == '\n') flush();
        }

        @Override
        public synchronized void write(byte[] b, int off, int len) {
            bytes.write(b, off, len);
        }

        @Override
        public synchronized void flush() {
            byte[] all = bytes.toByteArray();
            int whole = whole(all);
            if (whole == 0) return;
            bytes.reset();
            bytes.write(all, whole, all.length - whole);
            sink.accept(new String(all, 0, whole, StandardCharsets.UTF_8));
        }

        /** How many bytes at the start hold whole characters. */
        private static int whole(byte[] all) {
            int lead = all.length - 1;
            while (lead >= 0 && lead > all.length - 4 && (all[lead] & 0xC0) == 0x80) lead--;
            if (lead < 0) return all.length;
            int first = all[lead] & 0xFF;
            int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
            return lead + length > all.length ? lead : all.length;
        }
    }

    public static InputStream from(Prompt prompt) {
        return new Lines(prompt);
    }

    /** A line is asked for when the reader has come to the end of the last one. */
    private static final class Lines extends InputStream {
        private final Prompt prompt;
        private byte[] line = {};
        private int at;

        Lines(Prompt prompt) {
            this.prompt = prompt;
        }

        @Override
        public synchronized int read() throws IOException {
            if (at == line.length && !next()) return -1;
            return line[at++] & 0xFF;
        }

        @Override
        public synchronized int read(byte[] b, int off, int len) throws IOException {
            if (len == 0) return 0;
            if (at == line.length && !next()) return -1;
            int n = Math.min(len, line.length - at);
            System.arraycopy(line, at, b, off, n);
            at += n;
            return n;
        }

        @Override
        public synchronized int available() {
            return line.length - at;
        }

        private boolean next() throws IOException {
            try {
                String answer = prompt.ask();
                if (answer == null) return false;
                line = (answer + "\n").getBytes(StandardCharsets.UTF_8);
                at = 0;
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for input", e);
            }
        }
    }
}
