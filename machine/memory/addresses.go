package memory

import (
	"fmt"
	"os"
	"runtime"
)

const (
	// reserve is left of a limit of addresses or data for memory that no caller asks for: Go maps its heap in
	// pieces of 64 MB, and the C library that of C in pieces as large [bytes].
	reserve = 128 << 20

	// forOpenGL are the addresses of the libraries and buffers of a software driver of OpenGL,
	// measured with llvmpipe [bytes].
	forOpenGL = 450_000_000
	// forOpenGLCore are the addresses of the threads that a driver has for each core [bytes].
	forOpenGLCore = 48_000_000
)

// within returns how much may be requested within a limit of which free bytes remain and
// mapped bytes of Go's heap are not in use. Idle memory is in pieces, half of which serve no
// large array. A quarter of it all goes to garbage and to small allocations without a
// request.
func within(free, mapped int64) int64 { return (max(0, free-reserve) + mapped/2) / 4 * 3 }

// ForOpenGL returns an error where the limit of addresses of this process leaves too few for a
// driver of OpenGL, which ends the program then. Ask before the first driver is loaded.
func ForOpenGL() error {
	allowed, limited := limitOf(addresses)
	pages := machine{root: "/"}.fields("proc/self/statm")
	if !limited || len(pages) == 0 {
		return nil
	}
	least := int64(forOpenGL + forOpenGLCore*runtime.NumCPU())
	if left := allowed - pages[0]*int64(os.Getpagesize()); left < least {
		return fmt.Errorf("OpenGL is %w: it needs %s of addresses, %s are left by %s; raise it", ErrTooLarge, Text(least), Text(max(0, left)), limitOfAddresses)
	}
	return nil
}

// limitOfAddresses is how messages name the limit.
const limitOfAddresses = "the limit of addresses (RLIMIT_AS, ulimit -v)"
