/** The experiments of private training by disjoint random walks. */
package dpgnn.study.walks;
