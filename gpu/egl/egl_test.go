package egl_test

import (
	"runtime"
	"testing"

	"hooke/gpu/egl"
	"hooke/gpu/gltest"
	"hooke/must"
)

func TestOpenGivesAWorkingContext(t *testing.T) {
	wanted(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := must.Get(egl.Open(egl.Options{Debug: true}))(t)
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
	wanted(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := must.Get(egl.Open(egl.Options{}))(t)
	c.Close()
	c.Close()
}

func wanted(t *testing.T) {
	t.Helper()
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
}
