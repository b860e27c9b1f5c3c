package egl

/*
#include <stdlib.h>
#include <string.h>
#include "library.h"

// The libraries do not export the functions of the device and platform extensions by
// name everywhere, so every call looks them up; this is not hot code.

static EGLint devices(EGLDeviceEXT *list, EGLint room) {
	PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)egl.GetProcAddress("eglQueryDevicesEXT");
	EGLint count = 0;
	if (!query || !query(room, list, &count)) return 0;
	return count;
}

static const char *deviceExtensions(EGLDeviceEXT device) {
	PFNEGLQUERYDEVICESTRINGEXTPROC query =
		(PFNEGLQUERYDEVICESTRINGEXTPROC)egl.GetProcAddress("eglQueryDeviceStringEXT");
	const char *text = query ? query(device, EGL_EXTENSIONS) : NULL;
	return text ? text : "";
}

static EGLDisplay platformDisplay(EGLenum platform, void *native) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC get =
		(PFNEGLGETPLATFORMDISPLAYEXTPROC)egl.GetProcAddress("eglGetPlatformDisplayEXT");
	return get ? get(platform, native, NULL) : EGL_NO_DISPLAY;
}

// GENERATE_RESET_ON_PURGE is EGL_GENERATE_RESET_ON_VIDEO_MEMORY_PURGE_NV: the context tells when
// the contents of the device's memory were lost, as after the machine slept.
#define GENERATE_RESET_ON_PURGE 0x334C

static int hasExtension(EGLDisplay display, const char *name) {
	const char *all = egl.QueryString(display, EGL_EXTENSIONS);
	size_t length = strlen(name);
	for (const char *at = all ? strstr(all, name) : NULL; at; at = strstr(at + length, name))
		if ((at == all || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return 1;
	return 0;
}

// makeContext makes a core context of the given version and makes it current without a
// surface. Where the driver needs a surface, or wantSurface asks for one, it makes one of
// one pixel to which nothing is drawn. It returns NULL, or the name of the call that
// failed, with its error code in *error.
static const char *makeContext(EGLDisplay display, int major, int minor, int debug, int robust, int wantSurface,
	EGLContext *out, EGLSurface *surface, EGLint *error) {
	EGLint configAttributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLint anyConfig[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLint onePixel[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
	EGLint contextAttributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
		EGL_CONTEXT_OPENGL_DEBUG, debug ? EGL_TRUE : EGL_FALSE,
		EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET, GENERATE_RESET_ON_PURGE, EGL_TRUE, EGL_NONE};
	const EGLint notify = 8, purge = 10; // where these attributes begin
	if (!hasExtension(display, "EGL_NV_robustness_video_memory_purge")) contextAttributes[purge] = EGL_NONE;
	if (!robust) contextAttributes[notify] = EGL_NONE; // older drivers do not know the attribute
	EGLConfig config;
	EGLint count = 0;
	const char *failed = NULL;
	if (!egl.BindAPI(EGL_OPENGL_API)) {
		failed = "eglBindAPI(EGL_OPENGL_API)";
	} else if ((!egl.ChooseConfig(display, configAttributes, &config, 1, &count) || count < 1) &&
		(!egl.ChooseConfig(display, anyConfig, &config, 1, &count) || count < 1)) {
		failed = "eglChooseConfig";
	} else {
		*out = egl.CreateContext(display, config, EGL_NO_CONTEXT, contextAttributes);
		for (EGLint last = purge; *out == EGL_NO_CONTEXT && robust && last >= notify; last -= 2) { // values that a driver does not report are left out
			contextAttributes[last] = EGL_NONE;
			*out = egl.CreateContext(display, config, EGL_NO_CONTEXT, contextAttributes);
		}
		if (*out == EGL_NO_CONTEXT) failed = "eglCreateContext";
	}
	if (failed) {
		*error = egl.GetError();
		return failed;
	}
	*surface = EGL_NO_SURFACE;
	if (!wantSurface && egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, *out)) return NULL;
	*error = egl.GetError(); // read it before another call replaces it
	failed = "eglMakeCurrent without a surface";
	if ((*surface = egl.CreatePbufferSurface(display, config, onePixel)) != EGL_NO_SURFACE) {
		if (egl.MakeCurrent(display, *surface, *surface, *out)) return NULL;
		*error = egl.GetError();
		failed = "eglMakeCurrent without a surface, and with one of a pixel";
		egl.DestroySurface(display, *surface);
	}
	egl.DestroyContext(display, *out);
	return failed;
}

// current is the context that the thread has now, which may be none.
typedef struct {
	EGLDisplay display;
	EGLContext context;
	EGLSurface draw, read;
} current;

static current currentNow(void) {
	current now = {egl.GetCurrentDisplay(), egl.GetCurrentContext(), egl.GetCurrentSurface(EGL_DRAW), egl.GetCurrentSurface(EGL_READ)};
	return now;
}

// goBack leaves the current context for one that was current before, unless that was none, or is no more.
static void goBack(EGLDisplay display, current before) {
	egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	if (before.context != EGL_NO_CONTEXT) egl.MakeCurrent(before.display, before.draw, before.read, before.context);
}

// renderer is GL_RENDERER of the current context.
static const char *renderer(void) {
	const unsigned char *(*get)(unsigned) = (const unsigned char *(*)(unsigned))egl.GetProcAddress("glGetString");
	const unsigned char *text = get ? get(0x1F01) : NULL;
	return text ? (const char *)text : "";
}

static EGLint lastError(void) { return egl.GetError(); }
static EGLBoolean initialize(EGLDisplay display) { return egl.Initialize(display, NULL, NULL); }
static EGLContext currentContext(void) { return egl.GetCurrentContext(); }
static void *procAddress(const char *name) { return (void *)egl.GetProcAddress(name); }

static EGLBoolean makeCurrent(EGLDisplay display, EGLSurface surface, EGLContext context) {
	return egl.MakeCurrent(display, surface, surface, context);
}

static void destroy(EGLDisplay display, EGLSurface surface, EGLContext context) {
	if (surface != EGL_NO_SURFACE) egl.DestroySurface(display, surface);
	egl.DestroyContext(display, context);
}
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"
)

// The OpenGL version that hooke needs: the first with compute shaders.
const major, minor = 4, 3

// Context is an OpenGL context without a window. Open makes it, and its owner calls
// Close.
type Context struct {
	display  C.EGLDisplay
	context  C.EGLContext
	surface  C.EGLSurface // a surface of one pixel, or nil
	platform string
	before   C.current // the context that the thread had when this one was opened
}

// Open makes a context and makes it current on the calling thread. It takes a device that
// turns out to run in software only where everything else fails. The error wraps
// ErrNoContext and lists every way that Open tried and why that way failed, or says that there is
// no libEGL; it wraps ErrNoDevice where the device that was asked for is not there.
func Open(o Options) (*Context, error) {
	if err := fits(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoContext, err)
	}
	if err := ready(); err != nil {
		if wanted := o.wanted(); wanted != "" {
			return nil, fmt.Errorf("%w: %q; %w", ErrNoDevice, wanted, err)
		}
		return nil, fmt.Errorf("%w: %w", ErrNoContext, err)
	}
	from, err := choose(candidates(), o)
	if err != nil {
		return nil, err
	}
	return open(from, o)
}

func open(from []candidate, o Options) (*Context, error) {
	var failures []string
	var software []candidate
	for _, candidate := range from {
		c, err := candidate.open(o)
		switch {
		case err != nil:
			failures = append(failures, fmt.Sprintf("  %s: %v", candidate.name, err))
		case candidate.device && isSoftware(rendererNow()):
			c.Close()
			software = append(software, candidate)
		default:
			return c, nil
		}
	}
	for _, candidate := range software {
		if c, err := candidate.open(o); err == nil {
			return c, nil
		}
	}
	if len(failures) == 0 {
		failures = append(failures, "  EGL lists no device and no surfaceless platform")
	}
	return nil, fmt.Errorf("%w (OpenGL %d.%d core needed); tried:\n%s\n"+
		"where nothing is found, install %s; eglCreateContext fails where the driver is too old for this version",
		ErrNoContext, major, minor, strings.Join(failures, "\n"), drivers)
}

// candidate is one display that may give a context.
type candidate struct {
	name    string
	display C.EGLDisplay
	device  bool // whether it belongs to a device that says that it is hardware
	number  int  // of the device in the list of EGL; noNumber: it is none
}

// noNumber is in the place of the number of a display without a device.
const noNumber = -1

// candidates lists displays in the order of preference: hardware devices, the surfaceless platform, then
// software devices. Without libEGL the list is empty.
func candidates() []candidate {
	if ready() != nil {
		return nil
	}
	const room = 32
	var list [room]C.EGLDeviceEXT
	var hardware, software []candidate
	for i := range int(C.devices(&list[0], room)) {
		extensions := C.GoString(C.deviceExtensions(list[i]))
		display := C.platformDisplay(C.EGL_PLATFORM_DEVICE_EXT, unsafe.Pointer(list[i]))
		if strings.Contains(extensions, "EGL_MESA_device_software") {
			software = append(software, candidate{fmt.Sprintf("device %d (software)", i), display, false, i})
		} else {
			hardware = append(hardware, candidate{fmt.Sprintf("device %d", i), display, true, i})
		}
	}
	surfaceless := candidate{"surfaceless", C.platformDisplay(C.EGL_PLATFORM_SURFACELESS_MESA, nil), false, noNumber}
	return append(append(hardware, surfaceless), software...)
}

func (c candidate) open(o Options) (*Context, error) {
	if c.display == 0 {
		return nil, errors.New("no display")
	}
	if C.initialize(c.display) == C.EGL_FALSE {
		return nil, fmt.Errorf("eglInitialize failed (EGL error %#x)", int(C.lastError()))
	}
	flag := func(on bool) C.int {
		if on {
			return 1
		}
		return 0
	}
	out := &Context{display: c.display, platform: c.name, before: C.currentNow()}
	var code C.EGLint
	if failed := C.makeContext(c.display, major, minor, flag(o.Debug || os.Getenv(DebugVariable) != ""), flag(o.Robust && os.Getenv(ResetsVariable) != "off"), flag(o.Surface), &out.context, &out.surface, &code); failed != nil {
		return nil, fmt.Errorf("%s failed (EGL error %#x)%s", C.GoString(failed), int(code), c.found())
	}
	return out, nil
}

// rendererNow is GL_RENDERER of the current context.
func rendererNow() string { return C.GoString(C.renderer()) }

// Platform names the display that gave the context, such as "device 0" or "surfaceless".
func (c *Context) Platform() string { return c.platform }

// ProcAddress is the address of an OpenGL function, or nil.
func (c *Context) ProcAddress(name string) unsafe.Pointer {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return C.procAddress(text)
}

// MakeCurrent makes the context current on the calling thread again. The error holds the
// EGL error code.
func (c *Context) MakeCurrent() error {
	if C.makeCurrent(c.display, c.surface, c.context) == C.EGL_FALSE {
		return fmt.Errorf("egl: eglMakeCurrent failed (EGL error %#x)", int(C.lastError()))
	}
	return nil
}

// isCurrent reports whether the context is the one of the calling thread.
func (c *Context) isCurrent() bool { return C.currentContext() == c.context }

// Close destroys the context, and makes that current again which was so when it was opened: a program that opens a second one on a
// thread for a while continues with the first. The display stays initialized for the life of the process, since other contexts may
// share it. Closing twice is harmless.
func (c *Context) Close() {
	if c.context == nil {
		return
	}
	if c.isCurrent() {
		C.goBack(c.display, c.before)
	}
	C.destroy(c.display, c.surface, c.context)
	c.context, c.surface = nil, nil
}
