package dpgnn.nn.layer;

import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;

/**
 * Examples of a batch that are processed together, on their way into a sum.
 *
 * @param from the first of them
 * @param to the example behind the last
 * @param dropout where dropout masks come from, or null to leave dropout off
 * @param first whether nothing of the same sum came before
 * @param last whether nothing of the same sum comes after
 */
public record BatchPart(Batch batch, int from, int to, RandomStream dropout, boolean first, boolean last) {
    public int examples() {
        return to - from;
    }
}
