// hooke.hpp: hooke.h for C++17. Errors are exceptions of type hooke::Error, and hooke::Sim, Ensemble and Env close themselves.
//
//     hooke::Sim walker("walker", R"({"engine": "cpu"})");
//     walker.step(1000);
//     for (float x : walker.view<float>("positions")) ...
#ifndef HOOKE_HPP
#define HOOKE_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hooke.h"

namespace hooke {

// Error is a call that failed.
class Error : public std::runtime_error {
public:
	explicit Error(const hk_error &e) : std::runtime_error(e.text), code(static_cast<hk_code>(e.code)) {}
	const hk_code code;
};

// View is memory of the library, valid until its Sim ends; Sim::refresh fills it again.
template <typename T> class View {
public:
	explicit View(const hk_array &a) : array(a) {}
	const T *begin() const { return static_cast<const T *>(array.data); }
	const T *end() const { return begin() + size(); }
	std::size_t size() const {
		std::size_t count = 1;
		for (int axis = 0; axis < array.ndim; axis++)
			count *= static_cast<std::size_t>(array.shape[axis]);
		return count;
	}
	std::int64_t shape(int axis) const { return array.shape[axis]; }
	const T &operator[](std::size_t i) const { return begin()[i]; }

private:
	hk_array array;
};

// type is the number of a type in hooke.h.
template <typename T> constexpr int type() {
	if (std::is_same<T, float>::value) return HK_FLOAT32;
	if (std::is_same<T, double>::value) return HK_FLOAT64;
	if (std::is_same<T, std::int64_t>::value) return HK_INT64;
	if (std::is_same<T, std::uint32_t>::value) return HK_UINT32;
	return std::is_same<T, std::uint8_t>::value ? HK_UINT8 : 0;
}

// Handle is what Sim, Ensemble and Env have in common. One thread at a time uses it.
class Handle {
public:
	Handle(Handle &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
	Handle &operator=(Handle &&other) noexcept {
		std::swap(handle, other.handle);
		return *this;
	}
	Handle(const Handle &) = delete;
	Handle &operator=(const Handle &) = delete;
	~Handle() { hk_close(handle); }

	void step(std::int64_t n) { check([&](hk_error *e) { return hk_step(handle, n, e); }); }
	void finish() { check([&](hk_error *e) { return hk_finish(handle, e); }); }

	void set(const std::string &field, const std::vector<double> &values) {
		check([&](hk_error *e) { return hk_set(handle, field.c_str(), values.data(), static_cast<std::int64_t>(values.size()), e); });
	}
	void act(const std::vector<double> &action) {
		check([&](hk_error *e) { return hk_act(handle, action.data(), static_cast<std::int64_t>(action.size()), e); });
	}

	// view keeps a quantity in memory of the library; its numbers are of type T.
	template <typename T> View<T> view(const std::string &what) {
		hk_array a = shape<T>(what);
		check([&](hk_error *e) { return hk_view(handle, what.c_str(), &a, e); });
		return View<T>(a);
	}
	void refresh() { check([&](hk_error *e) { return hk_refresh(handle, nullptr, e); }); }

	// read copies a quantity, whose numbers are of type T.
	template <typename T> std::vector<T> read(const std::string &what) {
		std::vector<T> out(View<T>(shape<T>(what)).size());
		check([&](hk_error *e) { return hk_read(handle, what.c_str(), out.data(), static_cast<std::int64_t>(out.size() * sizeof(T)), e); });
		return out;
	}

	// get is the handle, for calls of hooke.h.
	hk_handle *get() const { return handle; }

protected:
	template <typename Open> explicit Handle(Open open) {
		hk_error e;
		if (!(handle = open(&e))) throw Error(e);
	}
	template <typename Call> void check(Call call) {
		hk_error e;
		if (call(&e) != HK_OK) throw Error(e);
	}
	template <typename T> hk_array shape(const std::string &what) {
		hk_array a;
		check([&](hk_error *e) { return hk_shape(handle, what.c_str(), &a, e); });
		if (a.type != type<T>()) throw std::invalid_argument(what + " has numbers of another type, see hk_type");
		return a;
	}

	hk_handle *handle = nullptr;
};

// Sim is a structure in an engine.
class Sim : public Handle {
public:
	// Sim opens a preset, a scene file, a mesh file or a checkpoint.
	explicit Sim(const std::string &name, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_open(name.c_str(), options.c_str(), e); }) {}

	// Sim makes a structure of arrays, which are copied.
	Sim(const std::string &name, const std::vector<hk_array> &arrays, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_from_arrays(name.c_str(), arrays.data(), static_cast<std::int64_t>(arrays.size()), options.c_str(), e); }) {}

	void reset() { check([&](hk_error *e) { return hk_reset(handle, e); }); }
	void save(const std::string &path) { check([&](hk_error *e) { return hk_save(handle, path.c_str(), e); }); }
	void restore(const std::string &path) { check([&](hk_error *e) { return hk_restore(handle, path.c_str(), e); }); }
};

// Ensemble is the members of a scene, stepped together; set and act take numbers member by member.
class Ensemble : public Handle {
public:
	Ensemble(const std::string &name, std::int64_t members, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_ensemble(name.c_str(), members, options.c_str(), e); }) {}

	void reset() { check([&](hk_error *e) { return hk_reset(handle, e); }); }

	// reset puts back the members at which mask holds.
	void reset(const std::vector<bool> &mask) {
		const std::vector<std::uint8_t> bytes(mask.begin(), mask.end());
		check([&](hk_error *e) { return hk_reset_some(handle, bytes.data(), static_cast<std::int64_t>(bytes.size()), e); });
	}
};

// Env is environments in which robots of a scene learn. reset and step fill its arrays.
class Env : public Handle {
public:
	Env(const std::string &name, std::int64_t environments, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_env(name.c_str(), environments, options.c_str(), e); }), count(static_cast<std::size_t>(environments)) {
		width = static_cast<std::size_t>(shape<double>("sensors").shape[1]);
		numbers = static_cast<std::size_t>(shape<double>("inputs").shape[1]);
		seen.resize(count * width), final.resize(count * width), rewards.resize(count), terminated.resize(count), truncated.resize(count);
	}

	std::size_t environments() const { return count; }
	std::size_t inputs() const { return numbers; }
	std::size_t observations() const { return width; }

	// seed is for the next reset: a seed for each environment.
	void seed(const std::vector<std::uint64_t> &of) {
		if (of.size() != count) throw std::invalid_argument("give a seed for each environment");
		seeds = of;
	}
	void reset() {
		check([&](hk_error *e) { return hk_env_reset(handle, nullptr, seeds.empty() ? nullptr : seeds.data(), seen.data(), e); });
		seeds.clear();
	}

	// step takes a period; actions are [environments][inputs].
	void step(const std::vector<float> &actions) {
		if (actions.size() != count * numbers) throw std::invalid_argument("give an action for each input of each environment");
		check([&](hk_error *e) { return hk_env_step(handle, actions.data(), seen.data(), rewards.data(), terminated.data(), truncated.data(), final.data(), e); });
	}
	using Handle::step;

	std::vector<float> seen, final; // [environments][observations]
	std::vector<double> rewards;
	std::vector<std::uint8_t> terminated, truncated;

private:
	std::size_t count, width = 0, numbers = 0;
	std::vector<std::uint64_t> seeds;
};

} // namespace hooke
#endif
