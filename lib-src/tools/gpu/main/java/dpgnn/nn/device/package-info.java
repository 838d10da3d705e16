/** GPUs: their memory, kernels of one source that run on them through OpenCL or the CUDA driver, and the arithmetic of a step. */
package dpgnn.nn.device;
