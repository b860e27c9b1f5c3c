package main

// #include "hooke.h"
import "C"

import (
	"context"
	"time"
	"unsafe"

	"hooke/sim"
	"hooke/sim/env"
	"hooke/sim/robots"
)

//export goOpen
func goOpen(name, options *C.char, to *C.hk_error) C.uint64_t {
	return opened(to, func() (*sim.Sim, error) {
		called, o, err := asked(name, options)
		if err != nil {
			return nil, err
		}
		return sim.Open(called, o)
	})
}

// asked are the name and the options of a structure.
func asked(name, options *C.char) (called string, o sim.Options, err error) {
	if called, err = named("the name of a preset or file", name); err != nil {
		return called, o, err
	}
	if o, err = sim.ParseOptions([]byte(textOf(options))); err != nil {
		return called, o, sim.Wrong(err)
	}
	o.Program = program()
	return called, o, nil
}

//export goFromArrays
func goFromArrays(name *C.char, arrays *C.hk_array, count C.int64_t, options *C.char, to *C.hk_error) C.uint64_t {
	return opened(to, func() (*sim.Sim, error) {
		called, o, err := asked(name, options)
		if err != nil {
			return nil, err
		}
		own, err := arraysOf(arrays, count)
		if err != nil {
			return nil, err
		}
		return sim.OpenArrays(called, own, o)
	})
}

//export goStepFor
func goStepFor(number C.uint64_t, n C.int64_t, seconds C.double, done *C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		if done != nil {
			*done = 0
		}
		if n < 0 || !(seconds >= 0) || seconds > 1e9 {
			return sim.Wrongf("%d steps in %g s; give numbers of at least 0", int64(n), float64(seconds))
		}
		s, err := h.stepper()
		if err != nil {
			return err
		}
		took, err := s.StepFor(int64(n), time.Duration(float64(seconds)*1e9))
		if done != nil {
			*done = C.int64_t(took)
		}
		return err
	})
}

//export goFinish
func goFinish(number C.uint64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error { return h.object.Finish() })
}

//export goShape
func goShape(number C.uint64_t, what *C.char, out *C.hk_array, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		a, err := h.object.Shape(textOf(what))
		if err != nil {
			return sim.Wrong(err)
		}
		return describe(a, nil, out)
	})
}

//export goRead
func goRead(number C.uint64_t, what *C.char, dst unsafe.Pointer, bytes C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		name := textOf(what)
		a, err := h.object.Shape(name)
		if err != nil {
			return sim.Wrong(err)
		}
		if a.Bytes() != int64(bytes) || bytes > 0 && dst == nil {
			return sim.Wrongf("%s has %d bytes (%s, shape %v); there is room for %d", name, a.Bytes(), a.Type, a.Shape, int64(bytes))
		}
		return h.object.Read(name, typed(a, dst))
	})
}

//export goView
func goView(number C.uint64_t, what *C.char, out *C.hk_array, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		v, err := h.view(textOf(what))
		if err != nil {
			return err
		}
		return describe(v.array, v.data, out)
	})
}

//export goRefresh
func goRefresh(number C.uint64_t, what *C.char, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		if what != nil {
			name := textOf(what)
			if h.views[name] == nil {
				return sim.Wrongf("%q was not viewed", name)
			}
			_, err := h.view(name)
			return err
		}
		for name := range h.views {
			if _, err := h.view(name); err != nil {
				return err
			}
		}
		return nil
	})
}

//export goSet
func goSet(number C.uint64_t, field *C.char, values *C.double, count C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		path, err := named("the name of a field", field)
		if err != nil {
			return err
		}
		list, err := given[float64]("values", unsafe.Pointer(values), count)
		if err != nil {
			return err
		}
		return sim.Wrong(env.Set(h.object, path, list))
	})
}

//export goPlace
func goPlace(number C.uint64_t, positions, velocities *C.double, count C.int64_t, to *C.hk_error) C.int {
	return with(number, to, func(h *handle) error {
		x, err := given[float64]("positions", unsafe.Pointer(positions), count)
		if err != nil {
			return err
		}
		if velocities == nil {
			return sim.Wrong(h.Place(x, nil))
		}
		return sim.Wrong(h.Place(x, sliceOf[float64](unsafe.Pointer(velocities), int64(count))))
	})
}

//export goAct
func goAct(number C.uint64_t, action *C.double, count C.int64_t, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		u, err := given[float64]("the action", unsafe.Pointer(action), count)
		if err != nil {
			return err
		}
		s, err := h.stepper()
		if err != nil {
			return err
		}
		return sim.Wrong(s.Act(u))
	})
}

//export goSave
func goSave(number C.uint64_t, path *C.char, to *C.hk_error) C.int {
	return saved(number, path, to, (*sim.Sim).Save)
}

//export goRestore
func goRestore(number C.uint64_t, path *C.char, to *C.hk_error) C.int {
	return saved(number, path, to, (*sim.Sim).Restore)
}

// saved calls a method of a structure with a path.
func saved(number C.uint64_t, path *C.char, to *C.hk_error, do func(s *sim.Sim, path string) error) C.int {
	return with(number, to, func(h *handle) error {
		name, err := named("the path", path)
		if err != nil {
			return err
		}
		return do(h.Sim, name)
	})
}

//export goKeep
func goKeep(number C.uint64_t, to *C.hk_error) C.int {
	return with(number, to, func(h *handle) error { return h.Keep() })
}

//export goRender
func goRender(number C.uint64_t, path, options *C.char, to *C.hk_error) C.int {
	return withAny(number, to, func(h *handle) error {
		name, err := named("the path", path)
		if err != nil {
			return err
		}
		text := []byte(textOf(options))
		if r, ok := h.object.(*robots.Robots); ok {
			c, look, err := robots.ParsePage(name, text)
			if err != nil {
				return sim.Wrong(err)
			}
			_, err = r.Page(context.Background(), name, c, look)
			return err
		}
		s, err := h.structure()
		if err != nil {
			return err
		}
		look, err := sim.ParseLook(name, text)
		if err != nil {
			return sim.Wrong(err)
		}
		_, err = s.Render(name, look)
		return err
	})
}

//export goLive
func goLive(number C.uint64_t, options *C.char, to *C.hk_error) C.int {
	return with(number, to, func(h *handle) error {
		look, err := sim.ParseLook("", []byte(textOf(options)))
		if err != nil {
			return sim.Wrong(err)
		}
		h.pushed = nil
		return h.Live(look)
	})
}

//export goPush
func goPush(number C.uint64_t, dst *C.char, bytes C.int64_t, needed *C.int64_t, to *C.hk_error) C.int {
	return with(number, to, func(h *handle) (err error) {
		if h.pushed == nil {
			if h.pushed, err = h.Push(); err != nil {
				h.pushed = nil
				return err
			}
		}
		if err := copyOut(h.pushed, dst, bytes, needed); err != nil {
			return err
		}
		if int64(bytes) > int64(len(h.pushed)) {
			h.pushed = nil
		}
		return nil
	})
}
