package egl

/*
#cgo linux LDFLAGS: -ldl
#include <stdlib.h>
#include "library.h"
*/
import "C"

import (
	"fmt"
	"sync"
	"unsafe"
)

// library is the name of libEGL where programs look for it, by the version of its interface.
const library = "libEGL.so.1"

// ready opens libEGL at the first call, and returns nil once it is open. Where it is not there, or is none, every call returns the
// same error: a library that is missing does not come while a program runs. It takes memory, so callers ask fits before.
var ready = sync.OnceValue(func() error { return load(library) })

// drivers names the packages that give a machine OpenGL without a window, for errors.
const drivers = "libegl1 with libgl1-mesa-dri (software), or the graphics part of the GPU's driver"

// load opens a library as libEGL.
func load(name string) error {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var why [512]C.char
	if C.openEGL(text, &why[0], C.size_t(len(why))) != 0 {
		return fmt.Errorf("libEGL cannot be opened (%s): install %s", C.GoString(&why[0]), drivers)
	}
	return nil
}
