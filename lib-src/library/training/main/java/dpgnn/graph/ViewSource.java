package dpgnn.graph;

import java.io.IOException;
import java.io.Serializable;

/**
 * Says how to open a training's data: a data set's name, or a path that every machine of a cluster has. The source is sent to
 * those machines, the data are not. It must open the same view everywhere.
 */
@FunctionalInterface
public interface ViewSource extends Serializable {
    TrainingView open() throws IOException;
}
