//go:build !amd64

package kernels

// singles returns the kernels in assembly for float32 that this machine can run: none.
func singles() []Kernel[float32] { return nil }

// doubles returns those for float64: none.
func doubles() []Kernel[float64] { return nil }
