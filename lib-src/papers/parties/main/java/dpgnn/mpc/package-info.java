/**
 * Data holders with different columns and edges of the same nodes train one network with a semi-honest server: "Privacy-Preserving
 * Graph Neural Network for Node Classification" (Zhou, Chen, Zheng et al. 2020).
 *
 * <p>Know three classes. {@link dpgnn.mpc.VerticalData} splits a data set among holders. {@link dpgnn.mpc.VerticalGnn} trains by the
 * protocol, in one process or in several. {@link dpgnn.mpc.PpgnnSettings} has every parameter of it.
 *
 * <pre>{@code
 * var data = VerticalData.of(Datasets.load("small"), new double[] {1, 1}, new int[] {0, 1, 2},
 *         new int[] {3}, new int[] {4}, Streams.seed(1).stream("partition"));
 * var settings = PpgnnSettings.standard().with(PpgnnSettings::epochs, 2).with(PpgnnSettings::width, 8)
 *         .with(PpgnnSettings::initial, PpgnnSettings.Initial.SHARED);
 * var history = VerticalGnn.of(settings).train(data, Streams.seed(1)).history();
 * System.out.println(history.epochs().size()); // prints 2
 * }</pre>
 */
package dpgnn.mpc;
