package main

// #include "hooke.h"
import "C"

import (
	"errors"
	"sync"
	"unicode/utf8"
	"unsafe"

	"hooke/machine/panics"
	"hooke/run"
	"hooke/sim"
	"hooke/sim/env"
)

// program names the writer of files, for people.
func program() string { return run.Program("headless") }

// stepper is that of a handle.
func (h *handle) stepper() (env.Stepper, error) {
	if s, ok := h.object.(env.Stepper); ok {
		return s, nil
	}
	return nil, sim.Wrongf("environments act and step by hk_env_step")
}

// handle is an object that C holds.
type handle struct {
	*sim.Sim // the object, where it is a structure; else nil
	object   env.Object
	busy     sync.Mutex         // held by the call that is under way
	thread   *sim.Thread        // makes the calls
	views    map[string]*viewed // by the names of quantities
	pushed   []byte             // a text of the live view that no call had room for; nil: none
}

// viewed is a quantity in memory of C.
type viewed struct {
	array sim.Array
	data  unsafe.Pointer
}

// Handles by their numbers, which are never used again.
var handles = struct {
	sync.Mutex
	last uint64
	of   map[uint64]*handle
}{of: map[uint64]*handle{}}

var errBusy = errors.New("another thread is in a call with this handle; one at a time")

// tell writes the result of a call into the memory of the caller, and returns its code.
func tell(err error, to *C.hk_error) C.int {
	code := codeOf(err)
	if to == nil {
		return code
	}
	text := ""
	if err != nil {
		text = err.Error()
	}
	room := unsafe.Slice((*byte)(unsafe.Pointer(&to.text[0])), len(to.text))
	n := copy(room[:len(room)-1], text)
	for n < len(text) && n > 0 && !utf8.RuneStart(text[n]) {
		n-- // not half a letter
	}
	room[n], to.code = 0, C.int32_t(code)
	return code
}

// codeOf is the code of an error.
func codeOf(err error) C.int {
	var fault *panics.Panic
	switch {
	case err == nil:
		return C.HK_OK
	case errors.Is(err, errBusy):
		return C.HK_BUSY
	case errors.As(err, &fault):
		return C.HK_PANIC
	case sim.IsWrong(err):
		return C.HK_WRONG
	}
	return C.HK_FAILED
}

// opened makes a handle of the result of open, 0 after an error. An object on a device keeps its thread.
func opened[T env.Object](to *C.hk_error, open func() (T, error)) C.uint64_t {
	h := &handle{views: map[string]*viewed{}}
	var err error
	h.thread, err = sim.Begin(func() (stays bool, err error) {
		made, err := open()
		if err != nil {
			return false, err
		}
		h.object = made
		h.Sim, _ = h.object.(*sim.Sim)
		return made.OnThread(), nil
	})
	if tell(err, to) != C.HK_OK {
		return 0
	}
	handles.Lock()
	defer handles.Unlock()
	handles.last++
	handles.of[handles.last] = h
	return C.uint64_t(handles.last)
}

// with calls f with a handle of a structure, on its thread.
func with(number C.uint64_t, to *C.hk_error, f func(h *handle) error) C.int {
	return withAny(number, to, func(h *handle) error {
		if _, err := h.structure(); err != nil {
			return err
		}
		return f(h)
	})
}

// structure is the object of a handle that hk_open or hk_from_arrays has made.
func (h *handle) structure() (*sim.Sim, error) {
	if h.Sim == nil {
		return nil, sim.Wrongf("this handle is no single structure, which hk_open and hk_from_arrays make")
	}
	return h.Sim, nil
}

// withAny calls f with a handle, on its thread.
func withAny(number C.uint64_t, to *C.hk_error, f func(h *handle) error) C.int {
	handles.Lock()
	h := handles.of[uint64(number)]
	handles.Unlock()
	if h == nil {
		return tell(sim.Wrongf("this handle is NULL, or was closed"), to)
	}
	if !h.busy.TryLock() {
		return tell(errBusy, to)
	}
	defer h.busy.Unlock()
	return tell(h.thread.Do(func() error { return f(h) }), to)
}

//export goClose
func goClose(number C.uint64_t) {
	handles.Lock()
	h := handles.of[uint64(number)]
	delete(handles.of, uint64(number))
	handles.Unlock()
	if h == nil {
		return
	}
	h.busy.Lock() // a call that is under way ends first
	defer h.busy.Unlock()
	_ = h.thread.Do(func() error { // the error has no reader
		h.object.Close()
		return nil
	})
	h.thread.End()
	h.free()
}
