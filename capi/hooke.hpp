// hooke.hpp: hooke.h for C++17. Errors are exceptions of type hooke::Error, and a hooke::Sim closes itself.
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

// Sim is a structure in an engine. One thread at a time uses it.
class Sim {
public:
	// Sim opens a preset, a scene file, a mesh file or a checkpoint.
	explicit Sim(const std::string &name, const std::string &options = "") {
		hk_error e;
		if (!(handle = hk_open(name.c_str(), options.c_str(), &e))) throw Error(e);
	}

	// Sim makes a structure of arrays, which are copied.
	Sim(const std::string &name, const std::vector<hk_array> &arrays, const std::string &options = "") {
		hk_error e;
		handle = hk_from_arrays(name.c_str(), arrays.data(), static_cast<std::int64_t>(arrays.size()), options.c_str(), &e);
		if (!handle) throw Error(e);
	}

	Sim(Sim &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
	Sim &operator=(Sim &&other) noexcept {
		std::swap(handle, other.handle);
		return *this;
	}
	Sim(const Sim &) = delete;
	Sim &operator=(const Sim &) = delete;
	~Sim() { hk_close(handle); }

	void step(std::int64_t n) { check([&](hk_error *e) { return hk_step(handle, n, e); }); }
	void finish() { check([&](hk_error *e) { return hk_finish(handle, e); }); }
	void reset() { check([&](hk_error *e) { return hk_reset(handle, e); }); }
	void save(const std::string &path) { check([&](hk_error *e) { return hk_save(handle, path.c_str(), e); }); }
	void restore(const std::string &path) { check([&](hk_error *e) { return hk_restore(handle, path.c_str(), e); }); }

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

private:
	template <typename T> hk_array shape(const std::string &what) {
		hk_array a;
		check([&](hk_error *e) { return hk_shape(handle, what.c_str(), &a, e); });
		if (a.type != type<T>()) throw std::invalid_argument(what + " has numbers of another type, see hk_type");
		return a;
	}
	template <typename Call> void check(Call call) {
		hk_error e;
		if (call(&e) != HK_OK) throw Error(e);
	}

	hk_handle *handle = nullptr;
};

} // namespace hooke
#endif
