//go:build !amd64

package ensemble

// assembled returns the kernels in assembly.
func assembled() []kernel { return nil }
