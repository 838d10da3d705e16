/** Networks of Deeplearning4j as models of ours. */
package dpgnn.nn.dl4j;
