package cpu

import "golang.org/x/sys/cpu"

//go:generate go run -C generate . -out ../kernels_amd64.s

// kernels are those of this machine, fastest first.
func kernels() []kernel {
	var all []kernel
	if cpu.X86.HasAVX512F {
		all = append(all, kernel{"avx512", true, [3][2]func(*forcesCall){
			byClass: {plainForcesClassAVX512, fullForcesClassAVX512},
			byLaw:   {plainForcesLawAVX512, fullForcesLawAVX512},
			own:     {plainForcesOwnAVX512, fullForcesOwnAVX512},
		}, [3][2]func(*forcesCall){
			byClass: {plainStepClassAVX512, fullStepClassAVX512},
			byLaw:   {plainStepLawAVX512, fullStepLawAVX512},
			own:     {plainStepOwnAVX512, fullStepOwnAVX512},
		}, [2]func(*forcesCall){plainChainAVX512, fullChainAVX512}, [2]func(*forcesCall){plainHandAVX512, fullHandAVX512}, integrateAVX512, verletAVX512})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, kernel{"avx2", true, [3][2]func(*forcesCall){
			byClass: {plainForcesClassAVX2, fullForcesClassAVX2},
			byLaw:   {plainForcesLawAVX2, fullForcesLawAVX2},
			own:     {plainForcesOwnAVX2, fullForcesOwnAVX2},
		}, [3][2]func(*forcesCall){
			byClass: {plainStepClassAVX2, fullStepClassAVX2},
			byLaw:   {plainStepLawAVX2, fullStepLawAVX2},
			own:     {plainStepOwnAVX2, fullStepOwnAVX2},
		}, [2]func(*forcesCall){plainChainAVX2, fullChainAVX2}, [2]func(*forcesCall){plainHandAVX2, fullHandAVX2}, integrateAVX2, verletAVX2})
	}
	return append(all, plainGo())
}

// The kernels in kernels_amd64.s. Calls have at least one slice.
//
//go:noescape
func plainForcesClassAVX512(c *forcesCall)

//go:noescape
func fullForcesClassAVX512(c *forcesCall)

//go:noescape
func plainForcesLawAVX512(c *forcesCall)

//go:noescape
func fullForcesLawAVX512(c *forcesCall)

//go:noescape
func plainForcesOwnAVX512(c *forcesCall)

//go:noescape
func fullForcesOwnAVX512(c *forcesCall)

//go:noescape
func plainChainAVX512(c *forcesCall)

//go:noescape
func fullChainAVX512(c *forcesCall)

//go:noescape
func integrateAVX512(c *integrateCall)

//go:noescape
func plainForcesClassAVX2(c *forcesCall)

//go:noescape
func fullForcesClassAVX2(c *forcesCall)

//go:noescape
func plainForcesLawAVX2(c *forcesCall)

//go:noescape
func fullForcesLawAVX2(c *forcesCall)

//go:noescape
func plainForcesOwnAVX2(c *forcesCall)

//go:noescape
func fullForcesOwnAVX2(c *forcesCall)

//go:noescape
func plainChainAVX2(c *forcesCall)

//go:noescape
func fullChainAVX2(c *forcesCall)

//go:noescape
func integrateAVX2(c *integrateCall)

//go:noescape
func verletAVX512(c *integrateCall)

//go:noescape
func verletAVX2(c *integrateCall)

//go:noescape
func plainStepClassAVX512(c *forcesCall)

//go:noescape
func fullStepClassAVX512(c *forcesCall)

//go:noescape
func plainStepLawAVX512(c *forcesCall)

//go:noescape
func fullStepLawAVX512(c *forcesCall)

//go:noescape
func plainStepOwnAVX512(c *forcesCall)

//go:noescape
func fullStepOwnAVX512(c *forcesCall)

//go:noescape
func plainStepClassAVX2(c *forcesCall)

//go:noescape
func fullStepClassAVX2(c *forcesCall)

//go:noescape
func plainStepLawAVX2(c *forcesCall)

//go:noescape
func fullStepLawAVX2(c *forcesCall)

//go:noescape
func plainStepOwnAVX2(c *forcesCall)

//go:noescape
func fullStepOwnAVX2(c *forcesCall)

//go:noescape
func plainHandAVX512(c *forcesCall)

//go:noescape
func fullHandAVX512(c *forcesCall)

//go:noescape
func plainHandAVX2(c *forcesCall)

//go:noescape
func fullHandAVX2(c *forcesCall)
