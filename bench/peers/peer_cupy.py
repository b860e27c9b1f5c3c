"""CuPy: one thread a spring with float atomics, the design of Warp and Newton."""

import cupy as cp
import numpy as np

from lattice import DT, GRAVITY, MASS, STIFFNESS, measure, spring_count, springs, start

SOURCE = r"""
extern "C" __global__ void forces(const float* x, const int* a, const int* b, const float* rest, float* f, float k, int count) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= count) return;
  int p = a[s], q = b[s];
  float dx = x[3 * q] - x[3 * p], dy = x[3 * q + 1] - x[3 * p + 1], dz = x[3 * q + 2] - x[3 * p + 2];
  float length = sqrtf(dx * dx + dy * dy + dz * dz), share = k * (length - rest[s]) / length;
  atomicAdd(f + 3 * p, dx * share); atomicAdd(f + 3 * p + 1, dy * share); atomicAdd(f + 3 * p + 2, dz * share);
  atomicAdd(f + 3 * q, -dx * share); atomicAdd(f + 3 * q + 1, -dy * share); atomicAdd(f + 3 * q + 2, -dz * share);
}
extern "C" __global__ void moves(float* x, float* v, float* f, const float* free, float dt, float per_mass, float gravity, int masses) {
  int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= masses) return;
  for (int c = 0; c < 3; c++) {
    float w = v[3 * m + c] + dt * free[m] * (f[3 * m + c] * per_mass - (c == 2 ? gravity : 0));
    v[3 * m + c] = w;
    x[3 * m + c] += dt * w;
    f[3 * m + c] = 0;
  }
}"""
module = cp.RawModule(code=SOURCE)
forces, moves = module.get_function("forces"), module.get_function("moves")
f32, BLOCK = np.float32, 256


def make(n):
    at, free = start(n)
    a, b, rest = springs(n)
    x, v, f = cp.asarray(at.astype(f32)), cp.zeros((n**3, 3), f32), cp.zeros((n**3, 3), f32)
    a, b, rest, free = cp.asarray(a), cp.asarray(b), cp.asarray(rest.astype(f32)), cp.asarray(free.astype(f32))
    count = spring_count(n)

    def step(steps):
        for _ in range(steps):
            forces(((count + BLOCK - 1) // BLOCK,), (BLOCK,), (x, a, b, rest, f, f32(STIFFNESS), np.int32(count)))
            moves(((n**3 + BLOCK - 1) // BLOCK,), (BLOCK,), (x, v, f, free, f32(DT), f32(1 / MASS), f32(GRAVITY), np.int32(n**3)))

    return step, cp.cuda.Device().synchronize, lambda: x.get()


measure(f"CuPy {cp.__version__}", "atomics", cp.cuda.runtime.getDeviceProperties(0)["name"].decode(), make)
