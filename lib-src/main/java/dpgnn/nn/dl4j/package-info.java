/** Networks of Deeplearning4j, used as models of this library. */
package dpgnn.nn.dl4j;
