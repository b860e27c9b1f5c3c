package glx_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"hooke/gpu/egl"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// A context that was made to be told of resets can be asked for them, and is not lost;
// an ordinary one cannot be asked, nor can one where the variable says so.
func TestLost(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, c := range []struct {
		robust   bool
		variable string
	}{{false, ""}, {true, ""}, {true, "off"}} {
		t.Setenv(egl.ResetsVariable, c.variable)
		robust := c.robust && c.variable == ""
		window := must.Get(egl.Open(egl.Options{Debug: true, Robust: c.robust}))(t)
		ctx, err := glx.New(window.ProcAddress)
		if err != nil {
			window.Close()
			t.Fatal(err)
		}
		if ctx.Tells() != robust || ctx.Lost() {
			t.Errorf("robust %v: tells %v, lost %v", robust, ctx.Tells(), ctx.Lost())
		}
		if err := ctx.Err("robustness"); err != nil {
			t.Error(err)
		}
		if messages := ctx.Messages(); len(messages) > 0 {
			t.Errorf("the driver reported %v", messages)
		}
		window.Close()
	}
}

// Every status of resets, and memory that is gone while nothing is made, ends in the message
// of a lost device with its cause, in all later calls, too.
func TestEachLossIsTold(t *testing.T) {
	for what, c := range map[string]struct {
		status  uint32
		exhaust bool
		want    string
	}{
		"guilty":    {0x8253, false, "after an error of this program"},
		"innocent":  {0x8254, false, "after an error of another program"},
		"unknown":   {0x8255, false, "the driver reset it"},
		"purged":    {0x92bb, false, "its memory was lost, as after the machine slept"},
		"no memory": {0, true, "or was lost while the machine slept"},
	} {
		ctx := openLost(t)
		must.Do(t, ctx.Err("before"))
		told := 0
		ctx.Status(func() uint32 { // once, as drivers tell of a purge
			if told++; told == 1 {
				return c.status
			}
			return 0
		})
		if c.exhaust {
			ctx.Exhaust()
		}
		for range 2 {
			err := ctx.Err("gpu: read state")
			if !errors.Is(err, glx.ErrLost) || !ctx.Lost() || !strings.Contains(err.Error(), "glx: gpu: read state: the device was lost: ") ||
				!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "start again from the last checkpoint") {
				t.Errorf("%s: lost %v, %v", what, ctx.Lost(), err)
			}
		}
	}
}

// Lack of memory for something new is no loss.
func TestLackOfMemoryIsNoLoss(t *testing.T) {
	ctx := openLost(t)
	for _, where := range []string{"allocate buffer Position of 16 bytes", "clear buffer Position of 16 bytes", "make texture map", "gpu: load model", "gpu: make a mirror"} {
		ctx.Exhaust()
		if err := ctx.Err(where); !errors.Is(err, glx.ErrNoMemory) || errors.Is(err, glx.ErrLost) || ctx.Lost() {
			t.Errorf("%s: lost %v, %v", where, ctx.Lost(), err)
		}
	}
	if err := ctx.Err("afterwards"); err != nil {
		t.Error(err)
	}
}

// openLost opens a context that may be lost, unlike those of package gltest.
func openLost(t *testing.T) *glx.Context {
	t.Helper()
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	runtime.LockOSThread()
	window := must.Get(egl.Open(egl.Options{}))(t)
	t.Cleanup(func() {
		window.Close()
		runtime.UnlockOSThread()
	})
	return must.Get(glx.New(window.ProcAddress))(t)
}
