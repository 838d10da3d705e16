package dpgnn.nn;

import dpgnn.random.Stream;
import dpgnn.sampling.Batch;

/**
 * Examples of a batch that are taken at once, on their way into a sum.
 *
 * @param from the first of them
 * @param to the example behind the last
 * @param dropout where dropout masks come from, or null to leave dropout off
 * @param first whether nothing of the same sum came before
 * @param last whether nothing of the same sum comes after
 */
record BatchPart(Batch batch, int from, int to, Stream dropout, boolean first, boolean last) {
    int examples() {
        return to - from;
    }
}
