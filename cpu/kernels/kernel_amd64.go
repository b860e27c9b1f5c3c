package kernels

import (
	"golang.org/x/sys/cpu"

	"hooke/cpu/table"
)

//go:generate go run -C ../generate . -out ../kernels/kernels_amd64.s

// ForThisMachine returns the kernels that this machine can run, fastest first.
func ForThisMachine() []Kernel {
	var all []Kernel
	if cpu.X86.HasAVX512F {
		all = append(all, Kernel{"avx512", true, [3][2]func(*ForcesCall){
			table.ByClass: {plainForcesClassAVX512, fullForcesClassAVX512},
			table.ByLaw:   {plainForcesLawAVX512, fullForcesLawAVX512},
			table.Own:     {plainForcesOwnAVX512, fullForcesOwnAVX512},
		}, [3][2]func(*ForcesCall){
			table.ByClass: {plainStepClassAVX512, fullStepClassAVX512},
			table.ByLaw:   {plainStepLawAVX512, fullStepLawAVX512},
			table.Own:     {plainStepOwnAVX512, fullStepOwnAVX512},
		}, [2]func(*ForcesCall){plainChainAVX512, fullChainAVX512}, [2]func(*ForcesCall){plainHandAVX512, fullHandAVX512}, integrateAVX512, verletAVX512, stageAVX512, pressAVX512, rubAVX512, nudgeAVX512, addAVX512, movedAVX512, loadAVX512})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, Kernel{"avx2", true, [3][2]func(*ForcesCall){
			table.ByClass: {plainForcesClassAVX2, fullForcesClassAVX2},
			table.ByLaw:   {plainForcesLawAVX2, fullForcesLawAVX2},
			table.Own:     {plainForcesOwnAVX2, fullForcesOwnAVX2},
		}, [3][2]func(*ForcesCall){
			table.ByClass: {plainStepClassAVX2, fullStepClassAVX2},
			table.ByLaw:   {plainStepLawAVX2, fullStepLawAVX2},
			table.Own:     {plainStepOwnAVX2, fullStepOwnAVX2},
		}, [2]func(*ForcesCall){plainChainAVX2, fullChainAVX2}, [2]func(*ForcesCall){plainHandAVX2, fullHandAVX2}, integrateAVX2, verletAVX2, stageAVX2, pressAVX2, rubAVX2, nudgeAVX2, addAVX2, movedAVX2, loadAVX2})
	}
	return append(all, PlainGo())
}

// The functions below are the kernels in kernels_amd64.s. Calls have at least one slice.
//
//go:noescape
func plainForcesClassAVX512(c *ForcesCall)

//go:noescape
func fullForcesClassAVX512(c *ForcesCall)

//go:noescape
func plainForcesLawAVX512(c *ForcesCall)

//go:noescape
func fullForcesLawAVX512(c *ForcesCall)

//go:noescape
func plainForcesOwnAVX512(c *ForcesCall)

//go:noescape
func fullForcesOwnAVX512(c *ForcesCall)

//go:noescape
func plainChainAVX512(c *ForcesCall)

//go:noescape
func fullChainAVX512(c *ForcesCall)

//go:noescape
func integrateAVX512(c *IntegrateCall)

//go:noescape
func plainForcesClassAVX2(c *ForcesCall)

//go:noescape
func fullForcesClassAVX2(c *ForcesCall)

//go:noescape
func plainForcesLawAVX2(c *ForcesCall)

//go:noescape
func fullForcesLawAVX2(c *ForcesCall)

//go:noescape
func plainForcesOwnAVX2(c *ForcesCall)

//go:noescape
func fullForcesOwnAVX2(c *ForcesCall)

//go:noescape
func plainChainAVX2(c *ForcesCall)

//go:noescape
func fullChainAVX2(c *ForcesCall)

//go:noescape
func integrateAVX2(c *IntegrateCall)

//go:noescape
func verletAVX512(c *IntegrateCall)

//go:noescape
func stageAVX512(c *IntegrateCall)

//go:noescape
func verletAVX2(c *IntegrateCall)

//go:noescape
func stageAVX2(c *IntegrateCall)

//go:noescape
func plainStepClassAVX512(c *ForcesCall)

//go:noescape
func fullStepClassAVX512(c *ForcesCall)

//go:noescape
func plainStepLawAVX512(c *ForcesCall)

//go:noescape
func fullStepLawAVX512(c *ForcesCall)

//go:noescape
func plainStepOwnAVX512(c *ForcesCall)

//go:noescape
func fullStepOwnAVX512(c *ForcesCall)

//go:noescape
func plainStepClassAVX2(c *ForcesCall)

//go:noescape
func fullStepClassAVX2(c *ForcesCall)

//go:noescape
func plainStepLawAVX2(c *ForcesCall)

//go:noescape
func fullStepLawAVX2(c *ForcesCall)

//go:noescape
func plainStepOwnAVX2(c *ForcesCall)

//go:noescape
func fullStepOwnAVX2(c *ForcesCall)

//go:noescape
func plainHandAVX512(c *ForcesCall)

//go:noescape
func fullHandAVX512(c *ForcesCall)

//go:noescape
func plainHandAVX2(c *ForcesCall)

//go:noescape
func fullHandAVX2(c *ForcesCall)

//go:noescape
func pressAVX512(c *PressCall)

//go:noescape
func movedAVX512(c *MovedCall)

//go:noescape
func pressAVX2(c *PressCall)

//go:noescape
func movedAVX2(c *MovedCall)

//go:noescape
func rubAVX512(c *RubCall)

//go:noescape
func nudgeAVX512(c *RubCall)

//go:noescape
func addAVX512(to, from []float32)

//go:noescape
func rubAVX2(c *RubCall)

//go:noescape
func nudgeAVX2(c *RubCall)

//go:noescape
func addAVX2(to, from []float32)

//go:noescape
func loadAVX512(c *LoadCall)

//go:noescape
func loadAVX2(c *LoadCall)
