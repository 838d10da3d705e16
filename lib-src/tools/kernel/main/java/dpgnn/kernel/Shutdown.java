package dpgnn.kernel;

/** The end of the kernel's process. */
final class Shutdown {
    private static final long PATIENCE_MILLIS = 2000;
    /** For the last messages to leave the process. */
    private static final long LAST_WORDS_MILLIS = 100;

    private Shutdown() {}

    /** Runs the shutdown hooks, so that files are closed, but does not wait for one that hangs. */
    static void now() {
        Thread exit = new Thread(() -> System.exit(0), "kernel-exit");
        try {
            Thread.sleep(LAST_WORDS_MILLIS);
            exit.start();
            exit.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }
}
