// libEGL, opened when the first context is asked for: a program of hooke starts on machines without it.
#ifndef HOOKE_EGL_LIBRARY_H
#define HOOKE_EGL_LIBRARY_H

#define EGL_EGL_PROTOTYPES 0 // no call may name a function of libEGL itself: that would link it
#include <EGL/egl.h>
#include <EGL/eglext.h>

// EGL_FUNCTIONS are the functions of EGL 1.4 that hooke calls.
#define EGL_FUNCTIONS(X) \
	X(PFNEGLBINDAPIPROC, BindAPI) \
	X(PFNEGLCHOOSECONFIGPROC, ChooseConfig) \
	X(PFNEGLCREATECONTEXTPROC, CreateContext) \
	X(PFNEGLCREATEPBUFFERSURFACEPROC, CreatePbufferSurface) \
	X(PFNEGLDESTROYCONTEXTPROC, DestroyContext) \
	X(PFNEGLDESTROYSURFACEPROC, DestroySurface) \
	X(PFNEGLGETCURRENTCONTEXTPROC, GetCurrentContext) \
	X(PFNEGLGETCURRENTDISPLAYPROC, GetCurrentDisplay) \
	X(PFNEGLGETCURRENTSURFACEPROC, GetCurrentSurface) \
	X(PFNEGLGETERRORPROC, GetError) \
	X(PFNEGLGETPROCADDRESSPROC, GetProcAddress) \
	X(PFNEGLINITIALIZEPROC, Initialize) \
	X(PFNEGLMAKECURRENTPROC, MakeCurrent) \
	X(PFNEGLQUERYSTRINGPROC, QueryString)

// eglLibrary holds those functions once openEGL has returned 0.
struct eglLibrary {
#define EGL_MEMBER(type, name) type name;
	EGL_FUNCTIONS(EGL_MEMBER)
#undef EGL_MEMBER
};

__attribute__((visibility("hidden"))) extern struct eglLibrary egl;

// openEGL opens the library of a name and looks its functions up. It returns 0, or writes why it could not to out.
__attribute__((visibility("hidden"))) int openEGL(const char *name, char *out, size_t room);

#endif
