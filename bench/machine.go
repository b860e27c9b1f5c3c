package bench

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine describes where a benchmark ran. It names no user and no host.
type Machine struct {
	CPU    string // model name, or the architecture
	Cores  int    // logical cores that the program may use
	Memory int64  // [bytes]; zero: not known
	OS     string
	Go     string // version of the compiler
	Commit string // of the program
}

// ThisMachine describes the machine that the program runs on.
func ThisMachine(commit string) Machine {
	m := Machine{
		CPU: runtime.GOARCH, Cores: runtime.NumCPU(), OS: runtime.GOOS + "/" + runtime.GOARCH,
		Go: runtime.Version(), Commit: commit,
	}
	if name, ok := lookUp("/proc/cpuinfo", "model name", ":"); ok {
		m.CPU = name
	}
	if text, ok := lookUp("/proc/meminfo", "MemTotal", ":"); ok {
		if kib, err := strconv.ParseInt(strings.TrimSuffix(text, " kB"), 10, 64); err == nil {
			m.Memory = kib << 10
		}
	}
	if name, ok := lookUp("/etc/os-release", "PRETTY_NAME", "="); ok {
		m.OS = strings.Trim(name, `"`) + ", " + m.OS
	}
	return m
}

// String is the machine on one line; of one read from a record, whose CPU is that
// line, the CPU alone.
func (m Machine) String() string {
	if m.Cores == 0 {
		return m.CPU
	}
	memory := "memory unknown"
	if m.Memory > 0 {
		memory = fmt.Sprintf("%.1f GiB", float64(m.Memory)/(1<<30))
	}
	return fmt.Sprintf("%s, %d logical cores, %s, %s, %s", m.CPU, m.Cores, memory, m.OS, m.Go)
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
