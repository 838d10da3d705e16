/**
 * Answers of a trained network, and what they cost: neighbours' noisy votes, own rows, and graphs that askers give.
 *
 * <p>Know three classes. {@link dpgnn.predict.Predictor} answers, and counts what was answered. {@link dpgnn.predict.NeighbourVotes} says
 * how many answers there may be, and how noisy votes are. {@link dpgnn.predict.Answer} has a label, and by what it is covered.
 *
 * <pre>{@code
 * var data = Datasets.load("small");
 * var view = data.transductive(data.publicSplit().orElseThrow());
 * var plan = Plan.of(PoissonNodes.of(0.2), Clip.flat(0.5), GaussianNoise.standard()).steps(5).calibrated(4, 1e-4);
 * var rows = plan.experiment(Mlp.of(4), 7).train(view);
 * var predictor = Predictor.of(rows, NeighbourVotes.ofNodes(20, 4).within(8, rows), view, Streams.seed(7));
 * predictor.answer(3);
 * System.out.println(predictor.left() + " answers left"); // prints 19 answers left
 * }</pre>
 */
package dpgnn.predict;
