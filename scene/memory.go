package scene

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ErrMemory is wrapped when a structure does not fit this machine's memory; the
// error has the bytes needed and free.
var ErrMemory = errors.New("too large for this machine's memory")

// What a generated model and its start state take [bytes], see model.Model and
// model.State, and then the smallest engine, which is cpu: what it keeps of a
// mass, and what it takes of a spring while it lays the model out.
const (
	massBytes   = 33 + 48 + 61
	springBytes = 18 + 16
)

// fitsMemory refuses a generated structure before it is built when it takes
// more memory than is free: the operating system would end the program without
// a word. Where the free memory is not known, it is not judged.
func fitsMemory(masses, springs int64) error {
	return fitsIn(freeMemory(), masses, springs)
}

func fitsIn(free, masses, springs int64) error {
	needed := masses*massBytes + springs*springBytes
	if free > 0 && needed > free {
		return fmt.Errorf("%d masses and %d springs are %w: with an engine they need %d bytes, %d are free",
			masses, springs, ErrMemory, needed, free)
	}
	return nil
}

// freeMemory is what Linux says is available [bytes]; 0 where it does not.
func freeMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemAvailable:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			if err != nil {
				return 0
			}
			return kilobytes * 1024
		}
	}
	return 0
}
