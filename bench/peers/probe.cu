// probe measures how fast hand-written CUDA steps the lattice of hooke's scene canon, for hooke's rates beside it.
// It prints a JSON line for each row; README.md beside it lists the keys.
//
// build: nvcc -O3 -std=c++17 -arch=native probe.cu -o probe
// usage: probe [--sizes N,...] [--designs NAME,...] [--repeats N] [--repeat-time SECONDS]
#include <algorithm>
#include <cstring>
#include <string>

#include "designs.cuh"

enum Kind { Atomics, Table, Mass, Tile };

struct Design {
  const char *name, *variant;
  Kind kind;
  void (*launch)(const Arrays&, cudaStream_t, const float4* from, float4* to);
};

static unsigned blocks(int64_t items, int size) { return (unsigned)((items + size - 1) / size); }

template <int B>
static void launchAtomics(const Arrays& a, cudaStream_t stream, const float4*, float4*) {
  springForces<<<blocks(a.springCount, B), B, 0, stream>>>(a);
  moveMasses<<<blocks(masses(a.n), B), B, 0, stream>>>(a);
}
template <int B>
static void launchTable(const Arrays& a, cudaStream_t stream, const float4* from, float4* to) {
  stepByTable<B><<<blocks(masses(a.n), B), B, 0, stream>>>(masses(a.n), a.table, a.degree, from, to, a.velocity);
}
template <int B>
static void launchMass(const Arrays& a, cudaStream_t stream, const float4* from, float4* to) {
  stepByMass<B><<<blocks(masses(a.n), B), B, 0, stream>>>(a.n, from, to, a.velocity);
}
template <int X, int Y, int Z>
static void launchTile(const Arrays& a, cudaStream_t stream, const float4* from, float4* to) {
  dim3 grid(blocks(a.n, X), blocks(a.n, Y), blocks(a.n, Z)), block(X, Y, Z);
  stepByTile<X, Y, Z><<<grid, block, 0, stream>>>(a.n, from, to, a.velocity);
}

static const Design designs[] = {
    {"atomics", "128", Atomics, launchAtomics<128>}, {"atomics", "256", Atomics, launchAtomics<256>},
    {"table", "64", Table, launchTable<64>},         {"table", "128", Table, launchTable<128>},
    {"table", "256", Table, launchTable<256>},       {"mass", "64", Mass, launchMass<64>},
    {"mass", "128", Mass, launchMass<128>},          {"mass", "256", Mass, launchMass<256>},
    {"tile", "8x4x4", Tile, launchTile<8, 4, 4>},    {"tile", "16x4x4", Tile, launchTile<16, 4, 4>},
    {"tile", "8x8x4", Tile, launchTile<8, 8, 4>},
};

struct Options {
  std::vector<int> sizes = {9, 17, 43, 92, 198};
  std::string only;  // names of designs; empty: all
  int repeats = 5;
  double length = 0.1;  // of a repeat [s]
};

static std::string device;  // its name and driver, as JSON

template <class T>
static void allocate(T** array, int64_t count) { CHECK(cudaMalloc(array, count * sizeof(T))); }

static Arrays makeArrays(int n, Kind kind) {
  Arrays a;
  a.n = n;
  int64_t count = masses(n);
  allocate(&a.from, count), allocate(&a.to, count), allocate(&a.velocity, count);
  if (kind == Table) {
    allocate(&a.table, 26 * count), allocate(&a.degree, count);
    fillTable<<<blocks(count, 256), 256>>>(a);
  }
  if (kind == Atomics) {
    std::vector<int2> ends;
    std::vector<float> rest;
    ends.reserve((size_t)springs(n)), rest.reserve((size_t)springs(n));
    forEachSpring(n, [&](int64_t p, int64_t q, int axes) { ends.push_back(make_int2((int)p, (int)q)), rest.push_back((float)restAlong(axes)); });
    a.springCount = ends.size();
    allocate(&a.ends, a.springCount), allocate(&a.rest, a.springCount);
    CHECK(cudaMemcpy(a.ends, ends.data(), ends.size() * sizeof(int2), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(a.rest, rest.data(), rest.size() * sizeof(float), cudaMemcpyHostToDevice));
    allocate(&a.position3, 3 * count), allocate(&a.velocity3, 3 * count), allocate(&a.force3, 3 * count);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  return a;
}

static void freeArrays(Arrays& a) {
  for (void* array : {(void*)a.from, (void*)a.to, (void*)a.velocity, (void*)a.table, (void*)a.degree, (void*)a.position3, (void*)a.velocity3, (void*)a.force3, (void*)a.ends, (void*)a.rest})
    CHECK(cudaFree(array));
}

static void reset(const Arrays& a) {
  placeMasses<<<blocks(masses(a.n), 256), 256>>>(a);
  CHECK(cudaDeviceSynchronize());
}

static void twoSteps(const Design& d, const Arrays& a, cudaStream_t stream) {
  d.launch(a, stream, a.from, a.to);
  d.launch(a, stream, a.to, a.from);
}

// errorOf returns the error of 100 steps at 17 x 17 x 17 against float64.
static double errorOf(const Design& d, const Reference& reference) {
  const int n = 17;
  Arrays a = makeArrays(n, d.kind);
  reset(a);
  for (int i = 0; i < 50; i++) twoSteps(d, a, 0);
  std::vector<double> got(3 * masses(n));
  if (d.kind == Atomics) {
    std::vector<float> x(got.size());
    CHECK(cudaMemcpy(x.data(), a.position3, x.size() * sizeof(float), cudaMemcpyDeviceToHost));
    std::copy(x.begin(), x.end(), got.begin());
  } else {
    std::vector<float4> x(masses(n));
    CHECK(cudaMemcpy(x.data(), a.from, x.size() * sizeof(float4), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < x.size(); i++) got[3 * i] = x[i].x, got[3 * i + 1] = x[i].y, got[3 * i + 2] = x[i].z;
  }
  freeArrays(a);
  return reference.error(got);
}

// measure times repeats of a design, and prints its row. Repeats before them are discarded until three in a row agree
// within 3 %, twelve at most, as hooke bench does. With a graph, 20 steps are one launch.
static void measure(const Design& d, const Arrays& a, bool graph, double error, const Options& o) {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraph_t recorded = nullptr;
  cudaGraphExec_t twenty = nullptr;
  if (graph) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 10; i++) twoSteps(d, a, stream);
    CHECK(cudaStreamEndCapture(stream, &recorded));
    CHECK(cudaGraphInstantiate(&twenty, recorded, 0));
  }
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  auto seconds = [&](int steps) {
    CHECK(cudaEventRecord(begin, stream));
    for (int i = 0; i < steps / 20; i++)
      if (graph) CHECK(cudaGraphLaunch(twenty, stream));
      else
        for (int j = 0; j < 10; j++) twoSteps(d, a, stream);
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaEventSynchronize(end));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    return ms / 1e3;
  };
  reset(a);
  seconds(20);
  int steps = std::max(1, std::min(10000, (int)(o.length / seconds(20)))) * 20;
  std::vector<double> warm, took;
  for (bool settled = false; !settled && warm.size() < 12;) {
    warm.push_back(seconds(steps));
    if (warm.size() >= 3) {
      auto last = std::minmax_element(warm.end() - 3, warm.end());
      settled = *last.second <= 1.03 * *last.first;
    }
  }
  for (int i = 0; i < o.repeats; i++) took.push_back(seconds(steps));
  CHECK(cudaGetLastError());
  std::vector<double> sorted = took;
  std::sort(sorted.begin(), sorted.end());
  double median = sorted[sorted.size() / 2], visits = springs(a.n) * steps;
  printf("{\"engine\":\"cuda\",\"pipeline\":\"%s+%s%s\",%s,\"scene\":\"canon\",\"springs\":%.0f,\"steps\":%d,\"seconds\":%.6g,\"spring_updates_per_s\":%.5g,\"spread\":%.3g,\"warm_repeats\":%zu,\"rms_error_17\":%.2g,\"repeat_seconds\":[",
         d.name, d.variant, graph ? "+graph" : "", device.c_str(), springs(a.n), steps, median, visits / median, median / sorted.front() - median / sorted.back(), warm.size(), error);
  for (size_t i = 0; i < took.size(); i++) printf("%s%.6g", i ? "," : "", took[i]);
  printf("]}\n");
  fflush(stdout);
  if (graph) {
    CHECK(cudaGraphExecDestroy(twenty));
    CHECK(cudaGraphDestroy(recorded));
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaStreamDestroy(stream));
}

static bool among(const std::string& list, const std::string& name) { return list.empty() || ("," + list + ",").find("," + name + ",") != std::string::npos; }

static int usage() {
  fprintf(stderr, "usage: probe [--sizes N,...] [--designs atomics,table,mass,tile] [--repeats N] [--repeat-time SECONDS]\n  sizes are masses an edge: 9, 17, 43, 92, 198 are 7 k, 56 k, 1 M, 10 M and 100 M springs\n");
  return 2;
}

int main(int count, char** words) {
  Options o;
  for (int i = 1; i < count; i += 2) {
    std::string flag = words[i];
    if (i + 1 == count) return usage();
    const char* value = words[i + 1];
    if (flag == "--sizes") {
      o.sizes.clear();
      for (const char* at = value; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : nullptr) {
        int n = atoi(at);
        if (n < 2 || n > 800) return usage();  // the table numbers masses with 29 bits
        o.sizes.push_back(n);
      }
    } else if (flag == "--designs") o.only = value;
    else if (flag == "--repeats" && atoi(value) > 0) o.repeats = atoi(value);
    else if (flag == "--repeat-time" && atof(value) > 0) o.length = atof(value);
    else return usage();
  }
  cudaDeviceProp properties;
  int driver;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(cudaDriverGetVersion(&driver));
  device = "\"renderer\":\"" + std::string(properties.name) + "\",\"driver\":\"CUDA " + std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10) + "\"";

  Reference reference(17, 100);
  double errors[std::size(designs)];
  for (size_t i = 0; i < std::size(designs); i++) {
    errors[i] = among(o.only, designs[i].name) ? errorOf(designs[i], reference) : 0;
    if (!(errors[i] < 1e-3)) {
      fprintf(stderr, "probe: %s+%s is wrong: error %g after 100 steps at 17 x 17 x 17, at most 1e-3 is expected\n", designs[i].name, designs[i].variant, errors[i]);
      return 1;
    }
  }
  for (int n : o.sizes)
    for (Kind kind : {Atomics, Table, Mass, Tile}) {
      Arrays a;
      for (size_t i = 0; i < std::size(designs); i++) {
        if (designs[i].kind != kind || !among(o.only, designs[i].name)) continue;
        if (a.n == 0) a = makeArrays(n, kind);
        measure(designs[i], a, false, errors[i], o);
        measure(designs[i], a, true, errors[i], o);
      }
      if (a.n != 0) freeArrays(a);
    }
  return 0;
}
