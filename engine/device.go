package engine

import (
	"errors"
	"runtime"

	"hooke/gpu/egl"
	"hooke/gpu/glx"
)

// Device is an OpenGL context without a window. The goroutine that opened it is locked
// to its thread until Close.
type Device struct {
	GL     *glx.Context
	window *egl.Context
}

// OpenDevice opens the device that EGL offers first. NoOpenGL says whether an error means
// that there is none.
func OpenDevice() (*Device, error) {
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{})
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	gl, err := glx.New(window.ProcAddress)
	if err != nil {
		window.Close()
		runtime.UnlockOSThread()
		return nil, err
	}
	return &Device{gl, window}, nil
}

// Close closes the context; that of nil does nothing.
func (d *Device) Close() {
	if d == nil {
		return
	}
	d.window.Close()
	runtime.UnlockOSThread()
}

// Platform is the way that EGL found the device, for people.
func (d *Device) Platform() string { return d.window.Platform() }

// NoOpenGL says whether an error means that the machine has no OpenGL that is new enough.
func NoOpenGL(err error) bool {
	return errors.Is(err, egl.ErrNoContext) || errors.Is(err, glx.ErrTooOld)
}
