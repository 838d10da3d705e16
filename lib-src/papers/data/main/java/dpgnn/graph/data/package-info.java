/**
 * Loads real data sets by name: finds, downloads and checks their files, and reads them.
 *
 * <p>Know three classes. {@link dpgnn.graph.data.Datasets} finds the files of a name. {@link dpgnn.graph.data.NumpyGraph} reads and writes
 * NumPy's arrays. {@link dpgnn.graph.data.MissingData} says where files were looked for, and what to download.
 *
 * <pre>{@code
 * System.out.println(Datasets.load("small").nodes() + " nodes"); // prints 600 nodes
 * }</pre>
 *
 * <p>A reader is one class for each upstream format, NumPy's arrays and Python's pickles among them. It streams its file, or holds it and
 * little more, trusts no length and no index, and answers malformed content with a {@link dpgnn.graph.format.MalformedFile}.
 *
 * <p><b>Memory.</b> Whatever the files hold, a reader allocates in all at most 1 MiB for each file (buffers; an archive has
 * several arrays, and may say that it has 65,535 entries, for which the JDK takes 768 KiB) and 256 bytes for each byte of unpacked
 * content; deflated data unpack to at most 1032 times their size.
 * Tests measure both, on damaged files and on files that are as dense as their format allows. Memory that intact files of the
 * published data sets take, beside the buffers, in bytes for each byte:
 *
 * <table>
 * <caption>Measured with the published files</caption>
 * <tr><th>reader</th><th>bytes per byte</th></tr>
 * <tr><td>{@code Planetoid} (pickled matrices)</td><td>1 to 7</td></tr>
 * <tr><td>{@code GnnBenchmark} (npz)</td><td>3</td></tr>
 * <tr><td>{@code Musae} (CSV and JSON)</td><td>8 to 9</td></tr>
 * <tr><td>{@code DgcnnGraphs}, {@code TuGraphs} (text)</td><td>3 and 9</td></tr>
 * <tr><td>{@code NetworkxGraphs} (pickled objects)</td><td>26 to 32</td></tr>
 * <tr><td>{@code Images} (MNIST)</td><td>3</td></tr>
 * </table>
 */
package dpgnn.graph.data;
