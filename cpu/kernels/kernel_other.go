//go:build !amd64

package kernels

// ForThisMachine are those of this machine, fastest first.
func ForThisMachine() []Kernel { return []Kernel{PlainGo()} }
