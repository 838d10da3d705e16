/** The source of all randomness: named streams from one seed, and a generator for releases that takes no seed. */
package dpgnn.random;
