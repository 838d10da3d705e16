/**
 * The Java kernel for Jupyter: JShell in the same JVM as the library, spoken to over Jupyter's messages. It is the only package
 * that sees Jupyter, and of the library it sees only {@link dpgnn.report.Display}.
 *
 * <p>Message types, framing and signatures come from jjava-jupyter. Its channels do not: they serve requests before the output
 * channel is bound, so that a fast client loses what is published first, and they send from the thread that runs the cell, where
 * an interrupt closes the pipes inside JeroMQ. Here every socket belongs to one thread that user code never runs on.
 */
package dpgnn.kernel;
