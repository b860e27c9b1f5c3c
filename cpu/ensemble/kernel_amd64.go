package ensemble

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C ../generate ./ensemble -out ../ensemble/kernels_amd64.s

// assembled returns the kernels in assembly that this machine can run, fastest first.
func assembled() []kernel {
	var all []kernel
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, kernel{name: "avx512", springs: [2]func(*springCall){springsAVX512, allSpringsAVX512}, move: moveAVX512, drive: driveAVX512, places: placesAVX512, moments: momentsAVX512, stretch: stretchAVX512,
			member: [2]func(*memberCall){memberSpringsAVX512, allMemberSpringsAVX512}, strains: strainsAVX2, limits: kernelLimits{Reads: []int{0, 1, 2, 3, 4}}})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, kernel{name: "avx2", springs: [2]func(*springCall){halves(springsAVX2), halves(allSpringsAVX2)}, move: moveInHalves, drive: driveInHalves, places: placesInHalves, moments: momentsInHalves, stretch: stretchInHalves,
			member: [2]func(*memberCall){memberInHalves(memberSpringsAVX2), memberInHalves(allMemberSpringsAVX2)}, spread: spreadAVX2, strains: strainsAVX2})
	}
	return all
}

// half is how many members a vector of AVX2 has.
const half = lanes / 2

// second returns a pointer to the second half of a row.
func second(p *float32) *float32 {
	if p == nil {
		return nil
	}
	return (*float32)(unsafe.Add(unsafe.Pointer(p), 4*half))
}

// secondWide returns the same of numbers of 8 bytes.
func secondWide(p *float64) *float64 { return (*float64)(unsafe.Add(unsafe.Pointer(p), 8*half)) }

// halves calls a kernel of springs for each half of the members.
func halves(kernel func(*springCall)) func(*springCall) {
	return func(c *springCall) {
		kernel(c)
		upper := *c
		upper.masses, upper.laws, upper.longest = second(c.masses), second(c.laws), second(c.longest)
		kernel(&upper)
	}
}

// memberInHalves calls a kernel of springs of one member for each half of the masses of a block.
func memberInHalves(kernel func(*memberCall)) func(*memberCall) {
	return func(c *memberCall) {
		kernel(c)
		upper := *c
		upper.masses, upper.own, upper.lengths, upper.longest = second(c.masses), second(c.own), second(c.lengths), second(c.longest)
		upper.others = (*uint32)(unsafe.Add(unsafe.Pointer(c.others), 4*half))
		upper.rounds = (*uint32)(unsafe.Add(unsafe.Pointer(c.rounds), 4*half))
		kernel(&upper)
	}
}

// moveInHalves calls the kernel of masses for each half of the members.
func moveInHalves(c *moveCall) {
	moveAVX2(c)
	upper := *c
	upper.masses, upper.scales, upper.contacts, upper.numbers = second(c.masses), second(c.scales), second(c.contacts), second(c.numbers)
	upper.any = 0
	if c.slip != nil {
		upper.slip = secondWide(c.slip)
	}
	upper.touching = (*byte)(unsafe.Add(unsafe.Pointer(c.touching), 1))
	moveAVX2(&upper)
	c.bad |= upper.bad << half
	c.any |= upper.any << half
}

// driveInHalves calls the kernel of muscles for each half of the members.
func driveInHalves(c *driveCall) {
	driveAVX2(c)
	upper := *c
	upper.muscles, upper.laws, upper.rest = second(c.muscles), second(c.laws), second(c.rest)
	driveAVX2(&upper)
}

// placesInHalves and momentsInHalves call the kernels of positions for each half of the members.
func placesInHalves(c *placeCall)  { c.inHalves(placesAVX2) }
func momentsInHalves(c *placeCall) { c.inHalves(momentsAVX2) }

func (c *placeCall) inHalves(kernel func(*placeCall)) {
	kernel(c)
	upper := *c
	upper.masses, upper.scales, upper.near, upper.frames = second(c.masses), second(c.scales), second(c.near), second(c.frames)
	upper.planes, upper.base, upper.clearance, upper.moments = second(c.planes), second(c.base), second(c.clearance), second(c.moments)
	if c.sums != nil {
		upper.sums = secondWide(c.sums)
	}
	kernel(&upper)
}

// stretchInHalves calls the kernel of stretches for each half of the members.
func stretchInHalves(c *stretchCall) {
	stretchAVX2(c)
	upper := *c
	upper.masses, upper.laws, upper.changes, upper.strain, upper.sums = second(c.masses), second(c.laws), second(c.changes), second(c.strain), secondWide(c.sums)
	upper.lengths, upper.keeps = second(c.lengths), second(c.keeps)
	stretchAVX2(&upper)
}

// The functions below are the kernels in kernels_amd64.s.
func springsAVX512(c *springCall)
func allSpringsAVX512(c *springCall)
func moveAVX512(c *moveCall)
func driveAVX512(c *driveCall)
func placesAVX512(c *placeCall)
func stretchAVX512(c *stretchCall)
func springsAVX2(c *springCall)
func allSpringsAVX2(c *springCall)
func placesAVX2(c *placeCall)
func memberSpringsAVX2(c *memberCall)
func allMemberSpringsAVX2(c *memberCall)
func spreadAVX2(c *turnCall)
func memberSpringsAVX512(c *memberCall)
func allMemberSpringsAVX512(c *memberCall)
func strainsAVX2(c *strainCall)
func momentsAVX512(c *placeCall)
func momentsAVX2(c *placeCall)

//go:noescape
func moveAVX2(c *moveCall)

//go:noescape
func driveAVX2(c *driveCall)

//go:noescape
func stretchAVX2(c *stretchCall)
