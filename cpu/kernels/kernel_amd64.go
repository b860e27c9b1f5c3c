package kernels

import (
	"golang.org/x/sys/cpu"

	"hooke/cpu/table"
)

//go:generate go run -C ../generate . -out ../kernels/kernels_amd64.s
//go:generate go run -C ../generate . -double -out ../kernels/doubles_amd64.s

// singles returns the kernels in assembly for float32 that this machine can run, fastest first.
func singles() []Kernel[float32] {
	var all []Kernel[float32]
	if cpu.X86.HasAVX512F {
		all = append(all, Kernel[float32]{"avx512", true, [3][2]func(*ForcesCall[float32]){
			table.ByClass: {plainForcesClassAVX512, fullForcesClassAVX512},
			table.ByLaw:   {plainForcesLawAVX512, fullForcesLawAVX512},
			table.Own:     {plainForcesOwnAVX512, fullForcesOwnAVX512},
		}, [3][2]func(*ForcesCall[float32]){
			table.ByClass: {plainStepClassAVX512, fullStepClassAVX512},
			table.ByLaw:   {plainStepLawAVX512, fullStepLawAVX512},
			table.Own:     {plainStepOwnAVX512, fullStepOwnAVX512},
		}, [2]func(*ForcesCall[float32]){plainChainAVX512, fullChainAVX512}, [2]func(*ForcesCall[float32]){plainPushedChainAVX512, fullPushedChainAVX512}, [2]func(*ForcesCall[float32]){plainHandAVX512, fullHandAVX512}, integrateAVX512, verletAVX512, stageAVX512, pressAVX512, pairFrictionAVX512, nudgeAVX512, addAVX512, movedAVX512, loadAVX512,
			[3]func(*DamperCall[float32]){table.ByClass: dampersClassAVX512, table.ByLaw: dampersLawAVX512, table.Own: dampersOwnAVX512},
			[3]func(*DamperCall[float32]){table.ByClass: worksClassAVX512, table.ByLaw: worksLawAVX512, table.Own: worksOwnAVX512}, dampersLinksAVX512, dragAVX512, slideAVX512, pullAVX512, dissipationAVX512, windAVX512, gatherAVX512, nearAVX512, unfusedAVX512})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, Kernel[float32]{"avx2", true, [3][2]func(*ForcesCall[float32]){
			table.ByClass: {plainForcesClassAVX2, fullForcesClassAVX2},
			table.ByLaw:   {plainForcesLawAVX2, fullForcesLawAVX2},
			table.Own:     {plainForcesOwnAVX2, fullForcesOwnAVX2},
		}, [3][2]func(*ForcesCall[float32]){
			table.ByClass: {plainStepClassAVX2, fullStepClassAVX2},
			table.ByLaw:   {plainStepLawAVX2, fullStepLawAVX2},
			table.Own:     {plainStepOwnAVX2, fullStepOwnAVX2},
		}, [2]func(*ForcesCall[float32]){plainChainAVX2, fullChainAVX2}, [2]func(*ForcesCall[float32]){plainPushedChainAVX2, fullPushedChainAVX2}, [2]func(*ForcesCall[float32]){plainHandAVX2, fullHandAVX2}, integrateAVX2, verletAVX2, stageAVX2, pressAVX2, pairFrictionAVX2, nudgeAVX2, addAVX2, movedAVX2, loadAVX2,
			[3]func(*DamperCall[float32]){table.ByClass: dampersClassAVX2, table.ByLaw: dampersLawAVX2, table.Own: dampersOwnAVX2},
			[3]func(*DamperCall[float32]){table.ByClass: worksClassAVX2, table.ByLaw: worksLawAVX2, table.Own: worksOwnAVX2}, dampersLinksAVX2, dragAVX2, slideAVX2, pullAVX2, dissipationAVX2, windAVX2, gatherAVX2, nearAVX2, unfusedAVX2})
	}
	return all
}

// The functions below are the kernels in kernels_amd64.s. Calls have at least one slice.
func plainForcesClassAVX512(c *ForcesCall[float32])
func fullForcesClassAVX512(c *ForcesCall[float32])
func plainForcesLawAVX512(c *ForcesCall[float32])
func fullForcesLawAVX512(c *ForcesCall[float32])
func plainForcesOwnAVX512(c *ForcesCall[float32])
func fullForcesOwnAVX512(c *ForcesCall[float32])
func plainChainAVX512(c *ForcesCall[float32])
func fullChainAVX512(c *ForcesCall[float32])
func plainPushedChainAVX512(c *ForcesCall[float32])
func fullPushedChainAVX512(c *ForcesCall[float32])
func integrateAVX512(c *IntegrateCall[float32])
func plainForcesClassAVX2(c *ForcesCall[float32])
func fullForcesClassAVX2(c *ForcesCall[float32])
func plainForcesLawAVX2(c *ForcesCall[float32])
func fullForcesLawAVX2(c *ForcesCall[float32])
func plainForcesOwnAVX2(c *ForcesCall[float32])
func fullForcesOwnAVX2(c *ForcesCall[float32])
func plainChainAVX2(c *ForcesCall[float32])
func fullChainAVX2(c *ForcesCall[float32])
func plainPushedChainAVX2(c *ForcesCall[float32])
func fullPushedChainAVX2(c *ForcesCall[float32])
func integrateAVX2(c *IntegrateCall[float32])
func verletAVX512(c *IntegrateCall[float32])
func stageAVX512(c *IntegrateCall[float32])
func verletAVX2(c *IntegrateCall[float32])
func stageAVX2(c *IntegrateCall[float32])
func plainStepClassAVX512(c *ForcesCall[float32])
func fullStepClassAVX512(c *ForcesCall[float32])
func plainStepLawAVX512(c *ForcesCall[float32])
func fullStepLawAVX512(c *ForcesCall[float32])
func plainStepOwnAVX512(c *ForcesCall[float32])
func fullStepOwnAVX512(c *ForcesCall[float32])
func plainStepClassAVX2(c *ForcesCall[float32])
func fullStepClassAVX2(c *ForcesCall[float32])
func plainStepLawAVX2(c *ForcesCall[float32])
func fullStepLawAVX2(c *ForcesCall[float32])
func plainStepOwnAVX2(c *ForcesCall[float32])
func fullStepOwnAVX2(c *ForcesCall[float32])
func plainHandAVX512(c *ForcesCall[float32])
func fullHandAVX512(c *ForcesCall[float32])
func plainHandAVX2(c *ForcesCall[float32])
func fullHandAVX2(c *ForcesCall[float32])
func pressAVX512(c *PressCall[float32])
func movedAVX512(c *MovedCall[float32])
func pressAVX2(c *PressCall[float32])
func movedAVX2(c *MovedCall[float32])
func pairFrictionAVX512(c *PairFrictionCall[float32])
func nudgeAVX512(c *PairFrictionCall[float32])
func addAVX512(to, from []float32)
func pairFrictionAVX2(c *PairFrictionCall[float32])
func nudgeAVX2(c *PairFrictionCall[float32])
func addAVX2(to, from []float32)
func loadAVX512(c *LoadCall[float32])
func loadAVX2(c *LoadCall[float32])
func dampersClassAVX512(c *DamperCall[float32])
func dampersLawAVX512(c *DamperCall[float32])
func dampersOwnAVX512(c *DamperCall[float32])
func worksClassAVX512(c *DamperCall[float32])
func worksLawAVX512(c *DamperCall[float32])
func worksOwnAVX512(c *DamperCall[float32])
func dissipationAVX512(c *DissipationCall[float32])
func pullAVX512(c *PullCall[float32])
func slideAVX512(c *SlideCall[float32])
func dampersLinksAVX512(c *LinkCall[float32])
func dragAVX512(c *DragCall[float32])
func dampersClassAVX2(c *DamperCall[float32])
func dampersLawAVX2(c *DamperCall[float32])
func dampersOwnAVX2(c *DamperCall[float32])
func worksClassAVX2(c *DamperCall[float32])
func worksLawAVX2(c *DamperCall[float32])
func worksOwnAVX2(c *DamperCall[float32])
func dissipationAVX2(c *DissipationCall[float32])
func pullAVX2(c *PullCall[float32])
func slideAVX2(c *SlideCall[float32])
func dampersLinksAVX2(c *LinkCall[float32])
func dragAVX2(c *DragCall[float32])
func windAVX512(c *WindCall[float32])
func gatherAVX512(c *GatherCall[float32])
func windAVX2(c *WindCall[float32])
func gatherAVX2(c *GatherCall[float32])
