package dpgnn.nn;

import dpgnn.graph.Features;
import dpgnn.random.Stream;

/**
 * What a forward and backward pass works with.
 *
 * @param dropout where dropout masks come from, or null to leave dropout off
 * @param first whether nothing of the same sum came before
 * @param last whether nothing of the same sum comes after
 * @param exact what gradients are added to where kernels are exact, else null
 */
record Pass(
        Kernels kernels,
        Features features,
        Layout layout,
        Stream dropout,
        boolean first,
        boolean last,
        ExactSum exact) {}
