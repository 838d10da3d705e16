package dpgnn.graph.data;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits how slow a download may be. A server that sends a byte now and then would otherwise hold it for ever, since no
 * single read would time out.
 *
 * @param total the longest time of one file, all attempts together
 * @param window after each so long a time, enough must have come in it
 * @param leastPerSecond bytes per second over a window
 * @param nanos the clock, as {@link System#nanoTime}
 */
record DownloadPace(Duration total, Duration window, long leastPerSecond, LongSupplier nanos) {
    /** Four hours for the largest file at 1 MB/s; slower than a modem is no download. */
    static DownloadPace usual() {
        return new DownloadPace(Duration.ofHours(4), Duration.ofSeconds(60), 1_000, System::nanoTime);
    }

    Watch begin(String address) {
        return new Watch(address);
    }

    /** Sees to one file. */
    final class Watch {
        private final String address;
        private final long began = nanos.getAsLong();
        private long windowBegan = began;
        private long inWindow;
        private long all;

        private Watch(String address) {
            this.address = address;
        }

        /** So many bytes more. */
        synchronized void came(int bytes) throws IOException {
            inWindow += bytes;
            all += bytes;
            check();
        }

        /** Fails when time is up. */
        synchronized void check() throws IOException {
            long now = nanos.getAsLong();
            if (now - began > total.toNanos())
                throw new IOException(address + " must be here in " + total.toSeconds() + " s, sent only " + all
                        + " bytes in that time");
            long spent = now - windowBegan;
            if (spent < window.toNanos()) return;
            double least = (double) leastPerSecond * spent / 1e9;
            if (inWindow < least)
                throw new IOException(address + " must send at least " + leastPerSecond + " bytes/s, sent " + inWindow
                        + " bytes in " + spent / 1_000_000_000 + " s");
            windowBegan = now;
            inWindow = 0;
        }

        /** Until it is closed, breaks the connection when time is up: whoever waits for its next byte waits no more. */
        Guard guard() {
            return new Guard(this);
        }
    }

    /** A thread that looks at the clock while another waits for a server. */
    static final class Guard implements AutoCloseable {
        private static final long LOOK_MILLIS = 200;

        private final Thread thread;
        private volatile HttpURLConnection connection;

        private Guard(Watch watch) {
            thread = new Thread(() -> look(watch), "download-watch");
            thread.setDaemon(true);
            thread.start();
        }

        void over(HttpURLConnection watched) {
            connection = watched;
        }

        private void look(Watch watch) {
            try {
                while (true) {
                    Thread.sleep(LOOK_MILLIS);
                    try {
                        watch.check();
                    } catch (IOException e) {
                        HttpURLConnection late = connection;
                        if (late != null) late.disconnect();
                    }
                }
            } catch (InterruptedException e) {
                // The download is over.
            }
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }
}
