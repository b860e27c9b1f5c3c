package egl

/*
#include <stdio.h>
#include "library.h"

// found writes the version and the renderer of the OpenGL that a display has, and returns
// whether it has any. No context is current afterwards where it made one.
static int found(EGLDisplay display, char *out, size_t room) {
	typedef const unsigned char *(*getString)(unsigned int);
	EGLint any[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLConfig config;
	EGLint count = 0;
	if (!egl.BindAPI(EGL_OPENGL_API) || !egl.ChooseConfig(display, any, &config, 1, &count) || count < 1) return 0;
	EGLContext context = egl.CreateContext(display, config, EGL_NO_CONTEXT, NULL);
	if (context == EGL_NO_CONTEXT) return 0;
	int ok = egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
	if (ok) {
		getString get = (getString)egl.GetProcAddress("glGetString");
		const unsigned char *version = get ? get(0x1F02) : NULL, *renderer = get ? get(0x1F01) : NULL;
		ok = version && renderer;
		if (ok) snprintf(out, room, "%s on %s", version, renderer);
		egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	}
	egl.DestroyContext(display, context);
	return ok;
}
*/
import "C"

// found describes which OpenGL a display has, for the error which says that it is too old. It is empty where
// the display lacks OpenGL.
func (c candidate) found() string {
	var text [256]C.char
	if C.found(c.display, &text[0], C.size_t(len(text))) == 0 {
		return ""
	}
	return "; found " + C.GoString(&text[0])
}
