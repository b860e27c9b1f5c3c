// Package machine describes the computer that a program runs on and shares its work out.
//
// Processor, System and Memory describe the computer for people; they name no user and no host.
// Copies measure the bandwidth of its memory, to which the rates of engines are compared. Threads
// share out the blocks of one task after another, and wait for each other between tasks;
// ThreadsWorth says how many of them are worth starting. Package machine/memory says how much memory
// may still be taken.
package machine

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Processor returns the name of the processor as Linux gives it, or else the architecture.
func Processor() string {
	if name, ok := lookUp("/proc/cpuinfo", "model name", ":"); ok {
		return name
	}
	return runtime.GOARCH
}

// Memory returns the size of the whole memory [bytes], or 0 if unknown. Package memory says how
// much of it may be taken.
func Memory() int64 {
	text, _ := lookUp("/proc/meminfo", "MemTotal", ":")
	kib, err := strconv.ParseInt(strings.TrimSuffix(text, " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}

// System returns the name of the system with its release, where known, and of the platform
// that the program was built for.
func System() string {
	system := runtime.GOOS + "/" + runtime.GOARCH
	if name, ok := lookUp("/etc/os-release", "PRETTY_NAME", "="); ok {
		system = strings.Trim(name, `"`) + ", " + system
	}
	return system
}

// lookUp finds the value of a key in a file of lines "key separator value".
func lookUp(path, key, separator string) (string, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(text)) {
		name, value, found := strings.Cut(line, separator)
		if found && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value), true
		}
	}
	return "", false
}
