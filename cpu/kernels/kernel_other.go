//go:build !amd64

package kernels

// ForThisMachine returns the kernels that this machine can run, fastest first.
func ForThisMachine() []Kernel { return []Kernel{PlainGo()} }
