// Four ways to step the lattice in CUDA, float32, symplectic Euler. Masses lie in rows along x.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "lattice.cuh"

#define CHECK(call)                                                                           \
  do {                                                                                        \
    cudaError_t fault_ = (call);                                                              \
    if (fault_ != cudaSuccess) {                                                              \
      fprintf(stderr, "probe: line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(fault_)); \
      exit(1);                                                                                \
    }                                                                                         \
  } while (0)

constexpr float kStepF = (float)kStep, kPerMass = (float)(1 / kMass), kGravityF = (float)kGravity, kStiffnessF = (float)kStiffness;

// Arrays are the device arrays of a lattice. Each design uses some; the others are null.
struct Arrays {
  int n = 0;
  int64_t springCount = 0;
  float4 *from = nullptr, *to = nullptr, *velocity = nullptr;      // w of a position: 1 free, 0 pinned
  uint32_t* table = nullptr;                                       // [26][masses]: neighbor, axes in the upper bits
  uint8_t* degree = nullptr;                                       // of each mass in table
  float *position3 = nullptr, *velocity3 = nullptr, *force3 = nullptr;
  int2* ends = nullptr;
  float* rest = nullptr;
};

__device__ __forceinline__ int64_t thisMass() { return blockIdx.x * (int64_t)blockDim.x + threadIdx.x; }

// addForce adds the force on p of a spring to q.
__device__ __forceinline__ void addForce(float4 p, float4 q, float k, float rest, float3& f) {
  float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
  float g = k - k * rest * rsqrtf(dx * dx + dy * dy + dz * dz);
  f.x = fmaf(g, dx, f.x);
  f.y = fmaf(g, dy, f.y);
  f.z = fmaf(g, dz, f.z);
}

__device__ __forceinline__ void move(int64_t mass, float4 p, float3 f, float4* to, float4* velocity) {
  float4 v = velocity[mass];
  v.x += kStepF * kPerMass * f.x * p.w;
  v.y += kStepF * kPerMass * f.y * p.w;
  v.z += kStepF * (kPerMass * f.z - kGravityF) * p.w;
  velocity[mass] = v;
  to[mass] = make_float4(p.x + kStepF * v.x, p.y + kStepF * v.y, p.z + kStepF * v.z, p.w);
}

__global__ void placeMasses(Arrays a) {
  int64_t m = thisMass();
  int n = a.n;
  if (m >= (int64_t)n * n * n) return;
  int cell[3] = {(int)(m % n), (int)(m / n % n), (int)(m / n / n)};
  float x[3];
  for (int c = 0; c < 3; c++) x[c] = (float)startAt(m, c, cell);
  a.from[m] = make_float4(x[0], x[1], x[2], cell[2] == 0 ? 0.f : 1.f);
  a.velocity[m] = make_float4(0, 0, 0, 0);
  if (a.position3)
    for (int c = 0; c < 3; c++) a.position3[3 * m + c] = x[c], a.velocity3[3 * m + c] = a.force3[3 * m + c] = 0;
}

__global__ void fillTable(Arrays a) {
  int64_t m = thisMass(), masses = (int64_t)a.n * a.n * a.n;
  if (m >= masses) return;
  int n = a.n, i = m % n, j = m / n % n, k = m / n / n, count = 0;
  for (int d = 0; d < 27; d++) {
    int dx = d % 3 - 1, dy = d / 3 % 3 - 1, dz = d / 9 - 1, x = i + dx, y = j + dy, z = k + dz;
    if (d == 13 || x < 0 || y < 0 || z < 0 || x >= n || y >= n || z >= n) continue;
    uint32_t axes = abs(dx) + abs(dy) + abs(dz);
    a.table[masses * count++ + m] = (uint32_t)(((int64_t)z * n + y) * n + x) | axes << 29;
  }
  a.degree[m] = count;
}

// Design "atomics": one thread a spring adds to both ends by float atomics; a second kernel moves the masses.
__global__ void springForces(Arrays a) {
  int64_t s = thisMass();
  if (s >= a.springCount) return;
  int64_t p = a.ends[s].x, q = a.ends[s].y;
  const float* __restrict__ x = a.position3;
  float d[3], square = 0;
  for (int c = 0; c < 3; c++) d[c] = x[3 * q + c] - x[3 * p + c], square += d[c] * d[c];
  float length = sqrtf(square), share = kStiffnessF * (length - a.rest[s]) / length;
  for (int c = 0; c < 3; c++) {
    atomicAdd(a.force3 + 3 * p + c, share * d[c]);
    atomicAdd(a.force3 + 3 * q + c, -share * d[c]);
  }
}

__global__ void moveMasses(Arrays a) {
  int64_t m = thisMass(), layer = (int64_t)a.n * a.n;
  if (m >= layer * a.n) return;
  for (int c = 0; c < 3; c++) {
    if (m >= layer) {
      float v = a.velocity3[3 * m + c] + kStepF * (a.force3[3 * m + c] * kPerMass - (c == 2 ? kGravityF : 0));
      a.velocity3[3 * m + c] = v;
      a.position3[3 * m + c] += kStepF * v;
    }
    a.force3[3 * m + c] = 0;
  }
}

// Design "table": one thread a mass reads neighbors from a table of 32-bit words.
template <int B>
__global__ void __launch_bounds__(B) stepByTable(int64_t masses, const uint32_t* __restrict__ table, const uint8_t* __restrict__ degree,
                                                 const float4* __restrict__ from, float4* __restrict__ to, float4* __restrict__ velocity) {
  __shared__ float2 law[4];
  if (threadIdx.x < 4) law[threadIdx.x] = make_float2(kStiffnessF, (float)restAlong(threadIdx.x));
  __syncthreads();
  int64_t m = thisMass();
  if (m >= masses) return;
  float4 p = __ldg(from + m);
  float3 f = {0, 0, 0};
  int count = degree[m];
#pragma unroll 4
  for (int c = 0; c < count; c++) {
    uint32_t word = __ldcs(table + c * masses + m);
    float2 e = law[word >> 29];
    addForce(p, __ldg(from + (word & 0x1fffffffu)), e.x, e.y, f);
  }
  move(m, p, f, to, velocity);
}

// Design "mass": one thread a mass computes the numbers of its neighbors; there is no table.
template <int B>
__global__ void __launch_bounds__(B) stepByMass(int n, const float4* __restrict__ from, float4* __restrict__ to, float4* __restrict__ velocity) {
  int m = blockIdx.x * B + threadIdx.x;
  if (m >= n * n * n) return;
  int i = m % n, j = m / n % n, k = m / (n * n);
  float4 p = __ldg(from + m);
  float3 f = {0, 0, 0};
#pragma unroll
  for (int dz = -1; dz <= 1; dz++) {
    if ((unsigned)(k + dz) >= (unsigned)n) continue;
#pragma unroll
    for (int dy = -1; dy <= 1; dy++) {
      if ((unsigned)(j + dy) >= (unsigned)n) continue;
      int row = m + (dz * n + dy) * n;
#pragma unroll
      for (int dx = -1; dx <= 1; dx++) {
        const int axes = (dx != 0) + (dy != 0) + (dz != 0);
        if (axes == 0 || (unsigned)(i + dx) >= (unsigned)n) continue;
        addForce(p, __ldg(from + row + dx), kStiffnessF, (float)restAlong(axes), f);
      }
    }
  }
  move(m, p, f, to, velocity);
}

// Design "tile": a block loads a box of masses and those around it into shared memory.
template <int BX, int BY, int BZ>
__global__ void __launch_bounds__(BX * BY * BZ) stepByTile(int n, const float4* __restrict__ from, float4* __restrict__ to, float4* __restrict__ velocity) {
  constexpr int TX = BX + 2, TY = BY + 2, TZ = BZ + 2, T = TX * TY * TZ;
  __shared__ float4 tile[T];
  int i0 = blockIdx.x * BX, j0 = blockIdx.y * BY, k0 = blockIdx.z * BZ;
  int thread = (threadIdx.z * BY + threadIdx.y) * BX + threadIdx.x;
  for (int t = thread; t < T; t += BX * BY * BZ) {
    int x = i0 + t % TX - 1, y = j0 + t / TX % TY - 1, z = k0 + t / (TX * TY) - 1;
    bool inside = (unsigned)x < (unsigned)n && (unsigned)y < (unsigned)n && (unsigned)z < (unsigned)n;
    tile[t] = inside ? __ldg(from + ((int64_t)z * n + y) * n + x) : make_float4(-1, -1, -1, -1);  // w < 0: no mass, and away from all others
  }
  __syncthreads();
  int i = i0 + threadIdx.x, j = j0 + threadIdx.y, k = k0 + threadIdx.z;
  if (i >= n || j >= n || k >= n) return;
  int at = ((threadIdx.z + 1) * TY + threadIdx.y + 1) * TX + threadIdx.x + 1;
  float4 p = tile[at];
  float3 f = {0, 0, 0};
#pragma unroll
  for (int dz = -1; dz <= 1; dz++)
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
      for (int dx = -1; dx <= 1; dx++) {
        const int axes = (dx != 0) + (dy != 0) + (dz != 0);
        if (axes == 0) continue;
        float4 q = tile[at + (dz * TY + dy) * TX + dx];
        addForce(p, q, q.w < 0 ? 0.f : kStiffnessF, (float)restAlong(axes), f);
      }
  move(((int64_t)k * n + j) * n + i, p, f, to, velocity);
}
