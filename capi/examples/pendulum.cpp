// pendulum swings a mass on a spring, made of arrays, and compares it with its closed form.
#include <cmath>
#include <cstdio>

#include "hooke.hpp"

// array describes numbers that lie in a row-major block.
template <typename T> static hk_array array(const char *name, const T *data, std::initializer_list<std::int64_t> shape) {
	hk_array a = {};
	a.name = name;
	a.data = const_cast<T *>(data);
	a.type = hooke::type<T>();
	for (std::int64_t n : shape) a.shape[a.ndim++] = n;
	return a;
}

int main() {
	const double k = 40, m = 0.5, masses[] = {1, m}, pinned[] = {1, 0};
	const double positions[] = {0, 0, 1, 0, 0, 0.5};
	const std::uint32_t ends[] = {0, 1};
	try {
		hooke::Sim sim("pendulum", {array("positions", positions, {2, 3}), array("ends", ends, {1, 2}), array("masses", masses, {2}),
			array("stiffness", &k, {1}), array("pinned", pinned, {2})}, R"({"engine": "cpuref", "dt": 1e-4})");
		sim.step(500);
		const double t = sim.read<double>("time")[0], z = sim.read<double>("positions64")[5];
		const double want = 0.5 - 9.80665 * m / k * (1 - std::cos(std::sqrt(k / m) * t));
		if (std::fabs(z - want) > 3e-5 || std::fabs(want - 0.5) < 1e-3) {
			std::fprintf(stderr, "at %g s the mass is at %.9f, want %.9f\n", t, z, want);
			return 1;
		}
		hooke::Sim moved = std::move(sim);
		auto view = moved.view<float>("velocities");
		std::printf("%d masses as in the closed form; velocity %s\n", static_cast<int>(view.shape(0)), view[5] < 0 ? "down" : "up");
		try {
			moved.view<double>("velocities");
			return 1;
		} catch (const std::invalid_argument &e) {
			std::printf("refused: %s\n", e.what());
		}
		try {
			moved.set("gravity.w", {0});
			return 1;
		} catch (const hooke::Error &e) {
			std::printf("refused with code %d\n", static_cast<int>(e.code));
		}
	} catch (const std::exception &e) {
		std::fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
