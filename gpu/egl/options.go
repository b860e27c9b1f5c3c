package egl

import (
	"errors"
	"slices"
	"strings"
)

// ErrNoContext is wrapped by every error of Open but those that wrap ErrNoDevice.
var ErrNoContext = errors.New("egl: no OpenGL context without a display")

// Options say which kind of context to make. The zero value asks for an OpenGL 4.3 core
// context without debug output.
type Options struct {
	Debug   bool // make a debug context, whose driver reports misuse and slow operations; DebugVariable asks for it, too
	Surface bool // make a surface of one pixel even where the driver needs none, as a test does
	Robust  bool // make a context that tells when the device was reset or its memory lost, where the driver can, unless ResetsVariable is off; see glx.Context.Tells

	// Device chooses among the devices of EGL: a number from Devices, or a part of the name of a renderer, in
	// upper or lower case. Empty: the value of Variable, and if that is empty too, the first that works.
	Device string
}

// isSoftware says whether a renderer runs on the CPU, as some drivers do on devices
// that they cannot use otherwise.
func isSoftware(renderer string) bool {
	return slices.ContainsFunc([]string{"llvmpipe", "softpipe", "swrast"}, func(name string) bool {
		return strings.Contains(strings.ToLower(renderer), name)
	})
}
