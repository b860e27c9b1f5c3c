//go:build !amd64

package ensemble

// assembled are the kernels in assembly.
func assembled() []kernel { return nil }
