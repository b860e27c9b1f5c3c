package egl

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

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
				c, err := Open(o)
				if err != nil {
					t.Fatal(err)
				}
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
	_, err := choose(from, Options{Device: "x"})
	if err == nil || !strings.Contains(err.Error(), "\n  1  no context: no display\n  3  no context: no display") {
		t.Errorf("%v, want the devices by their numbers", err)
	}
	if _, err := choose(nil, Options{Device: "0"}); err == nil || !strings.Contains(err.Error(), "EGL lists no device") {
		t.Errorf("no devices: %v", err)
	}
}
