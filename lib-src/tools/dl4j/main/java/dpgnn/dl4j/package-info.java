/** Networks of Deeplearning4j under private plans. */
package dpgnn.dl4j;
