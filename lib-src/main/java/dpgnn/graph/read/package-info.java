/**
 * Readers of the upstream formats. Every one streams or holds the file it was given and little more, trusts no length and no
 * index, and answers what is malformed with a {@link dpgnn.graph.read.MalformedFile}. {@link dpgnn.graph.Datasets} finds the
 * files and calls them.
 */
package dpgnn.graph.read;
