package dpgnn.graph.data;

import java.io.IOException;

/** Lets tests of readers see what {@link Datasets} makes of their answers. */
public final class FuzzAccess {
    private FuzzAccess() {}

    /** Something that reads. */
    public interface Reading {
        Object read() throws IOException;
    }

    public static void checked(Reading reading) throws IOException {
        Datasets.checked("fuzz", reading::read);
    }
}
