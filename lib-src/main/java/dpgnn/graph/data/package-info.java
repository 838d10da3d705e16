/** Real data sets by name: where their files are looked for, how they are downloaded and checked. */
package dpgnn.graph.data;
