package kernels

import (
	"golang.org/x/sys/cpu"

	"hooke/cpu/table"
)

// doubles returns the kernels in assembly for float64 that this machine can run, fastest first. The parts that
// they lack are plain Go.
func doubles() []Kernel[float64] {
	var all []Kernel[float64]
	add := func(name string, forces, steps [3][2]func(*ForcesCall[float64]), chains, hands [2]func(*ForcesCall[float64]), integrate, verlet, stage func(*IntegrateCall[float64]), wind func(*WindCall[float64]), gather func(*GatherCall[float64]), near func(*NearCall[float64]), moved func(*MovedCall[float64]), unfused [3]func(*IntegrateCall[float64])) {
		k := PlainGo[float64]()
		k.Name, k.Forces, k.Steps, k.Chains, k.Hands, k.Integrate, k.Verlet, k.Stage, k.Wind, k.Gather, k.Near, k.Moved, k.Unfused = name, forces, steps, chains, hands, integrate, verlet, stage, wind, gather, near, moved, unfused
		all = append(all, k)
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ {
		add("avx512", [3][2]func(*ForcesCall[float64]){
			table.ByClass: {plainForcesClassAVX512Double, fullForcesClassAVX512Double},
			table.ByLaw:   {plainForcesLawAVX512Double, fullForcesLawAVX512Double},
			table.Own:     {plainForcesOwnAVX512Double, fullForcesOwnAVX512Double},
		}, [3][2]func(*ForcesCall[float64]){
			table.ByClass: {plainStepClassAVX512Double, fullStepClassAVX512Double},
			table.ByLaw:   {plainStepLawAVX512Double, fullStepLawAVX512Double},
			table.Own:     {plainStepOwnAVX512Double, fullStepOwnAVX512Double},
		}, [2]func(*ForcesCall[float64]){plainChainAVX512Double, fullChainAVX512Double}, [2]func(*ForcesCall[float64]){plainHandAVX512Double, fullHandAVX512Double}, integrateAVX512Double, verletAVX512Double, stageAVX512Double, windAVX512Double, gatherAVX512Double, nearAVX512Double, movedAVX512Double, unfusedAVX512Double)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		add("avx2", [3][2]func(*ForcesCall[float64]){
			table.ByClass: {plainForcesClassAVX2Double, fullForcesClassAVX2Double},
			table.ByLaw:   {plainForcesLawAVX2Double, fullForcesLawAVX2Double},
			table.Own:     {plainForcesOwnAVX2Double, fullForcesOwnAVX2Double},
		}, [3][2]func(*ForcesCall[float64]){
			table.ByClass: {plainStepClassAVX2Double, fullStepClassAVX2Double},
			table.ByLaw:   {plainStepLawAVX2Double, fullStepLawAVX2Double},
			table.Own:     {plainStepOwnAVX2Double, fullStepOwnAVX2Double},
		}, [2]func(*ForcesCall[float64]){plainChainAVX2Double, fullChainAVX2Double}, [2]func(*ForcesCall[float64]){plainHandAVX2Double, fullHandAVX2Double}, integrateAVX2Double, verletAVX2Double, stageAVX2Double, windAVX2Double, gatherAVX2Double, nearAVX2Double, movedAVX2Double, unfusedAVX2Double)
	}
	return all
}

// The functions below are the kernels in doubles_amd64.s. Calls have at least one slice.
func plainForcesClassAVX512Double(c *ForcesCall[float64])
func plainStepClassAVX512Double(c *ForcesCall[float64])
func fullForcesClassAVX512Double(c *ForcesCall[float64])
func fullStepClassAVX512Double(c *ForcesCall[float64])
func plainForcesLawAVX512Double(c *ForcesCall[float64])
func plainStepLawAVX512Double(c *ForcesCall[float64])
func fullForcesLawAVX512Double(c *ForcesCall[float64])
func fullStepLawAVX512Double(c *ForcesCall[float64])
func plainForcesOwnAVX512Double(c *ForcesCall[float64])
func plainStepOwnAVX512Double(c *ForcesCall[float64])
func fullForcesOwnAVX512Double(c *ForcesCall[float64])
func fullStepOwnAVX512Double(c *ForcesCall[float64])
func plainChainAVX512Double(c *ForcesCall[float64])
func fullChainAVX512Double(c *ForcesCall[float64])
func plainHandAVX512Double(c *ForcesCall[float64])
func fullHandAVX512Double(c *ForcesCall[float64])
func integrateAVX512Double(c *IntegrateCall[float64])
func verletAVX512Double(c *IntegrateCall[float64])
func stageAVX512Double(c *IntegrateCall[float64])
func windAVX512Double(c *WindCall[float64])
func gatherAVX512Double(c *GatherCall[float64])
func plainForcesClassAVX2Double(c *ForcesCall[float64])
func plainStepClassAVX2Double(c *ForcesCall[float64])
func fullForcesClassAVX2Double(c *ForcesCall[float64])
func fullStepClassAVX2Double(c *ForcesCall[float64])
func plainForcesLawAVX2Double(c *ForcesCall[float64])
func plainStepLawAVX2Double(c *ForcesCall[float64])
func fullForcesLawAVX2Double(c *ForcesCall[float64])
func fullStepLawAVX2Double(c *ForcesCall[float64])
func plainForcesOwnAVX2Double(c *ForcesCall[float64])
func plainStepOwnAVX2Double(c *ForcesCall[float64])
func fullForcesOwnAVX2Double(c *ForcesCall[float64])
func fullStepOwnAVX2Double(c *ForcesCall[float64])
func plainChainAVX2Double(c *ForcesCall[float64])
func fullChainAVX2Double(c *ForcesCall[float64])
func plainHandAVX2Double(c *ForcesCall[float64])
func fullHandAVX2Double(c *ForcesCall[float64])
func integrateAVX2Double(c *IntegrateCall[float64])
func verletAVX2Double(c *IntegrateCall[float64])
func stageAVX2Double(c *IntegrateCall[float64])
func windAVX2Double(c *WindCall[float64])
func gatherAVX2Double(c *GatherCall[float64])
