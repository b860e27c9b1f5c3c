package main

// #include "hooke.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"unicode/utf8"
	"unsafe"

	"hooke/run"
	"hooke/scene"
	"hooke/sim"
)

// program names the writer of files, for people.
const program = "libhooke"

// handle is a structure that C holds.
type handle struct {
	*sim.Sim
	busy   sync.Mutex         // held by the call that is under way
	thread chan func()        // runs calls on the thread that opened it; nil: any thread will do
	views  map[string]*viewed // by the names of quantities
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

// wrong is an argument that is wrong.
type wrong struct{ error }

func wrongf(format string, args ...any) error { return wrong{fmt.Errorf(format, args...)} }

var errBusy = errors.New("another thread is in a call with this handle; one at a time")

// panicked is a panic that was caught, with the stack where it was.
type panicked struct {
	what  any
	stack []byte
}

func (p panicked) Error() string {
	return fmt.Sprintf("a fault of hooke: %v; please report it, with: %.300s", p.what, p.stack)
}

// guard calls f. A panic in it is an error.
func guard(f func() error) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = panicked{what, debug.Stack()}
		}
	}()
	return f()
}

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
	var (
		argument wrong
		option   *scene.OptionError
		other    *run.OptionError
		fault    panicked
	)
	switch {
	case err == nil:
		return C.HK_OK
	case errors.Is(err, errBusy):
		return C.HK_BUSY
	case errors.As(err, &fault):
		return C.HK_PANIC
	case errors.As(err, &argument), errors.As(err, &option), errors.As(err, &other), errors.Is(err, sim.ErrClosed):
		return C.HK_WRONG
	}
	return C.HK_FAILED
}

// opened makes a handle of the result of open, 0 after an error. A simulation on a device keeps its thread.
func opened(to *C.hk_error, open func() (*sim.Sim, error)) C.uint64_t {
	type outcome struct {
		h   *handle
		err error
	}
	done := make(chan outcome)
	go func() {
		h := &handle{views: map[string]*viewed{}}
		err := guard(func() (err error) {
			h.Sim, err = open()
			return err
		})
		if err == nil && h.OnThread() {
			h.thread = make(chan func())
		}
		done <- outcome{h, err}
		if h.thread != nil {
			for f := range h.thread {
				f()
			}
		}
	}()
	got := <-done
	if tell(got.err, to) != C.HK_OK {
		return 0
	}
	handles.Lock()
	defer handles.Unlock()
	handles.last++
	handles.of[handles.last] = got.h
	return C.uint64_t(handles.last)
}

// with calls f with the object of a handle, on its thread.
func with(number C.uint64_t, to *C.hk_error, f func(h *handle) error) C.int {
	handles.Lock()
	h := handles.of[uint64(number)]
	handles.Unlock()
	if h == nil {
		return tell(wrongf("this handle is NULL, or was closed"), to)
	}
	if !h.busy.TryLock() {
		return tell(errBusy, to)
	}
	defer h.busy.Unlock()
	return tell(h.do(func() error { return f(h) }), to)
}

// do does something on the thread of a handle.
func (h *handle) do(f func() error) error {
	if h.thread == nil {
		return guard(f)
	}
	done := make(chan error)
	h.thread <- func() { done <- guard(f) }
	return <-done
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
	_ = h.do(func() error { // the error has no reader
		h.Close()
		return nil
	})
	if h.thread != nil {
		close(h.thread)
	}
	h.free()
}
