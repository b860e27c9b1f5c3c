package egl

import (
	"runtime"
	"testing"
)

func TestOpenGivesAWorkingContext(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := Open(Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.ProcAddress("glDispatchCompute") == nil {
		t.Error("glDispatchCompute has no address: the context cannot run compute shaders")
	}
	if err := c.MakeCurrent(); err != nil {
		t.Error(err)
	}
	t.Log("platform:", c.Platform())
}

func TestCloseTwiceIsHarmless(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	c.Close()
}
