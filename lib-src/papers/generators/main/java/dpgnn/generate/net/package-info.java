/** Networks of which makers of graphs are built, each with its backward pass. */
package dpgnn.generate.net;
