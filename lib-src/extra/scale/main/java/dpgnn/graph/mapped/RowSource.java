package dpgnn.graph.mapped;

import java.io.IOException;

/** Gives the rows of features of a data set one after another, from node 0 on. */
@FunctionalInterface
public interface RowSource {
    void row(int node, float[] into) throws IOException;
}
