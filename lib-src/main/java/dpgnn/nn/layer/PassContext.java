package dpgnn.nn.layer;

import dpgnn.graph.Features;
import dpgnn.nn.kernel.Kernels;

/** What a forward and backward pass works with. */
public record PassContext(Kernels kernels, Features features, BatchLayout layout, BatchPart part) {}
