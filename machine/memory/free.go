package memory

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Room is the free memory and its limit.
type Room struct {
	Bytes int64  // may still be taken; never negative
	Limit string // its limit, for messages; empty: nothing is known, and Bytes has no meaning
}

// Free returns the smallest free memory of the machine, the control groups and the limits of
// this process. Memory that Go holds and does not use counts as free.
func Free() Room {
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	return machine{root: "/", limit: limitOf}.free(int64(heap.HeapIdle-heap.HeapReleased), int64(heap.HeapIdle))
}

// machine is where Linux has its files, and how limits of the process are read.
type machine struct {
	root  string // of the file system
	limit func(resource) (bytes int64, limited bool)
}

// free returns the least free memory. idle bytes of Go's heap are resident and not in use; mapped
// ones have addresses and are not in use.
func (m machine) free(idle, mapped int64) Room {
	least := Room{Bytes: math.MaxInt64}
	take := func(bytes, own int64, limit string) {
		if bytes = max(0, bytes) + own; bytes < least.Bytes {
			least = Room{bytes, limit}
		}
	}
	if free, ok := m.available(); ok {
		take(free, idle, "free memory of this machine (MemAvailable in /proc/meminfo)")
	}
	m.groups(func(free int64, file string) { take(free, idle, file+" of its control group") })
	pages := m.fields("proc/self/statm")
	if len(pages) >= 6 {
		page := int64(os.Getpagesize())
		if allowed, ok := m.limit(addresses); ok {
			take(within(allowed-pages[0]*page, mapped), 0, limitOfAddresses)
		}
		if allowed, ok := m.limit(data); ok {
			take(within(allowed-pages[5]*page, mapped), 0, "the limit of data (RLIMIT_DATA, ulimit -d)")
		}
	}
	if least.Limit == "" {
		return Room{}
	}
	return least
}

// available returns the memory that Linux calls available [bytes].
func (m machine) available() (int64, bool) {
	for line := range strings.Lines(m.text("proc/meminfo")) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemAvailable:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes * 1024, err == nil && kilobytes <= math.MaxInt64/1024
		}
	}
	return 0, false
}

// text returns the content of a file; empty without one.
func (m machine) text(path string) string {
	text, _ := os.ReadFile(filepath.Join(m.root, path))
	return string(text)
}

// fields returns the whole numbers in a file of one line; other words are left out.
func (m machine) fields(path string) (numbers []int64) {
	for _, field := range strings.Fields(m.text(path)) {
		if n, err := strconv.ParseInt(field, 10, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}
