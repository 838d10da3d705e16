/** Where all randomness comes from: named streams of one seed, and a generator for releases that takes no seed. */
package dpgnn.random;
