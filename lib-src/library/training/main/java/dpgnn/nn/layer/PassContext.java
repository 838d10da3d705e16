package dpgnn.nn.layer;

import dpgnn.graph.Features;
import dpgnn.nn.kernel.Kernels;

/** The context of a forward and backward pass. */
public record PassContext(Kernels kernels, Features features, BatchLayout layout, BatchPart part) {}
