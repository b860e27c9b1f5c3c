// The lattice of hooke's scene canon: n x n x n masses, springs to all 26 neighbors, the bottom layer pinned.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

constexpr double kSpacing = 0.01, kJitter = 1e-4;                 // [m]
constexpr double kMass = 0.001, kStiffness = 100, kGravity = 9.81;  // [kg], [N/m], [m/s^2]
constexpr double kStep = 5e-5;                                      // [s]

// restAlong returns the rest length of a spring that leads one cell along so many axes [m].
__host__ __device__ constexpr double restAlong(int axes) { return axes == 1 ? 0.01 : axes == 2 ? 0.014142135623730951 : 0.017320508075688773; }

inline int64_t masses(int n) { return (int64_t)n * n * n; }

inline double springs(int n) {
  double a = n, b = n - 1;
  return 3 * a * a * b + 6 * a * b * b + 4 * b * b * b;
}

// jitter returns the displacement of a mass along an axis at the start, as a share of kJitter.
__host__ __device__ inline double jitter(uint64_t mass, int axis) {
  uint64_t s = (mass * 3 + axis + 1) * 0x9E3779B97F4A7C15ull;
  s ^= s >> 30;
  s *= 0xBF58476D1CE4E5B9ull;
  s ^= s >> 27;
  s *= 0x94D049BB133111EBull;
  s ^= s >> 31;
  return (double)(s >> 11) / (double)(1ull << 52) - 1;
}

// startAt returns a coordinate of a mass at the start [m]; only free masses are displaced.
__host__ __device__ inline double startAt(uint64_t mass, int axis, const int cell[3]) {
  return cell[axis] * kSpacing + (cell[2] == 0 ? 0 : kJitter * jitter(mass, axis));
}

// forEachSpring calls visit(a, b, axes) for each spring once; restAlong(axes) is its rest length.
template <class Visit>
void forEachSpring(int n, Visit visit) {
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        for (int d = 14; d < 27; d++) {  // the later half of 27 cells around a mass
          int dx = d % 3 - 1, dy = d / 3 % 3 - 1, dz = d / 9 - 1, x = i + dx, y = j + dy, z = k + dz;
          if (x < 0 || y < 0 || x >= n || y >= n || z >= n) continue;
          visit(((int64_t)k * n + j) * n + i, ((int64_t)z * n + y) * n + x, (dx != 0) + (dy != 0) + (dz != 0));
        }
}

// Reference steps the lattice in float64 on one core, by symplectic Euler.
struct Reference {
  std::vector<double> start, position;

  Reference(int n, int steps) : position(3 * masses(n)) {
    for (int64_t a = 0; a < masses(n); a++) {
      int cell[3] = {(int)(a % n), (int)(a / n % n), (int)(a / n / n)};
      for (int c = 0; c < 3; c++) position[3 * a + c] = startAt(a, c, cell);
    }
    start = position;
    std::vector<double> velocity(position.size()), force(position.size());
    for (int step = 0; step < steps; step++) {
      std::fill(force.begin(), force.end(), 0.0);
      forEachSpring(n, [&](int64_t a, int64_t b, int axes) {
        double d[3], square = 0;
        for (int c = 0; c < 3; c++) {
          d[c] = position[3 * b + c] - position[3 * a + c];
          square += d[c] * d[c];
        }
        double length = std::sqrt(square), share = kStiffness * (length - restAlong(axes)) / length;
        for (int c = 0; c < 3; c++) {
          force[3 * a + c] += share * d[c];
          force[3 * b + c] -= share * d[c];
        }
      });
      for (int64_t a = (int64_t)n * n; a < masses(n); a++)
        for (int c = 0; c < 3; c++) {
          velocity[3 * a + c] += kStep * (force[3 * a + c] / kMass - (c == 2 ? kGravity : 0));
          position[3 * a + c] += kStep * velocity[3 * a + c];
        }
    }
  }

  // error returns the root mean square of got - position over that of position - start.
  double error(const std::vector<double>& got) const {
    double off = 0, moved = 0;
    for (size_t i = 0; i < got.size(); i++) {
      off += (got[i] - position[i]) * (got[i] - position[i]);
      moved += (position[i] - start[i]) * (position[i] - start[i]);
    }
    return std::sqrt(off / moved);
  }
};
