// The arithmetic of a training step on a device, in OpenCL C. CUDA compiles the same text behind cuda-prefix.cu.
//
// Matrices are row-major. A work-item beyond the end of a range does nothing. Nothing is added in an order that could change from
// run to run: there are no atomic operations. Products and sums are never contracted, so that a float here is the float of Java
// wherever the order of operations is the same; only the two matrix products fuse, each term by one fma.

#ifdef __OPENCL_C_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#define WORKERS(x, y) __attribute__((reqd_work_group_size(x, y, 1)))
#endif
#ifdef FP64
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double real;
#else
typedef float real;
#endif

#define TILE 64
#define DEEP 16
#define LINE 64

// c (+)= a b. Entry (i, p) of a lies at i aRow + p aStep, entry (p, j) of b at p bStep + j bColumn. Group z takes the
// terms from z per on, and writes to the z-th matrix of c. Terms are added in order.
__kernel WORKERS(16, 16) void product(
    const int m, const int n, const int k, const int per,
    __global const float* a, const long aRow, const long aStep,
    __global const float* b, const long bStep, const long bColumn,
    __global float* c, const int keep) {
  __local float left[DEEP][TILE + 1];
  __local float right[DEEP][TILE + 1];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int id = y * 16 + x;
  const int row = get_group_id(1) * TILE;
  const int column = get_group_id(0) * TILE;
  const int from = get_group_id(2) * per;
  const int to = from + per < k ? from + per : k;
  __global float* into = c + (long) get_group_id(2) * m * n;
  float sum[4][4];
  for (int r = 0; r < 4; r++)
    for (int q = 0; q < 4; q++) {
      int i = row + y + 16 * r;
      int j = column + x + 16 * q;
      sum[r][q] = keep && i < m && j < n ? into[(long) i * n + j] : 0.0f;
    }
  for (int at = from; at < to; at += DEEP) {
    for (int l = 0; l < 4; l++) {
      int i = aStep == 1 ? (id >> 4) + 16 * l : id & 63;
      int p = aStep == 1 ? id & 15 : (id >> 6) + 4 * l;
      left[p][i] = row + i < m && at + p < to ? a[(row + i) * aRow + (at + p) * aStep] : 0.0f;
      int j = bStep == 1 ? (id >> 4) + 16 * l : id & 63;
      p = bStep == 1 ? id & 15 : (id >> 6) + 4 * l;
      right[p][j] = column + j < n && at + p < to ? b[(at + p) * bStep + (column + j) * bColumn] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < DEEP; p++)
      for (int r = 0; r < 4; r++)
        for (int q = 0; q < 4; q++) sum[r][q] = fma(left[p][y + 16 * r], right[p][x + 16 * q], sum[r][q]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 4; r++)
    for (int q = 0; q < 4; q++) {
      int i = row + y + 16 * r;
      int j = column + x + 16 * q;
      if (i < m && j < n) into[(long) i * n + j] = sum[r][q];
    }
}

// c (+)= the sum of parts of n entries each, in order.
__kernel void sumParts(const long n, const int parts, __global const float* from, __global float* c, const int keep) {
  long i = get_global_id(0);
  if (i >= n) return;
  float sum = keep ? c[i] : 0.0f;
  for (int p = 0; p < parts; p++) sum += from[p * n + i];
  c[i] = sum;
}

// Rows of out are weighted sums of rows of in. At first "head" rows (3 or 0) are added before anything else, then four at a time
// where "fours", then one at a time: the orders of the host's loops.
__kernel void gather(
    const int rows, const int n, __global const int* start, __global const int* source, __global const float* weight,
    __global const float* in, __global float* out, const int head, const int fours, const int keep) {
  int j = (int) get_global_id(0);
  int r = (int) get_global_id(1);
  if (j >= n || r >= rows) return;
  int k = start[r];
  int end = start[r + 1];
  float sum = keep ? out[(long) r * n + j] : 0.0f;
  if (head == 3 && end - k >= 3) {
    sum = weight[k] * in[(long) source[k] * n + j] + weight[k + 1] * in[(long) source[k + 1] * n + j]
        + weight[k + 2] * in[(long) source[k + 2] * n + j];
    k += 3;
  }
  if (fours)
    for (; k + 3 < end; k += 4)
      sum = sum
          + (weight[k] * in[(long) source[k] * n + j] + weight[k + 1] * in[(long) source[k + 1] * n + j]
              + weight[k + 2] * in[(long) source[k + 2] * n + j] + weight[k + 3] * in[(long) source[k + 3] * n + j]);
  for (; k < end; k++) sum = sum + weight[k] * in[(long) source[k] * n + j];
  out[(long) r * n + j] = sum;
}

// The same from compressed rows: group r makes row r, one of its sources after another.
__kernel WORKERS(LINE, 1) void gatherSparse(
    const int n, __global const int* start, __global const int* source, __global const float* weight,
    __global const int* first, __global const int* column, __global const float* value, __global float* out) {
  int r = get_group_id(0);
  int me = get_local_id(0);
  __global float* row = out + (long) r * n;
  for (int j = me; j < n; j += LINE) row[j] = 0.0f;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int k = start[r]; k < start[r + 1]; k++) {
    int v = source[k];
    for (int i = first[v] + me; i < first[v + 1]; i += LINE) row[column[i]] = row[column[i]] + weight[k] * value[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

#define SELU_SCALE 1.0507009873554805f
#define SELU_BELOW (1.0507009873554805f * 1.6732632423543772f)

// NaN stays NaN. The numbers are those of the enum: identity, relu, elu, selu, tanh.
float activated(float x, int kind) {
  if (kind == 1) return x <= 0.0f ? 0.0f : x;
  if (kind == 2) return x > 0.0f ? x : expm1(x);
  if (kind == 3) return x > 0.0f ? SELU_SCALE * x : SELU_BELOW * expm1(x);
  return kind == 4 ? tanh(x) : x;
}

float slope(float y, int kind) {
  if (kind == 1) return y > 0.0f ? 1.0f : 0.0f;
  if (kind == 2) return y > 0.0f ? 1.0f : y + 1.0f;
  if (kind == 3) return y > 0.0f ? SELU_SCALE : y + SELU_BELOW;
  return kind == 4 ? 1.0f - y * y : 1.0f;
}

// out = act(in + times bias).
__kernel void activate(
    const long size, const int n, __global const float* in, __global const float* bias, const float times, const int biased,
    const int kind, __global float* out) {
  long i = get_global_id(0);
  if (i >= size) return;
  float x = in[i];
  if (biased) x = x + times * bias[i % n];
  out[i] = activated(x, kind);
}

// Of relu as the host masks it: y 2^126 is at least 1 for every normal y above 0.
__kernel void activateBack(
    const long size, __global const float* y, __global const float* signal, const int kind, __global float* gradient,
    const int keep) {
  long i = get_global_id(0);
  if (i >= size) return;
  if (kind == 1 && !keep) {
    float mask = y[i] * 0x1.0p126f;
    gradient[i] = signal[i] * (mask >= 1.0f ? 1.0f : mask);
  } else gradient[i] = (keep ? gradient[i] : 0.0f) + signal[i] * slope(y[i], kind);
}

__kernel void add(const int rows, const int n, const int xn, const int yn, __global const float* x, const float weight, __global float* y) {
  int j = (int) get_global_id(0);
  int r = (int) get_global_id(1);
  if (j < n && r < rows) y[(long) r * yn + j] = y[(long) r * yn + j] + weight * x[(long) r * xn + j];
}

// y = y + weight x from a place of y on.
__kernel void addAt(const long size, __global const float* x, const float weight, __global float* y, const long at) {
  long i = get_global_id(0);
  if (i < size) y[at + i] = y[at + i] + weight * x[i];
}

__kernel void copyFrom(const long size, __global const float* x, const long at, __global float* y) {
  long i = get_global_id(0);
  if (i < size) y[i] = x[at + i];
}

__kernel void times(const long size, __global const float* x, __global float* y) {
  long i = get_global_id(0);
  if (i < size) y[i] = y[i] * x[i];
}

__kernel void fill(const long size, const float value, __global float* x) {
  long i = get_global_id(0);
  if (i < size) x[i] = value;
}

// Rows times their factor; where "clears", a factor of zero takes NaN away too.
__kernel void scale(const long size, const int n, __global const float* factor, const int clears, __global float* x) {
  long i = get_global_id(0);
  if (i >= size) return;
  float by = factor[i / n];
  x[i] = clears && by == 0.0f ? 0.0f : by == 1.0f ? x[i] : x[i] * by;
}

// The sum over a group's items; "shared" has room for all. Every item gets it.
#define SUM_OF_LINE(own, shared)                                                  \
  shared[me] = own;                                                               \
  barrier(CLK_LOCAL_MEM_FENCE);                                                   \
  for (int off = LINE / 2; off > 0; off /= 2) {                                   \
    if (me < off) shared[me] = shared[me] + shared[me + off];                     \
    barrier(CLK_LOCAL_MEM_FENCE);                                                 \
  }                                                                               \
  own = shared[0];                                                                \
  barrier(CLK_LOCAL_MEM_FENCE);

// into[r] = the dot product of rows r.
__kernel WORKERS(LINE, 1) void rowDots(const int n, __global const float* a, __global const float* b, __global real* into) {
  __local real shared[LINE];
  long r = get_group_id(0);
  int me = get_local_id(0);
  real sum = 0;
  for (int j = me; j < n; j += LINE) sum += (real) a[r * n + j] * b[r * n + j];
  SUM_OF_LINE(sum, shared)
  if (me == 0) into[r] = sum;
}

// A sum of squares that no float holds counts as infinite.
real held(real sum) {
  return sum < (real) 3.4028235e38f ? sum : (real) INFINITY;
}

// The squared norm of one example's gradient, the sum of (a_r, bias) by b_r over its rows; group e takes example e. From the dot
// products of all pairs of rows or, where that is less work, from the gradient's entries one by one.
__kernel WORKERS(LINE, 1) void squaredNorms(
    const int in, const int out, __global const int* start, __global const float* a, __global const float* b, const float bias,
    __global real* into) {
  __local real shared[LINE];
  int e = get_group_id(0);
  int me = get_local_id(0);
  long from = start[e];
  long to = start[e + 1];
  int pairs = (to - from) / 2 * (in + out) <= (long) in * out;
  real total = 0;
  real magnitude = 0;
  for (long r = from; r < to; r++)
    for (long s = pairs ? from : r; s <= r; s++) {
      real x = 0;
      real y = 0;
      for (int j = me; j < in; j += LINE) x += (real) a[r * in + j] * a[s * in + j];
      for (int j = me; j < out; j += LINE) y += (real) b[r * out + j] * b[s * out + j];
      SUM_OF_LINE(x, shared)
      SUM_OF_LINE(y, shared)
      if (r == s) {
        x = held(x) + bias * bias;
        y = held(y);
        total += x * y;
        magnitude += sqrt(x * y);
      } else total += 2 * (x + bias * bias) * y;
    }
  if (!pairs) {
    real own = 0;
    for (long i = me; i < (long) (in + 1) * out; i += LINE) {
      real entry = 0;
      for (long r = from; r < to; r++)
        entry += (real) (i / out < in ? a[r * in + i / out] : bias) * b[r * out + i % out];
      own += entry * entry;
    }
    SUM_OF_LINE(own, shared)
    total = own;
  }
  if (me != 0) return;
  if (to - from > 1 && !isnan(total)) {
    real norm = sqrt(total > 0 ? total : 0) + (real) 0x1.1p-24f * magnitude;
    total = norm * norm;
  }
  into[e] = total;
}

// Standardises all entries of an example: group e takes example e.
__kernel WORKERS(LINE, 1) void standardise(
    const int n, __global const int* start, __global const float* in, __global float* out, const float epsilon,
    __global real* deviation) {
  __local real shared[LINE];
  int e = get_group_id(0);
  int me = get_local_id(0);
  long from = (long) start[e] * n;
  long to = (long) start[e + 1] * n;
  real count = to - from > 1 ? to - from : 1;
  real mean = 0;
  for (long i = from + me; i < to; i += LINE) mean += in[i];
  SUM_OF_LINE(mean, shared)
  mean /= count;
  real squares = 0;
  for (long i = from + me; i < to; i += LINE) squares += (in[i] - mean) * (in[i] - mean);
  SUM_OF_LINE(squares, shared)
  real spread = sqrt(squares / (count > 1 ? count - 1 : 1));
  for (long i = from + me; i < to; i += LINE) out[i] = (float) ((in[i] - mean) / (spread + epsilon));
  if (me == 0) deviation[e] = spread;
}

__kernel WORKERS(LINE, 1) void standardiseBack(
    const int n, __global const int* start, __global const float* out, __global const float* signal, const float epsilon,
    __global const real* deviation, __global float* gradient) {
  __local real shared[LINE];
  int e = get_group_id(0);
  int me = get_local_id(0);
  long from = (long) start[e] * n;
  long to = (long) start[e + 1] * n;
  real count = to - from > 1 ? to - from : 1;
  real mean = 0;
  real along = 0;
  for (long i = from + me; i < to; i += LINE) {
    mean += signal[i];
    along += (real) signal[i] * out[i];
  }
  SUM_OF_LINE(mean, shared)
  SUM_OF_LINE(along, shared)
  mean /= count;
  along = deviation[e] == 0 ? 0 : along / ((count > 1 ? count - 1 : 1) * deviation[e]);
  for (long i = from + me; i < to; i += LINE)
    gradient[i] += (float) ((signal[i] - mean) / (deviation[e] + epsilon) - out[i] * along);
}

__kernel WORKERS(LINE, 1) void normalise(const int n, __global const float* in, __global float* out, __global real* norms) {
  __local real shared[LINE];
  long r = get_group_id(0);
  int me = get_local_id(0);
  real sum = 0;
  for (int j = me; j < n; j += LINE) sum += (real) in[r * n + j] * in[r * n + j];
  SUM_OF_LINE(sum, shared)
  real norm = sqrt(sum < (real) 1e-24f ? (real) 1e-24f : sum);
  for (int j = me; j < n; j += LINE) out[r * n + j] = (float) (in[r * n + j] / norm);
  if (me == 0) norms[r] = norm;
}

__kernel WORKERS(LINE, 1) void normaliseBack(
    const int n, __global const float* out, __global const float* signal, __global const real* norms, __global float* gradient) {
  __local real shared[LINE];
  long r = get_group_id(0);
  int me = get_local_id(0);
  real along = 0;
  for (int j = me; j < n; j += LINE) along += (real) out[r * n + j] * signal[r * n + j];
  SUM_OF_LINE(along, shared)
  for (int j = me; j < n; j += LINE) gradient[r * n + j] += (float) ((signal[r * n + j] - along * out[r * n + j]) / norms[r]);
}

// Logits become their gradient under softmax cross-entropy, times the row's share in its example.
__kernel void softmaxLoss(
    const int rows, const int classes, __global const float* z, __global const int* label, __global const float* share,
    __global float* gradient, __global real* loss) {
  long r = get_global_id(0);
  if (r >= rows) return;
  float most = z[r * classes];
  for (int c = 1; c < classes; c++) most = z[r * classes + c] > most ? z[r * classes + c] : most;
  real total = 0;
  for (int c = 0; c < classes; c++) total += exp((real) (z[r * classes + c] - most));
  real scale = share[r] / total;
  for (int c = 0; c < classes; c++)
    gradient[r * classes + c] = (float) (exp((real) (z[r * classes + c] - most)) * scale) - (c == label[r] ? share[r] : 0.0f);
  loss[r] = share[r] * (log(total) - (z[r * classes + label[r]] - most));
}

// The same under binary cross-entropy for sets of classes, in the mean over them.
__kernel void binaryLoss(
    const int rows, const int classes, __global const float* z, __global const float* wanted, __global const float* share,
    __global float* gradient, __global real* loss) {
  long r = get_global_id(0);
  if (r >= rows) return;
  real sum = 0;
  for (long i = r * classes; i < (r + 1) * classes; i++) {
    real x = z[i];
    real y = wanted[i];
    sum += (x > 0 ? x : 0) - x * y + log1p(exp(x > 0 ? -x : x));
    gradient[i] = (float) ((1 / (1 + exp(-x)) - y) * share[r] / classes);
  }
  loss[r] = isnan(sum) ? sum : share[r] * sum / classes;
}

// Philox4x32-10 (Salmon et al. 2011): four words for a counter and a key.
void philox(uint counter[4], uint key0, uint key1) {
  for (int round = 0; round < 10; round++) {
    uint high0 = mul_hi(0xD2511F53u, counter[0]);
    uint low0 = 0xD2511F53u * counter[0];
    uint high1 = mul_hi(0xCD9E8D57u, counter[2]);
    uint low1 = 0xCD9E8D57u * counter[2];
    counter[0] = high1 ^ counter[1] ^ key0;
    counter[1] = low1;
    counter[2] = high0 ^ counter[3] ^ key1;
    counter[3] = low0;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
}

// The words themselves, four for each counter.
__kernel void words(const long blocks, const int key0, const int key1, const int high, __global uint* into) {
  long i = get_global_id(0);
  if (i >= blocks) return;
  uint w[4] = {(uint) i, (uint) (i >> 32), (uint) high, 0u};
  philox(w, (uint) key0, (uint) key1);
  for (int l = 0; l < 4; l++) into[4 * i + l] = w[l];
}

// Adds deviation times normals (Box and Muller 1958) and divides by a public number. For experiments: a word has 32 bits.
__kernel void addNoise(
    const long size, const float deviation, const float divisor, const int key0, const int key1, __global float* x) {
  long i = get_global_id(0);
  if (4 * i >= size) return;
  uint w[4] = {(uint) i, (uint) (i >> 32), 0u, 0u};
  if (deviation != 0.0f) philox(w, (uint) key0, (uint) key1);
  for (int pair = 0; pair < 2; pair++) {
    float radius = sqrt(-2.0f * log(((float) w[2 * pair] + 0.5f) * 0x1.0p-32f));
    float turn = 6.2831853071795865f * ((float) w[2 * pair + 1] * 0x1.0p-32f);
    long at = 4 * i + 2 * pair;
    float first = deviation == 0.0f ? 0.0f : deviation * radius * cos(turn);
    float second = deviation == 0.0f ? 0.0f : deviation * radius * sin(turn);
    if (at < size) x[at] = (x[at] + first) / divisor;
    if (at + 1 < size) x[at + 1] = (x[at + 1] + second) / divisor;
  }
}

// flag[0] = 1 where an entry is not finite.
__kernel void findNonFinite(const long size, __global const float* x, __global int* flag) {
  long i = get_global_id(0);
  if (i < size && !isfinite(x[i])) flag[0] = 1;
}

__kernel void adam(
    const long size, const float decay, const float beta1, const float beta2, const float step, const float scale,
    const float epsilon, __global const float* gradient, __global float* first, __global float* second, __global float* value) {
  long i = get_global_id(0);
  if (i >= size) return;
  float g = gradient[i] + decay * value[i];
  float m = beta1 * first[i] + (1.0f - beta1) * g;
  float v = beta2 * second[i] + (1.0f - beta2) * g * g;
  first[i] = m;
  second[i] = v;
  value[i] = value[i] - step * m / (sqrt(v) * scale + epsilon);
}

#ifdef FP64

// into[i] = the dot product of row left[i] of x with row right[i], in four sums: the order of the host's exactDot.
__kernel WORKERS(LINE, 1) void exactDots(
    const long count, const long n, __global const float* x, __global const int* left, __global const int* right,
    __global double* into) {
  __local double shared[LINE];
  int me = get_local_id(0);
  int lane = me & 3;
  long i = (long) get_group_id(0) * (LINE / 4) + (me >> 2);
  double sum = 0;
  if (i < count) {
    __global const float* a = x + left[i] * n;
    __global const float* b = x + right[i] * n;
    long j = lane;
    for (; j < (n & ~3L); j += 4) sum = sum + (double) a[j] * b[j];
    if (lane == 0) for (j = n & ~3L; j < n; j++) sum = sum + (double) a[j] * b[j];
  }
  shared[me] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0 && i < count) into[i] = shared[me] + shared[me + 1] + shared[me + 2] + shared[me + 3];
}

// Rows as whole numbers, each after scaling by its own power of two: row r of into is row picked[r] of x, and a constant behind it
// where into is wider.
__kernel void wholeRows(
    const int rows, const int n, const int wide, __global const float* x, __global const int* picked, const float beside,
    __global const double* by, __global double* into) {
  int j = (int) get_global_id(0);
  int r = (int) get_global_id(1);
  if (j < wide && r < rows) into[(long) r * wide + j] = rint((j < n ? x[(long) picked[r] * n + j] : beside) * by[r]);
}

// c = a b on whole numbers whose sums of products all stay below 2^53, so that they are exact in any order.
__kernel WORKERS(16, 16) void wholeProduct(
    const int m, const int n, const int k, __global const double* a, const long aRow, const long aStep,
    __global const double* b, const long bStep, const long bColumn, __global double* c) {
  __local double left[DEEP][33];
  __local double right[DEEP][33];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int id = y * 16 + x;
  const int row = get_group_id(1) * 32;
  const int column = get_group_id(0) * 32;
  double sum[2][2];
  for (int r = 0; r < 2; r++) for (int q = 0; q < 2; q++) sum[r][q] = 0;
  for (int at = 0; at < k; at += DEEP) {
    for (int l = 0; l < 2; l++) {
      int i = aStep == 1 ? (id >> 4) + 16 * l : id & 31;
      int p = aStep == 1 ? id & 15 : (id >> 5) + 8 * l;
      left[p][i] = row + i < m && at + p < k ? a[(row + i) * aRow + (at + p) * aStep] : 0;
      int j = bStep == 1 ? (id >> 4) + 16 * l : id & 31;
      p = bStep == 1 ? id & 15 : (id >> 5) + 8 * l;
      right[p][j] = column + j < n && at + p < k ? b[(at + p) * bStep + (column + j) * bColumn] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < DEEP; p++)
      for (int r = 0; r < 2; r++)
        for (int q = 0; q < 2; q++) sum[r][q] = fma(left[p][y + 16 * r], right[p][x + 16 * q], sum[r][q]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 2; r++)
    for (int q = 0; q < 2; q++) {
      int i = row + y + 16 * r;
      int j = column + x + 16 * q;
      if (i < m && j < n) c[(long) i * n + j] = sum[r][q];
    }
}

__kernel void addWhole(const long size, __global const double* whole, __global long* totals) {
  long i = get_global_id(0);
  if (i < size) totals[i] += (long) whole[i];
}

#endif
