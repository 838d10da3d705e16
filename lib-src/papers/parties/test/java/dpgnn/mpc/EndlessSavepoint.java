package dpgnn.mpc;

import java.nio.file.Path;

/** Writes one savepoint over and over, to be killed while it does. */
public final class EndlessSavepoint {
    private EndlessSavepoint() {}

    public static void main(String[] arguments) {
        byte[] content = new byte[4 << 20];
        while (true) Savepoints.publish(Path.of(arguments[0]), content);
    }
}
