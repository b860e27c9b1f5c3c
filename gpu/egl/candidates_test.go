package egl

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"testing"

	"hooke/must"
)

// A device that says it is hardware, and whose driver is software, comes after all
// others; a driver that wants a surface gets one.
func TestSoftwareDevicesComeLast(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	all := candidates()
	for _, o := range []Options{{}, {Surface: true}} {
		c, err := open(all, o)
		if errors.Is(err, ErrNoContext) && os.Getenv("HOOKE_GPU") != "require" {
			return // another test says that there is none
		}
		must.Do(t, err)
		software, platform := isSoftware(rendererNow()), c.Platform()
		if o.Surface != (c.surface != nil) {
			t.Errorf("%+v: surface %v", o, c.surface)
		}
		if err := c.MakeCurrent(); err != nil {
			t.Error(err)
		}
		c.Close()
		if !software {
			continue
		}
		// The same display, first said to be hardware, then as it is.
		same := all[slices.IndexFunc(all, func(c candidate) bool { return c.name == platform })]
		pretender := same
		pretender.name, pretender.device = "pretender", true
		for _, order := range [][]candidate{{pretender, same}, {pretender}} {
			c := must.Get(open(order, o))(t)
			if want := order[len(order)-1].name; c.Platform() != want {
				t.Errorf("%s was taken, want %s", c.Platform(), want)
			}
			c.Close()
		}
	}
}

func TestIsSoftware(t *testing.T) {
	for renderer, want := range map[string]bool{"llvmpipe (LLVM 15.0.6, 256 bits)": true, "softpipe": true, "NVIDIA H200/PCIe/SSE2": false, "Mesa Intel(R) Graphics": false, "": false} {
		if got := isSoftware(renderer); got != want {
			t.Errorf("%q is software: %v, want %v", renderer, got, want)
		}
	}
}

// Who opens a second context on a thread for a while goes on with the first; a context that is not current takes nothing away.
func TestCloseGoesBack(t *testing.T) {
	if len(candidates()) == 0 {
		t.Skip("there is no display")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	open := func() *Context {
		t.Helper()
		c, err := Open(Options{})
		if err != nil {
			t.Skip(err)
		}
		return c
	}
	first, second := open(), open()
	if first.isCurrent() || !second.isCurrent() {
		t.Error("a new context is not current")
	}
	second.Close()
	if !first.isCurrent() {
		t.Error("the first context is not current after the second was closed")
	}
	second = open()
	must.Do(t, first.MakeCurrent())
	second.Close()
	if !first.isCurrent() {
		t.Error("a context that was not current took the other away")
	}
	first.Close()
	if first.isCurrent() && first.context != nil {
		t.Error("a closed context is current")
	}
}
