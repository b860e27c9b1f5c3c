package main

// #include "hooke.h"
import "C"

import (
	"unsafe"

	"hooke/sim"
	"hooke/sim/env"
	"hooke/sim/robots"
)

//export goEnsemble
func goEnsemble(name *C.char, members C.int64_t, options *C.char, to *C.hk_error) C.uint64_t {
	return opened(to, func() (*robots.Robots, error) {
		called, err := named("the name of a preset or file", name)
		if err != nil {
			return nil, err
		}
		o, err := robots.ParseOptions([]byte(textOf(options)))
		if err != nil {
			return nil, sim.Wrong(err)
		}
		o.Program = program()
		return robots.Open(called, int(members), o)
	})
}

//export goEnv
func goEnv(name *C.char, environments C.int64_t, options *C.char, to *C.hk_error) C.uint64_t {
	return opened(to, func() (*env.Env, error) {
		called, err := named("the name of a preset or file", name)
		if err != nil {
			return nil, err
		}
		o, err := env.ParseOptions([]byte(textOf(options)))
		if err != nil {
			return nil, sim.Wrong(err)
		}
		o.Program = program()
		return env.Open(called, int(environments), o)
	})
}

// environments are the object of a handle that hk_env has made.
func (h *handle) environments() (*env.Env, error) {
	if e, ok := h.object.(*env.Env); ok {
		return e, nil
	}
	return nil, sim.Wrongf("this handle is no vector of environments, which hk_env makes")
}

//export goReset
func goReset(number C.uint64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error { return h.reset(nil) })
}

//export goResetSome
func goResetSome(number C.uint64_t, mask *C.uint8_t, count C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		which, err := maskOf(mask, count)
		if err != nil {
			return err
		}
		return h.reset(which)
	})
}

// reset puts back what a mask names; nil: all.
func (h *handle) reset(mask []bool) error {
	if _, ok := h.object.(*env.Env); ok {
		return sim.Wrongf("environments begin by hk_env_reset")
	}
	return env.Reset(h.object, mask)
}

// maskOf is a mask of C.
func maskOf(mask *C.uint8_t, count C.int64_t) ([]bool, error) {
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
		count, which := C.int64_t(e.Count()), []bool(nil)
		if mask != nil {
			if which, err = maskOf(mask, count); err != nil {
				return err
			}
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
			return sim.Wrongf("an array is missing: actions, seen, rewards, terminated and truncated must be there")
		}
		err = e.Step(sliceOf[float32](unsafe.Pointer(actions), n*int64(e.Actions())), sliceOf[float32](unsafe.Pointer(seen), all),
			sliceOf[float64](unsafe.Pointer(rewards), n), sliceOf[uint8](unsafe.Pointer(terminated), n), sliceOf[uint8](unsafe.Pointer(truncated), n))
		if err == nil && final != nil {
			copy(sliceOf[float32](unsafe.Pointer(final), all), e.Final())
		}
		return err
	})
}
