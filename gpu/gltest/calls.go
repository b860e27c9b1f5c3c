package gltest

/*
#include <stdint.h>

// A counted function stands before one of the driver: it counts the call and passes on what
// it got. All of them have up to six whole numbers or pointers, which processors pass alike.
typedef uintptr_t word;
typedef word (*real)(word, word, word, word, word, word);

enum { ROOM = 32 };
static real reals[ROOM];
static int64_t counts[ROOM];

#define COUNTED(n) static word counted##n(word a, word b, word c, word d, word e, word f) { counts[n]++; return reals[n](a, b, c, d, e, f); }
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) \
	X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)
EACH(COUNTED)
#define NAME(n) counted##n,
static real all[ROOM] = {EACH(NAME)};

static void *counted(int n, void *function) {
	reals[n] = (real)function;
	return (void *)all[n];
}

static int64_t count(int n) { return counts[n]; }
*/
import "C"

import "unsafe"

// Calls counts the calls of OpenGL that reach the driver, whoever makes them.
type Calls struct{ before [len(counted)]int64 }

// counted are the functions of which one would be called in steps and at the edges of
// submissions.
var counted = [...]string{
	"glUseProgram", "glBindBuffer", "glBindBufferBase", "glBindBufferRange", "glBindBuffersBase", "glBindBuffersRange",
	"glActiveTexture", "glBindTexture", "glBindTextures", "glDispatchCompute", "glDispatchComputeIndirect", "glMemoryBarrier",
	"glClearBufferData", "glCopyBufferSubData", "glBufferSubData", "glMapBufferRange", "glUnmapBuffer", "glQueryCounter",
	"glUniform1i", "glUniform1ui", "glBindTextureUnit", "glBindSampler", "glBindImageTexture", "glBindVertexArray", "glFinish",
}

// counting are functions of a driver, with counted ones before those of the list.
func counting(driver address) address {
	return func(name string) unsafe.Pointer {
		function := driver(name)
		for n, other := range counted {
			if name == other && function != nil {
				return unsafe.Pointer(C.counted(C.int(n), function))
			}
		}
		return function
	}
}

// Reset begins the count anew.
func (c *Calls) Reset() {
	for n := range c.before {
		c.before[n] = int64(C.count(C.int(n)))
	}
}

// Made are the calls since Reset, by their names; those that were not made are left out.
func (c *Calls) Made() (by map[string]int64, all int64) {
	by = map[string]int64{}
	for n, name := range counted {
		if made := int64(C.count(C.int(n))) - c.before[n]; made > 0 {
			by[name], all = made, all+made
		}
	}
	return by, all
}
