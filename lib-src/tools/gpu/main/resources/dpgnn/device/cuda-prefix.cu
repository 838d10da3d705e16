// What kernels.cl takes from OpenCL C, in CUDA C++. NVRTC compiles both together with --fmad=false.
#define __kernel extern "C" __global__
#define __global
#define __local __shared__
#define CLK_LOCAL_MEM_FENCE 0
#define CLK_GLOBAL_MEM_FENCE 0
#define WORKERS(x, y) __launch_bounds__((x) * (y))
#define FP64 1
#define barrier(scope) __syncthreads()
#define get_local_id(d) ((int) ((d) == 0 ? threadIdx.x : (d) == 1 ? threadIdx.y : threadIdx.z))
#define get_group_id(d) ((int) ((d) == 0 ? blockIdx.x : (d) == 1 ? blockIdx.y : blockIdx.z))
#define get_global_id(d) ((d) == 0 ? (long) blockIdx.x * blockDim.x + threadIdx.x : (long) blockIdx.y * blockDim.y + threadIdx.y)
#define mul_hi(a, b) __umulhi(a, b)
#define INFINITY __int_as_float(0x7f800000)
typedef unsigned int uint;
#define long long long
