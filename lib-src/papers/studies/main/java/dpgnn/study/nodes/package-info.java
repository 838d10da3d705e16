/** The experiments of HeterPoisson: node-level privacy, its baselines, ablations and precision bound. */
package dpgnn.study.nodes;
