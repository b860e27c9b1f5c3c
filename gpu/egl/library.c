#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

#include "library.h"

struct eglLibrary egl;

int openEGL(const char *name, char *out, size_t room) {
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL); // never closed: drivers keep threads
	if (!library) {
		const char *why = dlerror();
		snprintf(out, room, "%s", why ? why : name);
		return 1;
	}
	struct eglLibrary found;
	const char *missing = NULL;
#define EGL_FIND(type, function) \
	if (!(found.function = (type)dlsym(library, "egl" #function))) missing = "egl" #function;
	EGL_FUNCTIONS(EGL_FIND)
#undef EGL_FIND
	if (missing) {
		snprintf(out, room, "%s: no function %s", name, missing);
		dlclose(library);
		return 1;
	}
	egl = found;
	return 0;
}
