package ensemble

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C ../generate ./ensemble -out ../ensemble/kernels_amd64.s

// assembled are the kernels in assembly that this machine can run, fastest first.
func assembled() []kernel {
	var all []kernel
	if cpu.X86.HasAVX512F {
		all = append(all, kernel{"avx512", [2]func(*springCall){springsAVX512, allSpringsAVX512}, moveAVX512, driveAVX512})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, kernel{"avx2", [2]func(*springCall){halves(springsAVX2), halves(allSpringsAVX2)}, moveInHalves, driveInHalves})
	}
	return all
}

// half is how many members a vector of AVX2 has.
const half = lanes / 2

// second is a pointer to the second half of a row.
func second(p *float32) *float32 {
	if p == nil {
		return nil
	}
	return (*float32)(unsafe.Add(unsafe.Pointer(p), 4*half))
}

// halves calls a kernel of springs for each half of the members.
func halves(kernel func(*springCall)) func(*springCall) {
	return func(c *springCall) {
		kernel(c)
		upper := *c
		upper.masses, upper.laws, upper.longest = second(c.masses), second(c.laws), second(c.longest)
		kernel(&upper)
	}
}

// moveInHalves calls the kernel of masses for each half of the members.
func moveInHalves(c *moveCall) {
	moveAVX2(c)
	upper := *c
	upper.masses, upper.scales, upper.contacts, upper.numbers = second(c.masses), second(c.scales), second(c.contacts), second(c.numbers)
	upper.touching = (*uint16)(unsafe.Add(unsafe.Pointer(c.touching), 1))
	moveAVX2(&upper)
	c.bad |= upper.bad << half
}

// driveInHalves calls the kernel of muscles for each half of the members.
func driveInHalves(c *driveCall) {
	driveAVX2(c)
	upper := *c
	upper.muscles, upper.laws, upper.rest = second(c.muscles), second(c.laws), second(c.rest)
	driveAVX2(&upper)
}

// The functions below are the kernels in kernels_amd64.s.
//
//go:noescape
func springsAVX512(c *springCall)

//go:noescape
func allSpringsAVX512(c *springCall)

//go:noescape
func moveAVX512(c *moveCall)

//go:noescape
func driveAVX512(c *driveCall)

//go:noescape
func springsAVX2(c *springCall)

//go:noescape
func allSpringsAVX2(c *springCall)

//go:noescape
func moveAVX2(c *moveCall)

//go:noescape
func driveAVX2(c *driveCall)
