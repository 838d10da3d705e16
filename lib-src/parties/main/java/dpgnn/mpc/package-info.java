/**
 * Vertically partitioned data holders train one network with a semi-honest server: "Privacy-Preserving Graph Neural Network for
 * Node Classification" (Zhou, Chen, Zheng et al. 2020), its parties as separate processes, its baselines, and what it leaks.
 */
package dpgnn.mpc;
