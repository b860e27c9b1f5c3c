package egl

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
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
			return // another test reports the missing candidates
		}
		must.Do(t, err)
		software, platform := isSoftware(rendererNow()), c.Platform()
		must.Hold(t, o.Surface == (c.surface != nil), "%+v: surface %v", o, c.surface)
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
			must.Be(t, c.Platform(), order[len(order)-1].name, "platform")
			c.Close()
		}
	}
}

func TestIsSoftware(t *testing.T) {
	for renderer, want := range map[string]bool{"llvmpipe (LLVM 15.0.6, 256 bits)": true, "softpipe": true, "NVIDIA H200/PCIe/SSE2": false, "Mesa Intel(R) Graphics": false, "": false} {
		must.Be(t, isSoftware(renderer), want, "%q is software", renderer)
	}
}

// After a second context on a thread, a caller continues with the first; a context that is not current takes nothing away.
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
	must.Hold(t, !first.isCurrent() && second.isCurrent(), "a new context is not current")
	second.Close()
	must.Hold(t, first.isCurrent(), "the first context is not current after the second was closed")
	second = open()
	must.Do(t, first.MakeCurrent())
	second.Close()
	must.Hold(t, first.isCurrent(), "a context that was not current took the other away")
	first.Close()
	if first.isCurrent() && first.context != nil {
		t.Error("a closed context is current")
	}
}

// A device is chosen by its number and by a part of its name, whatever the order of
// preference; one that is not there is an error that lists those that are.
func TestDeviceIsChosen(t *testing.T) {
	if wish := os.Getenv("HOOKE_GPU"); wish != "require" && wish != "" {
		t.Skip("HOOKE_GPU is " + wish)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	devices := Devices()
	if len(devices) == 0 {
		t.Fatal("EGL lists no devices; Mesa lists its software at least")
	}
	first := devices[0]
	if first.Number != 0 || first.Renderer == "" && first.Error == "" {
		t.Fatalf("the first device is %+v", first)
	}
	if first.Renderer != "" {
		word := strings.ToUpper(strings.Fields(first.Renderer)[0])
		for _, way := range []string{"0", " 0 ", word} {
			for _, byVariable := range []bool{false, true} {
				o := Options{Device: way}
				t.Setenv(Variable, "none of all")
				if byVariable {
					o.Device = ""
					t.Setenv(Variable, way)
				}
				c := must.Get(Open(o))(t)
				if way != word && !strings.HasPrefix(c.Platform(), "device 0") || rendererNow() != first.Renderer {
					t.Errorf("%q gives %s of %s, want %s", way, rendererNow(), c.Platform(), first.Renderer)
				}
				c.Close()
			}
		}
	}
	for _, way := range []string{fmt.Sprint(len(devices)), "-1", "99999999999999999999", "Voodoo 2"} {
		_, err := Open(Options{Device: way})
		if !errors.Is(err, ErrNoDevice) || errors.Is(err, ErrNoContext) || !strings.Contains(err.Error(), way) || !strings.Contains(err.Error(), "\n  0  "+first.Renderer) {
			t.Errorf("%q: %v, want an error that lists %s", way, err, first.Renderer)
		}
	}
}

// Of two displays, the one with the number is taken, though the other is preferred.
func TestDeviceIsChosenAmongSeveral(t *testing.T) {
	t.Setenv(Variable, "")
	from := []candidate{{name: "a", number: 3, device: true}, {name: "surfaceless", number: noNumber}, {name: "b", number: 1}}
	for way, want := range map[string]string{"3": "a", "1": "b"} {
		got, err := choose(from, Options{Device: way})
		if err != nil || len(got) != 1 || got[0].name != want {
			t.Errorf("%q chooses %+v, %v; want %s", way, got, err, want)
		}
	}
	if got, err := choose(from, Options{}); err != nil || len(got) != 3 {
		t.Errorf("without a choice %+v, %v", got, err)
	}
	must.Say(t, "", must.Err(choose(from, Options{Device: "x"})), "\n  1  no context: no display\n  3  no context: no display")
	must.Say(t, "no devices", must.Err(choose(nil, Options{Device: "0"})), "EGL lists no device")
}

// A missing library, or one that lacks the functions of EGL, is an error that names it and the packages to
// install.
func TestLibraryIsMissing(t *testing.T) {
	for name, want := range map[string]string{"libnosuchEGL.so.1": "libnosuchEGL.so.1: cannot open", "libc.so.6": "libc.so.6: no function egl"} {
		err := load(name)
		must.Say(t, name, err, "libEGL cannot be opened ("+want, "install libegl1 with libgl1-mesa-dri")
	}
	must.Do(t, load(library)) // a failure leaves the functions of the one that is open
}
