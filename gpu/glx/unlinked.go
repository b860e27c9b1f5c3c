package glx

/*
#cgo linux LDFLAGS: -Wl,--as-needed

// The binding of OpenGL has a loader of its own, whose one function of libEGL makes the linker add that library to every program.
// New brings a loader, so nothing calls that one. With this function in its place the linker leaves libEGL out, and a program
// starts without it: gpu/egl opens it when it needs a context.
__attribute__((visibility("hidden"))) void *eglGetProcAddress(const char *name) {
	(void)name;
	return 0;
}
*/
import "C"
