package dpgnn.kernel;

/** The end of the kernel's process. */
final class Shutdown {
    private static final long PATIENCE_MILLIS = 2000;

    private Shutdown() {}

    /** Runs the shutdown hooks, so that files are closed, but does not wait for one that hangs. */
    static void now() {
        Thread exit = new Thread(() -> System.exit(0), "kernel-exit");
        exit.start();
        try {
            exit.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }
}
