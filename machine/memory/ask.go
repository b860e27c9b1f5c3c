package memory

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// ErrTooLarge is wrapped by errors for memory that does not fit; the error gives the bytes
// needed, those free, and the limit.
var ErrTooLarge = errors.New("too large for this machine's memory")

// Heed makes Go collect its garbage early enough to stay within the memory that there
// is, unless GOMEMLIMIT is set. A program calls it at its start.
func Heed() {
	room := Free()
	if os.Getenv("GOMEMLIMIT") != "" || room.Limit == "" {
		return
	}
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	held := int64(heap.Sys - heap.HeapReleased)
	debug.SetMemoryLimit(held + room.Bytes/heeded*(heeded-1))
}

// heeded: Go leaves 1/heeded of the memory to others: threads, drivers, pages of files.
const heeded = 16

// small is a size below which no request is needed: it costs more than it helps
// [bytes].
const small = 16 << 20

// Ask returns an error if fewer bytes are free than needed. The parameter what is the plural noun with
// which the error begins: "8 masses and 28 springs". A negative number of bytes has
// overflowed and is an error. If nothing is known about memory, every request is granted.
func Ask(bytes int64, what string, args ...any) error {
	if bytes >= 0 && bytes < small {
		return nil
	}
	room := Free()
	if room.refuses(bytes) {
		debug.FreeOSMemory() // give back memory that is no longer used
		room = Free()
	}
	if !room.refuses(bytes) {
		return nil
	}
	return room.refusal(bytes, fmt.Sprintf(what, args...))
}

// refuses reports whether the given number of bytes do not fit.
func (r Room) refuses(bytes int64) bool { return r.Limit != "" && (bytes < 0 || bytes > r.Bytes) }

func (r Room) refusal(bytes int64, what string) error {
	needed := Text(bytes)
	if bytes < 0 {
		needed = "more than 9 EB"
	}
	return fmt.Errorf("%s are %w: they need %s, %s are left by %s; ask for less, or raise the limit", what, ErrTooLarge, needed, Text(r.Bytes), r.Limit)
}

// Text returns a number of bytes, as users read it.
func Text(bytes int64) string {
	value := float64(bytes)
	for _, unit := range []string{"B", "kB", "MB", "GB", "TB", "PB"} {
		if value < 1000 {
			return fmt.Sprintf("%.3g %s", value, unit)
		}
		value /= 1000
	}
	return fmt.Sprintf("%.3g EB", value)
}
