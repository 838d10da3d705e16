/** Fixed-point numbers modulo 2^64: shares, their products and their truncation. */
package dpgnn.mpc.ring;
