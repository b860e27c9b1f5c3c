package gltest

/*
#include <stdint.h>

// A counted function stands before one of the driver: it counts the call and passes on its arguments. All of
// them have up to six whole numbers or pointers, which processors pass alike.
typedef uintptr_t word;
typedef word (*real)(word, word, word, word, word, word);

enum { ROOM = 32 };
static real reals[ROOM];
static int64_t counts[ROOM];

// The log has the last calls, with the arguments that the function has.
enum { LOGGED = 1 << 16 };
typedef struct { word function, argument[6]; } call;
static call logged[LOGGED];
static int64_t calls;

static void note(word n, word a, word b, word c, word d, word e, word f) {
	counts[n]++;
	logged[calls++ % LOGGED] = (call){n, {a, b, c, d, e, f}};
}

#define COUNTED(n) static word counted##n(word a, word b, word c, word d, word e, word f) { note(n, a, b, c, d, e, f); return reals[n](a, b, c, d, e, f); }
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) \
	X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)
EACH(COUNTED)
#define NAME(n) counted##n,
static real all[ROOM] = {EACH(NAME)};

static void *counted(int n, void *function) {
	reals[n] = (real)function;
	return (void *)all[n];
}

static word nothing(void) { return 0; }
static void *doingNothing(void) { return (void *)nothing; }

static int64_t count(int n) { return counts[n]; }
static int64_t callCount(void) { return calls; }
static call callAt(int64_t k) { return logged[k % LOGGED]; }
*/
import "C"

import (
	"fmt"
	"slices"
	"unsafe"
)

// Calls counts the calls of OpenGL that reach the driver, from any caller.
type Calls struct {
	before     [len(counted)]int64
	first      int64 // the number of the first call since Reset
	hostWrites bool  // whether the test may write buffers past the queue
}

// counted are the functions of which one would be called in steps and at the edges of
// submissions.
var counted = [...]string{
	"glUseProgram", "glBindBuffer", "glBindBufferBase", "glBindBufferRange", "glBindBuffersBase", "glBindBuffersRange",
	"glActiveTexture", "glBindTexture", "glBindTextures", "glDispatchCompute", "glDispatchComputeIndirect", "glMemoryBarrier",
	"glClearBufferData", "glCopyBufferSubData", "glBufferSubData", "glMapBufferRange", "glUnmapBuffer", "glQueryCounter",
	"glUniform1i", "glUniform1ui", "glBindTextureUnit", "glBindSampler", "glBindImageTexture", "glBindVertexArray", "glFinish",
	"glClearBufferSubData",
}

// pastQueue are functions that write a buffer and that drivers may execute before commands that were queued earlier, or behind
// those that are queued later: NVIDIA's clears and uploads do not wait for each other, nor uploads for copies. Package glx writes
// by copies of memory that stays mapped, wherever the driver has such memory.
var pastQueue = []string{"glBufferSubData", "glClearBufferData", "glClearBufferSubData"}

// guarding are functions of a driver, with counted ones before those that write past the queue.
func guarding(driver address) address {
	counted := counting(driver)
	return func(name string) unsafe.Pointer {
		if slices.Contains(pastQueue, name) {
			return counted(name)
		}
		return driver(name)
	}
}

// writesPastQueue returns the number of calls of these functions so far.
func writesPastQueue() (all int64) {
	for n, name := range counted {
		if slices.Contains(pastQueue, name) {
			all += int64(C.count(C.int(n)))
		}
	}
	return all
}

// AllowHostWrites lets the test write buffers past the queue, as one on a driver without memory that stays mapped must.
func (c *Calls) AllowHostWrites() { c.hostWrites = true }

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

// Nothing returns a function that does nothing, whatever its name, as of a driver that takes no time.
func Nothing(string) unsafe.Pointer { return C.doingNothing() }

// Reset begins the count anew.
func (c *Calls) Reset() {
	for n := range c.before {
		c.before[n] = int64(C.count(C.int(n)))
	}
	c.first = int64(C.callCount())
}

// plain are the numbers of arguments that are whole numbers, from the first one on, of functions
// whose other arguments point somewhere, or are none.
var plain = map[string]int{"glUseProgram": 1, "glBindBuffer": 2, "glBindBufferBase": 3, "glBindBufferRange": 5, "glBindBuffersBase": 3, "glBindBuffersRange": 3,
	"glActiveTexture": 1, "glBindTexture": 2, "glBindTextures": 2, "glDispatchCompute": 3, "glDispatchComputeIndirect": 1, "glMemoryBarrier": 1,
	"glCopyBufferSubData": 5, "glBufferSubData": 3, "glQueryCounter": 2}

// List returns a text for each call since Reset, in their order: its function and those of its arguments that
// are whole numbers. It panics where they are more than the log can hold.
func (c *Calls) List() []string {
	end := int64(C.callCount())
	if end-c.first > C.LOGGED {
		panic("gltest: more calls than the log has room for")
	}
	var list []string
	for k := c.first; k < end; k++ {
		call := C.callAt(C.int64_t(k))
		name := counted[call.function]
		text := name
		for _, word := range call.argument[:plain[name]] {
			text += fmt.Sprint(" ", uint32(word)) // the rest of a register may hold anything
		}
		list = append(list, text)
	}
	return list
}

// Made returns the calls since Reset, by their names; those that were not made are left out.
func (c *Calls) Made() (by map[string]int64, all int64) {
	by = map[string]int64{}
	for n, name := range counted {
		if made := int64(C.count(C.int(n))) - c.before[n]; made > 0 {
			by[name], all = made, all+made
		}
	}
	return by, all
}
