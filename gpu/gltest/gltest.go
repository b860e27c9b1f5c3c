// Package gltest gives tests an OpenGL context without a display, on Mesa's
// software renderer if the machine lacks a GPU. Only tests import it.
package gltest

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"hooke/gpu/egl"
	"hooke/gpu/glx"
)

// New makes a debug context for the test's goroutine, which stays locked to
// its thread until the test ends. At the end every object must have been
// released, the driver must have reported no misuse, and no buffer may have been
// written past the queue, which real drivers reorder.
//
// Without a context the test fails, unless HOOKE_GPU is "auto" (then it is
// skipped, with the reason) or "off". A context of another driver than HOOKE_RENDERER
// asks for is a failure, too.
func New(t testing.TB) *glx.Context {
	t.Helper()
	return open(t, guarding, &Calls{})
}

// NewCounting returns New for a context whose calls of OpenGL are counted.
func NewCounting(t testing.TB) (*glx.Context, *Calls) {
	t.Helper()
	calls := &Calls{}
	return open(t, counting, calls), calls
}

// address finds a function of OpenGL by its name.
type address = func(name string) unsafe.Pointer

// open makes a context from functions that stand before those of its driver.
func open(t testing.TB, before func(driver address) address, calls *Calls) *glx.Context {
	t.Helper()
	if reason := Unwanted(); reason != "" {
		t.Skip(reason)
	}
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{Debug: true})
	if err != nil {
		runtime.UnlockOSThread()
		t.Fatal(err)
	}
	ctx, err := glx.New(before(window.ProcAddress))
	if err != nil {
		window.Close()
		runtime.UnlockOSThread()
		t.Fatal(err)
	}
	if reason := Refused(ctx.Renderer, os.Getenv("HOOKE_RENDERER")); reason != "" {
		window.Close()
		runtime.UnlockOSThread()
		t.Fatal(reason)
	}
	past := writesPastQueue()
	t.Cleanup(func() {
		if n := writesPastQueue() - past; n > 0 && !calls.hostWrites {
			t.Errorf("%d writes of buffers that drivers may put before or behind others (%v): use glx.Upload, Fill or CopyFrom", n, pastQueue)
		}
		if err := ctx.Err("end of test"); err != nil {
			t.Error(err)
		}
		if messages := ctx.Messages(); len(messages) > 0 {
			t.Errorf("the driver reported %d times, first: %s", len(messages), messages[0])
		}
		if live := ctx.Live(); len(live) > 0 {
			t.Errorf("objects never released: %v", live)
		}
		window.Close()
		runtime.UnlockOSThread()
	})
	return ctx
}

// Refused is why a renderer is not the one that the words in wanted ask for, each of which its name must
// have; empty when it is. HOOKE_RENDERER holds them where tests must run on a driver that may fail to load.
func Refused(renderer, wanted string) string {
	for word := range strings.FieldsSeq(wanted) {
		if !strings.Contains(renderer, word) {
			return "the renderer is " + renderer + ", and HOOKE_RENDERER asks for one that names " + wanted
		}
	}
	return ""
}

// Unwanted is why HOOKE_GPU lets tests that need OpenGL be skipped, or empty
// when they must run.
func Unwanted() string {
	switch os.Getenv("HOOKE_GPU") {
	case "off":
		return "HOOKE_GPU=off: tests that need OpenGL are switched off"
	case "auto":
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		window, err := egl.Open(egl.Options{})
		if err != nil {
			return "HOOKE_GPU=auto and no context: " + err.Error()
		}
		window.Close()
	}
	return ""
}
