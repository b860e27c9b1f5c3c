package gltest

/*
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*insert)(uint32_t source, uint32_t type, uint32_t id, uint32_t severity, int32_t length, const char *text);

static void say(void *function, uint32_t type, const char *text) {
	((insert)function)(0x824A, type, 1, 0x9147, (int32_t)strlen(text), text); // an application, of medium severity
}
*/
import "C"

import "unsafe"

// Performance and Marker are kinds of messages: a slow operation, and a mark without meaning.
const (
	Performance = 0x8250
	Marker      = 0x8268
)

// Say has a driver report a message of a kind, as if it were its own. procAddress finds the
// functions of the current context, which reports nothing unless it is a debug context.
func Say(procAddress func(name string) unsafe.Pointer, kind uint32, message string) {
	text := C.CString(message)
	defer C.free(unsafe.Pointer(text))
	C.say(procAddress("glDebugMessageInsert"), C.uint32_t(kind), text)
}
