package bench

import (
	"fmt"
	"runtime"

	"hooke/machine"
)

// Machine describes where a benchmark ran. It names no user and no host.
type Machine struct {
	CPU    string // model name, or the architecture
	Cores  int    // logical cores that the program may use
	Memory int64  // memory [bytes]; zero where it is not known
	OS     string
	Go     string // version of the compiler
	Commit string // commit of the program
}

// ThisMachine describes the machine that the program runs on.
func ThisMachine(commit string) Machine {
	return Machine{
		CPU: machine.Processor(), Cores: runtime.NumCPU(), Memory: machine.Memory(), OS: machine.System(),
		Go: runtime.Version(), Commit: commit,
	}
}

// String returns the machine on one line. A machine from a record has that line as its
// CPU, and String returns the CPU alone.
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
