// Package egl makes OpenGL contexts without a window or a display server, for
// servers, containers and tests.
//
// Open looks for a device with a hardware driver first (the EGL device
// platform), then for Mesa's surfaceless platform, which may be a software
// renderer: print GL_RENDERER with every number. Nothing is drawn to the
// screen; draw into framebuffer objects.
//
// A context belongs to the thread that opened it: call runtime.LockOSThread
// before Open, and use and close the context on that thread.
package egl

/*
#cgo pkg-config: egl
#include <stdlib.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>

// The functions of the device and platform extensions are not exported by
// name everywhere, so they are looked up once per call; this is not hot code.

static EGLint devices(EGLDeviceEXT *list, EGLint room) {
	PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
	EGLint count = 0;
	if (!query || !query(room, list, &count)) return 0;
	return count;
}

static const char *deviceExtensions(EGLDeviceEXT device) {
	PFNEGLQUERYDEVICESTRINGEXTPROC query =
		(PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
	const char *text = query ? query(device, EGL_EXTENSIONS) : NULL;
	return text ? text : "";
}

static EGLDisplay platformDisplay(EGLenum platform, void *native) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC get =
		(PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	return get ? get(platform, native, NULL) : EGL_NO_DISPLAY;
}

// makeContext makes a core context of the given version current without a
// surface. It returns the name of the call that failed and its error, or NULL.
static const char *makeContext(EGLDisplay display, int major, int minor, int debug, int robust, EGLContext *out, EGLint *error) {
	EGLint configAttributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLint contextAttributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
		EGL_CONTEXT_OPENGL_DEBUG, debug ? EGL_TRUE : EGL_FALSE,
		EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, robust ? EGL_LOSE_CONTEXT_ON_RESET : EGL_NO_RESET_NOTIFICATION, EGL_NONE};
	if (!robust) contextAttributes[8] = EGL_NONE; // older drivers do not know it
	EGLConfig config;
	EGLint count = 0;
	const char *failed = NULL;
	if (!eglBindAPI(EGL_OPENGL_API)) {
		failed = "eglBindAPI(EGL_OPENGL_API)";
	} else if (!eglChooseConfig(display, configAttributes, &config, 1, &count) || count < 1) {
		failed = "eglChooseConfig";
	} else if ((*out = eglCreateContext(display, config, EGL_NO_CONTEXT, contextAttributes)) == EGL_NO_CONTEXT) {
		failed = "eglCreateContext";
	}
	if (failed) {
		*error = eglGetError();
		return failed;
	}
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, *out)) {
		*error = eglGetError(); // before another call replaces it
		eglDestroyContext(display, *out);
		return "eglMakeCurrent without a surface";
	}
	return NULL;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"
)

// ErrNoContext is wrapped by every error of Open.
var ErrNoContext = errors.New("egl: no OpenGL context without a display")

// Options ask for a kind of context. The zero value is an OpenGL 4.3 core
// context without debug output.
type Options struct {
	Debug  bool // ask for a debug context, whose driver reports misuse
	Robust bool // ask for a context that tells when the device was reset
}

// The OpenGL version that hooke needs: the first with compute shaders.
const major, minor = 4, 3

// Context is a current OpenGL context without a surface.
type Context struct {
	display  C.EGLDisplay
	context  C.EGLContext
	platform string
}

// Open makes a context and makes it current on the calling thread. The error
// lists every way that was tried and why it failed.
func Open(o Options) (*Context, error) {
	var failures []string
	for _, candidate := range candidates() {
		c, err := candidate.open(o)
		if err == nil {
			return c, nil
		}
		failures = append(failures, fmt.Sprintf("  %s: %v", candidate.name, err))
	}
	if len(failures) == 0 {
		failures = append(failures, "  EGL lists no device and no surfaceless platform")
	}
	return nil, fmt.Errorf("%w (OpenGL %d.%d core needed); tried:\n%s\n"+
		"where nothing is found, install a driver: libegl1 with libgl1-mesa-dri (software), or the graphics part of the GPU's; "+
		"eglCreateContext fails where the driver is too old for this version",
		ErrNoContext, major, minor, strings.Join(failures, "\n"))
}

// candidate is one display that may give a context.
type candidate struct {
	name    string
	display C.EGLDisplay
}

// candidates lists displays in the order of preference: hardware devices, the
// surfaceless platform, then software devices.
func candidates() []candidate {
	const room = 32
	var list [room]C.EGLDeviceEXT
	var hardware, software []candidate
	for i := range int(C.devices(&list[0], room)) {
		extensions := C.GoString(C.deviceExtensions(list[i]))
		display := C.platformDisplay(C.EGL_PLATFORM_DEVICE_EXT, unsafe.Pointer(list[i]))
		if strings.Contains(extensions, "EGL_MESA_device_software") {
			software = append(software, candidate{fmt.Sprintf("device %d (software)", i), display})
		} else {
			hardware = append(hardware, candidate{fmt.Sprintf("device %d", i), display})
		}
	}
	surfaceless := candidate{"surfaceless", C.platformDisplay(C.EGL_PLATFORM_SURFACELESS_MESA, nil)}
	return append(append(hardware, surfaceless), software...)
}

func (c candidate) open(o Options) (*Context, error) {
	if c.display == 0 {
		return nil, errors.New("no display")
	}
	if C.eglInitialize(c.display, nil, nil) == C.EGL_FALSE {
		return nil, fmt.Errorf("eglInitialize failed (EGL error %#x)", int(C.eglGetError()))
	}
	var debug, robust C.int
	if o.Debug {
		debug = 1
	}
	if o.Robust {
		robust = 1
	}
	out := &Context{display: c.display, platform: c.name}
	var code C.EGLint
	if failed := C.makeContext(c.display, major, minor, debug, robust, &out.context, &code); failed != nil {
		return nil, fmt.Errorf("%s failed (EGL error %#x)", C.GoString(failed), int(code))
	}
	return out, nil
}

// Platform says how the context was made: "device 0", "surfaceless", ...
func (c *Context) Platform() string { return c.platform }

// ProcAddress is the address of an OpenGL function, or nil.
func (c *Context) ProcAddress(name string) unsafe.Pointer {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return unsafe.Pointer(C.eglGetProcAddress(text))
}

// MakeCurrent makes the context current on the calling thread again.
func (c *Context) MakeCurrent() error {
	if C.eglMakeCurrent(c.display, nil, nil, c.context) == C.EGL_FALSE {
		return fmt.Errorf("egl: eglMakeCurrent failed (EGL error %#x)", int(C.eglGetError()))
	}
	return nil
}

// Close destroys the context. The display stays initialized for the life of
// the process, since other contexts may share it. Closing twice is harmless.
func (c *Context) Close() {
	if c.context == nil {
		return
	}
	C.eglMakeCurrent(c.display, nil, nil, nil)
	C.eglDestroyContext(c.display, c.context)
	c.context = nil
}
