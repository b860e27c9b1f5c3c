//go:build !amd64

package cpu

// kernels are those of this machine, fastest first.
func kernels() []kernel { return []kernel{plainGo()} }
