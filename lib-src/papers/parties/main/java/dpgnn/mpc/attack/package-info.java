/** What an honest-but-curious party learns from what it sees: edges, labels, columns. */
package dpgnn.mpc.attack;
