package main

// #include "hooke.h"
import "C"

import (
	"unsafe"

	"hooke/sim/env"
	"hooke/sim/robots"
)

//export goEnsemble
func goEnsemble(name *C.char, members C.int64_t, options *C.char, to *C.hk_error) C.uint64_t {
	return opened(to, func() (*robots.Robots, error) {
		called, count, err := several(name, members)
		if err != nil {
			return nil, err
		}
		o, err := robots.ParseOptions([]byte(textOf(options)))
		if err != nil {
			return nil, wrong{err}
		}
		o.Program = program()
		return robots.Open(called, count, o)
	})
}

//export goEnv
func goEnv(name *C.char, environments C.int64_t, options *C.char, to *C.hk_error) C.uint64_t {
	return opened(to, func() (*env.Env, error) {
		called, count, err := several(name, environments)
		if err != nil {
			return nil, err
		}
		o, err := env.ParseOptions([]byte(textOf(options)))
		if err != nil {
			return nil, wrong{err}
		}
		o.Program = program()
		return env.Open(called, count, o)
	})
}

// several are the name of a scene and how many of it there are to be.
func several(name *C.char, count C.int64_t) (called string, n int, err error) {
	if called, err = named("the name of a preset or file", name); err == nil && (count < 1 || int64(count) > robots.MostMembers) {
		err = wrongf("%d members; give 1 to %d", int64(count), robots.MostMembers)
	}
	return called, int(count), err
}

// robots are those of a handle; nil: it is of one structure.
func (h *handle) robots() *robots.Robots {
	switch o := h.object.(type) {
	case *robots.Robots:
		return o
	case *env.Env:
		return o.Robots()
	}
	return nil
}

// environments are the object of a handle that hk_env has made.
func (h *handle) environments() (*env.Env, error) {
	if e, ok := h.object.(*env.Env); ok {
		return e, nil
	}
	return nil, wrongf("this handle is no vector of environments, which hk_env makes")
}

// field sets what a path names, of one structure or of robots.
func (h *handle) field(path string, values []float64) error {
	if r := h.robots(); r != nil {
		return r.Set(path, values)
	}
	return h.Field(path, values)
}

// info describes the object.
func (h *handle) info() any {
	switch o := h.object.(type) {
	case *robots.Robots:
		return o.Info()
	case *env.Env:
		return o.Info()
	}
	return h.Info()
}

//export goReset
func goReset(number C.uint64_t, mask *C.uint8_t, count C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		which, err := maskOf(mask, count)
		if err != nil {
			return err
		}
		switch o := h.object.(type) {
		case *robots.Robots:
			return asWrong(o.Reset(which))
		case *env.Env:
			return wrongf("environments begin by hk_env_reset")
		}
		if which != nil {
			return wrongf("one structure has no mask; hk_reset puts it back")
		}
		return h.Reset()
	})
}

// maskOf is a mask of C; that of NULL is nil.
func maskOf(mask *C.uint8_t, count C.int64_t) ([]bool, error) {
	if mask == nil {
		return nil, nil
	}
	bytes, err := given[uint8]("the mask", unsafe.Pointer(mask), count)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(bytes))
	for i, b := range bytes {
		out[i] = b != 0
	}
	return out, nil
}

//export goEnvReset
func goEnvReset(number C.uint64_t, mask *C.uint8_t, seeds *C.uint64_t, seen *C.float, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		e, err := h.environments()
		if err != nil {
			return err
		}
		count := C.int64_t(e.Count())
		which, err := maskOf(mask, count)
		if err != nil {
			return err
		}
		shown, err := given[float32]("room for what is seen", unsafe.Pointer(seen), count*C.int64_t(e.Observations()))
		if err != nil {
			return err
		}
		var own []uint64
		if seeds != nil {
			own = sliceOf[uint64](unsafe.Pointer(seeds), int64(count))
		}
		return e.Reset(which, own, shown)
	})
}

//export goEnvStep
func goEnvStep(number C.uint64_t, actions, seen *C.float, rewards *C.double, terminated, truncated *C.uint8_t, final *C.float, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		e, err := h.environments()
		if err != nil {
			return err
		}
		n, all := int64(e.Count()), int64(e.Count()*e.Observations())
		if actions == nil || seen == nil || rewards == nil || terminated == nil || truncated == nil {
			return wrongf("an array is missing: actions, seen, rewards, terminated and truncated must be there")
		}
		err = e.Step(sliceOf[float32](unsafe.Pointer(actions), n*int64(e.Actions())), sliceOf[float32](unsafe.Pointer(seen), all),
			sliceOf[float64](unsafe.Pointer(rewards), n), sliceOf[uint8](unsafe.Pointer(terminated), n), sliceOf[uint8](unsafe.Pointer(truncated), n))
		if err == nil && final != nil {
			copy(sliceOf[float32](unsafe.Pointer(final), all), e.Final())
		}
		if env.IsWrong(err) {
			return asWrong(err)
		}
		return err
	})
}
