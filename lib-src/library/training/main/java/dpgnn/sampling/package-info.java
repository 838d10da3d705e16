/**
 * Samplers, which draw the examples of a step. A sampler states its own event, so nobody types a rate twice.
 *
 * <p>Know three classes. {@link dpgnn.sampling.Sampler} is the interface: a bound on what one unit changes, a drawing, an event. {@link
 * dpgnn.sampling.HomeStars} is the sampler to begin with at node level; {@link dpgnn.sampling.DisjointWalks} is the one of walks.
 *
 * <pre>{@code
 * var graph = Datasets.load("small").graph();
 * var stars = HomeStars.of(0.25, 2); // rate of centres, neighbours expected in each
 * System.out.println(stars.unit() + ", " + stars.relation()); // prints NODE, PARTICIPATION
 * var batch = new Batch();
 * var everyone = Participants.of(graph, IntStream.range(0, graph.nodes()).toArray());
 * stars.draws(everyone, Streams.seed(1).stream("batches")).draw(0, batch);
 * }</pre>
 */
package dpgnn.sampling;
