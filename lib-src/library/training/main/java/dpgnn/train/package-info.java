/**
 * Plans, trainers and the record of a run. This package is the only way into private training.
 *
 * <p>Know three classes. {@link dpgnn.train.Plan} ties a sampler, a clip and a noise, and refuses parts that do not fit. {@link
 * dpgnn.train.Trainer} trains by a plan: for an experiment from a seed, or for a release from secure randomness. {@link
 * dpgnn.train.Trained} holds weights, metrics and the guarantee of what ran.
 *
 * <pre>{@code
 * var data = Datasets.load("small");
 * var view = data.transductive(data.publicSplit().orElseThrow());
 * var plan = Plan.of(HomeStars.of(0.25, 2), Clip.flat(0.5), GaussianNoise.standard())
 *         .steps(10)
 *         .calibrated(8, 1e-4);
 * var trained = plan.experiment(Gcn.of(8), 7).train(view);
 * System.out.println(trained.guarantee().verdict()); // prints IDEAL
 * }</pre>
 */
package dpgnn.train;
