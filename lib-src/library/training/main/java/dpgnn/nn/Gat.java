package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.Activation;

/**
 * Graph attention networks (Veličković et al. 2018). A row attends to itself and to the rows that it aggregates from, within the
 * example; the vectors of the scores are linear maps, whose per-example gradients have ghost norms like those of any other.
 *
 * <p><b>Guarantee.</b> A network of {@link Branch}es: docs/proofs.md, lemma 80.
 */
public final class Gat {
    private Gat() {}

    /** One round of attention by one head into {@code width} units, then a linear head. */
    public static Model of(int width) {
        return of(width, 1);
    }

    /** One round of attention by so many heads, each with an equal part of {@code width} units, then a linear head. */
    public static Model of(int width, int heads) {
        return layers(1, width, heads);
    }

    /** {@code layers} rounds of attention, ELU after each, then a linear head. */
    public static Model layers(int layers, int width, int heads) {
        Check.atLeast("layers", layers, 1);
        Branch rows = Branch.features();
        for (int k = 0; k < layers; k++)
            rows = rows.linear(width, Activation.IDENTITY).attended(heads).activated(Activation.ELU);
        return rows.classes("Gat");
    }
}
