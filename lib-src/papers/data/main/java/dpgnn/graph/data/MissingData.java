package dpgnn.graph.data;

import java.io.IOException;

/** Thrown when a file of a data set is neither present nor available for download. The message says where to put it. */
public final class MissingData extends IOException {
    private static final long serialVersionUID = 1;

    MissingData(String message, Throwable cause) {
        super(message, cause);
    }
}
