// hooke.hpp: hooke.h for C++17. Errors are exceptions of type hooke::Error; arguments that C++ itself can judge are
// std::invalid_argument. What is made here releases itself, moves, and is not copied.
//
//     hooke::Sim walker("walker", R"({"engine": "cpu"})");
//     walker.step(1000);
//     for (float x : walker.view<float>("positions")) ...
#ifndef HOOKE_HPP
#define HOOKE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
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

namespace detail {

// check makes a call and throws its error.
template <typename Call> void check(Call call) {
	hk_error e;
	if (call(&e) != HK_OK) throw Error(e);
}

// text is a text that a call writes as hk_about does. It may have grown between two calls.
template <typename Call> std::string text(Call call) {
	std::string out;
	std::int64_t needed = 1;
	do {
		out.resize(static_cast<std::size_t>(needed) - 1);
		check([&](hk_error *e) { return call(out.data(), static_cast<std::int64_t>(out.size()) + 1, &needed, e); });
	} while (needed > static_cast<std::int64_t>(out.size()) + 1);
	out.resize(static_cast<std::size_t>(needed) - 1);
	return out;
}

// Release ends what hooke.h has made.
struct Release {
	void operator()(hk_handle *h) const noexcept { hk_close(h); }
	void operator()(hk_job *j) const noexcept { hk_release(j); }
};

// Owned owns a handle or a job, which a call makes.
template <typename T> class Owned {
public:
	// get is the handle or job, for calls of hooke.h. Nothing is in one that was moved from, and its calls are refused.
	T *get() const { return held.get(); }

protected:
	template <typename Make> explicit Owned(Make make) {
		if (hk_version() / 1000 != HK_ABI / 1000) throw std::runtime_error("libhooke has another ABI than the hooke.h of this program; compile it again");
		hk_error e;
		held.reset(make(&e));
		if (!held) throw Error(e);
	}
	template <typename Call> void call(Call f) const {
		check([&](hk_error *e) { return f(get(), e); });
	}
	template <typename Call> std::string text_of(Call f) const {
		return text([&](char *dst, std::int64_t bytes, std::int64_t *needed, hk_error *e) { return f(get(), dst, bytes, needed, e); });
	}

private:
	std::unique_ptr<T, Release> held;
};

template <typename T> std::int64_t count(const std::vector<T> &of) { return static_cast<std::int64_t>(of.size()); }

} // namespace detail

// about describes the library as JSON: its ABI, engines, quantities, and fields that can be set.
inline std::string about() { return detail::text(hk_about); }

// View is memory of the library, valid until its Sim ends; refresh fills it again.
template <typename T> class View {
public:
	explicit View(const hk_array &a) : array(a) {}
	const T *data() const { return static_cast<const T *>(array.data); }
	const T *begin() const { return data(); }
	const T *end() const { return begin() + size(); }
	std::size_t size() const {
		std::size_t count = 1;
		for (int axis = 0; axis < array.ndim; axis++)
			count *= static_cast<std::size_t>(array.shape[axis]);
		return count;
	}
	int axes() const { return array.ndim; }
	std::int64_t shape(int axis) const {
		if (axis < 0 || axis >= array.ndim) throw std::out_of_range("a view has no such axis");
		return array.shape[axis];
	}
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
class Handle : public detail::Owned<hk_handle> {
public:
	void step(std::int64_t n) { call([&](auto *h, auto *e) { return hk_step(h, n, e); }); }
	void finish() { call(hk_finish); }

	// step_for takes n steps, but not many more once that many seconds have passed, and returns how many were taken.
	std::int64_t step_for(std::int64_t n, double seconds) {
		std::int64_t done = 0;
		call([&](auto *h, auto *e) { return hk_step_for(h, n, seconds, &done, e); });
		return done;
	}

	void set(const std::string &field, const std::vector<double> &values) {
		call([&](auto *h, auto *e) { return hk_set(h, field.c_str(), values.data(), detail::count(values), e); });
	}
	void act(const std::vector<double> &action) {
		call([&](auto *h, auto *e) { return hk_act(h, action.data(), detail::count(action), e); });
	}
	std::vector<double> sense() { return read<double>("sensors"); }

	// view keeps a quantity in memory of the library; its numbers are of type T.
	template <typename T> View<T> view(const std::string &what) {
		hk_array a = shape<T>(what);
		call([&](auto *h, auto *e) { return hk_view(h, what.c_str(), &a, e); });
		return View<T>(a);
	}
	void refresh() { call([](auto *h, auto *e) { return hk_refresh(h, nullptr, e); }); }
	void refresh(const std::string &what) { call([&](auto *h, auto *e) { return hk_refresh(h, what.c_str(), e); }); }

	// read copies a quantity, whose numbers are of type T.
	template <typename T> std::vector<T> read(const std::string &what) {
		std::vector<T> out(View<T>(shape<T>(what)).size());
		call([&](auto *h, auto *e) { return hk_read(h, what.c_str(), out.data(), static_cast<std::int64_t>(out.size() * sizeof(T)), e); });
		return out;
	}

	// render writes the frames kept to a page (.html) or a mesh that moves (.glb, .usda), or members of an ensemble to a page.
	void render(const std::string &path, const std::string &options = "") {
		call([&](auto *h, auto *e) { return hk_render(h, path.c_str(), options.c_str(), e); });
	}

	// info describes the structure as JSON.
	std::string info() const { return text_of(hk_info); }

protected:
	using Owned::Owned;
	template <typename T> hk_array shape(const std::string &what) {
		hk_array a;
		call([&](auto *h, auto *e) { return hk_shape(h, what.c_str(), &a, e); });
		if (a.type != type<T>()) throw std::invalid_argument(what + " has numbers of another type, see hk_type");
		return a;
	}
};

// Sim is a structure in an engine.
class Sim : public Handle {
public:
	// Sim opens a preset, a scene file, a mesh file or a checkpoint.
	explicit Sim(const std::string &name, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_open(name.c_str(), options.c_str(), e); }) {}

	// Sim makes a structure of arrays, which are copied.
	Sim(const std::string &name, const std::vector<hk_array> &arrays, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_from_arrays(name.c_str(), arrays.data(), detail::count(arrays), options.c_str(), e); }) {}

	void reset() { call(hk_reset); }
	void save(const std::string &path) { call([&](auto *h, auto *e) { return hk_save(h, path.c_str(), e); }); }
	void restore(const std::string &path) { call([&](auto *h, auto *e) { return hk_restore(h, path.c_str(), e); }); }

	// place puts all masses elsewhere, three numbers each; without velocities they are at rest.
	void place(const std::vector<double> &positions, const std::vector<double> &velocities = {}) {
		if (!velocities.empty() && velocities.size() != positions.size()) throw std::invalid_argument("give as many velocities as positions, or none");
		call([&](auto *h, auto *e) { return hk_place(h, positions.data(), velocities.empty() ? nullptr : velocities.data(), detail::count(positions), e); });
	}

	// keep keeps the state that is now as a frame of render.
	void keep() { call(hk_keep); }

	// live begins a view that follows the structure; push returns its next text: a page, or JSON for hooke.push of that page.
	void live(const std::string &options = "") { call([&](auto *h, auto *e) { return hk_live(h, options.c_str(), e); }); }
	std::string push() { return text_of(hk_push); }
};

// Ensemble is the members of a scene, stepped together; set and act take numbers member by member.
class Ensemble : public Handle {
public:
	Ensemble(const std::string &name, std::int64_t members, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_ensemble(name.c_str(), members, options.c_str(), e); }) {}

	void reset() { call(hk_reset); }

	// reset puts back the members at which mask holds.
	void reset(const std::vector<bool> &mask) {
		const std::vector<std::uint8_t> bytes(mask.begin(), mask.end());
		call([&](auto *h, auto *e) { return hk_reset_some(h, bytes.data(), detail::count(bytes), e); });
	}
};

// Env is environments in which robots of a scene learn. reset and step fill its arrays.
class Env : public Handle {
public:
	Env(const std::string &name, std::int64_t environments, const std::string &options = "")
		: Handle([&](hk_error *e) { return hk_env(name.c_str(), environments, options.c_str(), e); }), number(static_cast<std::size_t>(environments)) {
		width = static_cast<std::size_t>(shape<double>("sensors").shape[1]);
		numbers = static_cast<std::size_t>(shape<double>("inputs").shape[1]);
		fit();
	}

	std::size_t environments() const { return number; }
	std::size_t inputs() const { return numbers; }
	std::size_t observations() const { return width; }

	// seed is for the next reset: a seed for each environment.
	void seed(const std::vector<std::uint64_t> &of) {
		if (of.size() != number) throw std::invalid_argument("give a seed for each environment");
		seeds = of;
	}

	// reset begins episodes: of all environments, or of those at which mask holds.
	void reset() { reset(std::vector<bool>(number, true)); }
	void reset(const std::vector<bool> &mask) {
		if (mask.size() != number) throw std::invalid_argument("give a mask of all environments");
		const std::vector<std::uint8_t> bytes(mask.begin(), mask.end());
		fit();
		call([&](auto *h, auto *e) { return hk_env_reset(h, bytes.data(), seeds.empty() ? nullptr : seeds.data(), seen.data(), e); });
		seeds.clear();
	}

	// step takes a period; actions are [environments][inputs].
	void step(const std::vector<float> &actions) {
		if (actions.size() != number * numbers) throw std::invalid_argument("give an action for each input of each environment");
		fit();
		call([&](auto *h, auto *e) { return hk_env_step(h, actions.data(), seen.data(), rewards.data(), terminated.data(), truncated.data(), final.data(), e); });
	}
	using Handle::step;

	std::vector<float> seen, final; // [environments][observations]
	std::vector<double> rewards;
	std::vector<std::uint8_t> terminated, truncated;

private:
	// fit gives the arrays their sizes, which the caller may have changed.
	void fit() {
		seen.resize(number * width), final.resize(number * width), rewards.resize(number), terminated.resize(number), truncated.resize(number);
	}

	std::size_t number, width = 0, numbers = 0;
	std::vector<std::uint64_t> seeds;
};

// Job is the work of a verb of the program, in threads of its own; see hk_start. Any threads may use one.
class Job : public detail::Owned<hk_job> {
public:
	Job(const std::string &verb, const std::string &name, const std::string &options = "")
		: Owned([&](hk_error *e) { return hk_start(verb.c_str(), name.c_str(), options.c_str(), e); }) {}

	// wait waits for the end, for that many seconds at most, and returns whether it has come. An error of the job is thrown.
	bool wait(double seconds) const {
		std::int32_t ended = 0;
		call([&](auto *j, auto *e) { return hk_wait(j, seconds, &ended, e); });
		return ended != 0;
	}
	void wait() const {
		while (!wait(1e6)) {}
	}

	// told describes it as JSON: how far it is, its notes and, at its end, its result.
	std::string told() const { return text_of(hk_told); }

	// stop asks it to end soon, as Ctrl-C does; the destructor asks and waits.
	void stop() const { call(hk_stop); }
};

} // namespace hooke
#endif
