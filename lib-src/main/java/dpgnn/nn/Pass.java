package dpgnn.nn;

import dpgnn.graph.Features;

/** What a forward and backward pass works with. */
record Pass(Kernels kernels, Features features, Layout layout, BatchPart part) {}
