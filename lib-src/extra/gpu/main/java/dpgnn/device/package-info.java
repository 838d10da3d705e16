/** GPUs: their memory, and kernels of one source that run on them through OpenCL or the CUDA driver. */
package dpgnn.device;
