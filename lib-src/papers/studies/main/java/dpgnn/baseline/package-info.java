/**
 * Published baselines (GAP, Blink, NDP and naive DP-SGD), and links over a hop of GAP, and nothing else.
 *
 * <p>Know three classes. {@link dpgnn.baseline.Gap} hides an edge, or a node, by noise on each hop. {@link dpgnn.baseline.PublicEdges} is
 * what public edges alone predict. {@link dpgnn.baseline.HopLinks} predicts edges from a hop of GAP.
 *
 * <pre>{@code
 * var data = Datasets.load("small");
 * var view = data.transductive(data.publicSplit().orElseThrow());
 * var gap = Gap.of(Gap.Noise.EDGE).train(view, 4, 1e-5, Streams.seed(7));
 * System.out.println(gap.guarantee(1e-5).epsilon() <= 4); // prints true
 * }</pre>
 */
package dpgnn.baseline;
