package glx_test

import (
	"runtime"
	"testing"

	"hooke/gpu/egl"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
)

// A context that was made to be told of resets can be asked for them, and is not lost;
// an ordinary one cannot be asked.
func TestLost(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, robust := range []bool{false, true} {
		window, err := egl.Open(egl.Options{Debug: true, Robust: robust})
		if err != nil {
			t.Fatal(err)
		}
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
