package dpgnn.graph.data;

import java.io.IOException;

/** A file of a data set that is neither at hand nor to be had; the message says where to put it. */
public final class MissingData extends IOException {
    private static final long serialVersionUID = 1;

    MissingData(String message, Throwable cause) {
        super(message, cause);
    }
}
