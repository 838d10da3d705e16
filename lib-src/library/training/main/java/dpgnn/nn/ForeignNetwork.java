package dpgnn.nn;

import dpgnn.graph.Labels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.layer.Layer;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * A network of another library, as one operation of a {@link Network}. It takes one example at a time, on the host, and forms its
 * gradient.
 *
 * <p><b>Guarantee.</b> Nothing here is checked: that a gradient is a function of its example, the parameters and the given coins
 * alone is for the class to prove. A model that is built of it is a user's, and no training of it is more than GIVEN.
 */
public interface ForeignNetwork {
    /** The library, by which its layer is named. */
    String library();

    /** The arrays that are learned, in the order of the flat buffer; all of layer 0. */
    List<ParameterSlot> slots();

    /** Values to begin with. */
    float[] start(RandomStream stream);

    /** The network from rows to logits, with memory of its own; a {@link dpgnn.nn.layer.LearnedLayer}. */
    Layer operation(Layer rows);

    /** Refuses labels that its loss is not for, and a release where its results cannot be repeated. */
    void require(Labels labels, boolean release);

    /** What is assumed, beside IEEE arithmetic, of what it computes in a release. */
    List<String> assumptions();
}
