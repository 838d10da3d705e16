package dpgnn.kernel.cell;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** A cell that bash runs: what it prints is shown as it comes, and a status other than 0 is a failure. */
final class BashScript {
    private volatile Process process;

    Session.Outcome run(String script) throws IOException {
        if (script.isBlank()) return Magics.fail("%%bash needs a script below it in the cell");
        Process running = new ProcessBuilder("bash", "-c", script).start();
        process = running;
        try {
            running.getOutputStream().close();
            Thread errors = new Thread(() -> copy(running.getErrorStream(), System.err), "kernel-bash");
            errors.setDaemon(true);
            errors.start();
            copy(running.getInputStream(), System.out);
            int status = running.waitFor();
            errors.join(TimeUnit.SECONDS.toMillis(1));
            return status == 0 ? Session.Outcome.NOTHING : Magics.fail("%%bash ended with status " + status);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Magics.fail("%%bash was stopped");
        } finally {
            interrupt();
            process = null;
        }
    }

    /** Ends the script and what it started. */
    void interrupt() {
        Process running = process;
        if (running == null) return;
        running.descendants().forEach(ProcessHandle::destroy);
        running.destroy();
    }

    private static void copy(InputStream from, PrintStream to) {
        byte[] buffer = new byte[8192];
        try {
            int n;
            while ((n = from.read(buffer)) >= 0) {
                to.write(buffer, 0, n);
                to.flush();
            }
        } catch (IOException e) {
            // The script was stopped.
        }
    }
}
