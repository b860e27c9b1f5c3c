package engine

import (
	"errors"
	"runtime"

	"hooke/gpu/egl"
	"hooke/gpu/glx"
)

// Device is an OpenGL context without a window. The goroutine that opens it is locked
// to its thread until Close.
type Device struct {
	GL     *glx.Context
	window *egl.Context
}

// OpenDevice opens the device that egl.Variable names, else the first that EGL offers.
// NoOpenGL reports whether the error means that there is no device. If egl.DebugVariable
// requests a debug context, the listener receives the driver's messages on performance. The
// context reports resets if the driver can, so that a run ends with an error when the device
// is lost.
func OpenDevice(l Listener) (*Device, error) {
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{Robust: true})
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
	if gl.Debugs() {
		l.Notef("note: a debug context; the driver's performance messages are printed as driver: ...")
		gl.Hear(func(message string) { l.Notef("driver: %s", message) })
	}
	return &Device{gl, window}, nil
}

// Close closes the context. On a nil device it does nothing.
func (d *Device) Close() {
	if d == nil {
		return
	}
	d.window.Close()
	runtime.UnlockOSThread()
}

// Devices lists the devices that EGL has, with the names of their renderers.
func Devices() []egl.Device {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return egl.Devices()
}

// Platform describes how EGL found the device.
func (d *Device) Platform() string { return d.window.Platform() }

// NoOpenGL reports whether an error means that the machine has no OpenGL, or one that is
// too old.
func NoOpenGL(err error) bool {
	return errors.Is(err, egl.ErrNoContext) || errors.Is(err, glx.ErrTooOld)
}
