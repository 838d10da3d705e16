/** What can be seen of data sets and samplers before any training: counts beside known ones, pictures of batches. */
package dpgnn.study.data;
