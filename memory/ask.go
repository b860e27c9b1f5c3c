package memory

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// ErrTooLarge is wrapped when something does not fit; the error has the bytes needed and
// free, and which limit that is.
var ErrTooLarge = errors.New("too large for this machine's memory")

// Heed makes Go collect its garbage early enough to stay within what there is, unless
// GOMEMLIMIT says otherwise. For a program to call at its start.
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

// heeded is into how many parts the room is divided of which Go leaves one to others:
// threads, drivers, pages of files.
const heeded = 16

// small is what nobody has to ask for: looking costs more than it is worth [bytes].
const small = 16 << 20

// Ask refuses what needs more bytes than there are. What names it, in the plural, as the
// error begins: "8 masses and 28 springs". A number of bytes that is negative has overflowed and
// is refused. Where nothing is known nothing is refused.
func Ask(bytes int64, what string, args ...any) error {
	if bytes >= 0 && bytes < small {
		return nil
	}
	room := Free()
	if room.refuses(bytes) {
		debug.FreeOSMemory() // of what was made before and is of no more use
		room = Free()
	}
	if !room.refuses(bytes) {
		return nil
	}
	return room.refusal(bytes, fmt.Sprintf(what, args...))
}

// refuses says whether so many bytes do not fit.
func (r Room) refuses(bytes int64) bool { return r.Limit != "" && (bytes < 0 || bytes > r.Bytes) }

func (r Room) refusal(bytes int64, what string) error {
	needed := Text(bytes)
	if bytes < 0 {
		needed = "more than 9 EB"
	}
	return fmt.Errorf("%s are %w: they need %s, %s are left by %s; ask for less, or raise the limit", what, ErrTooLarge, needed, Text(r.Bytes), r.Limit)
}

// Text is a number of bytes as people read it.
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
