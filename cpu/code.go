package cpu

import (
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// code is the functions of the kernel that fit the table and the parameters.
type code[T table.Real] struct {
	forces   func(*kernels.ForcesCall[T])
	integral func(*kernels.IntegrateCall[T])
	hand     func(*kernels.ForcesCall[T]) // hands forces on and writes none
	fused    func(*kernels.ForcesCall[T]) // forces and integration in one; nil: the kernel lacks it for the model
	steps    func(*kernels.ForcesCall[T]) // fused where the parameters allow it, else nil
	chain    func(*kernels.ForcesCall[T]) // fused for links of chains; nil: the kernel lacks it, or there are no chains
	pushed   func(*kernels.ForcesCall[T]) // chain with pushes of pairs; nil: forces and integral have its bits
}

// codeOf returns the code that fits a table, with springs that read velocities or not, and the given number of
// numbers for a mass in a packed copy. chooseIntegral completes it.
func codeOf[T table.Real](k *kernels.Kernel[T], t *table.Table[T], both bool, packed int) (c code[T]) {
	variant := 0
	if both {
		variant = 1
	}
	c.hand, c.forces = k.Hands[variant], k.Forces[t.Format][variant]
	if len(t.Hubs) == 0 { // forces on hubs are summed between forces and integration
		c.fused = k.Steps[t.Format][variant]
	}
	if len(t.Chains) > 0 && packed == 0 { // next to that many columns there are few links, and their kernel writes no packed copy
		c.chain, c.pushed = k.Chains[variant], k.PushedChains[variant]
	}
	return c
}

// chooseIntegral chooses the fastest code for the integrator and the contacts.
func (e *engine[T]) chooseIntegral() {
	planes, ok := kernels.PlanesOf[T](e.run.params.Contacts)
	e.run.integration.Planes = planes
	e.progress.schedule.primed = false
	e.code.steps = nil
	switch e.run.params.Integrator {
	case model.SymplecticEuler:
		e.code.integral = e.kernel.Beside(&e.run.integration, kernels.BesideEuler)
		if ok {
			e.code.integral, e.code.steps = e.kernel.Integrate, e.code.fused
		}
		if e.external() { // external forces are added between forces and integration
			e.code.steps = nil
		}
	case model.ExplicitEuler:
		e.code.integral = kernels.IntegrateGo[T]
	case model.VelocityVerlet:
		e.code.integral = e.kernel.Beside(&e.run.integration, kernels.BesideVerlet)
		if ok {
			e.code.integral = e.kernel.Verlet
		}
	case model.RK4:
		e.code.integral = e.kernel.Beside(&e.run.integration, kernels.BesideStage)
		if ok {
			e.code.integral = e.kernel.Stage
		}
	}
	e.keepRegisters(&e.run.integration.Acceleration, model.VelocityVerlet, 3)
	e.keepRegisters(&e.lastGood.acceleration, model.VelocityVerlet, 3)
	e.keepRegisters(&e.run.integration.Stages, model.RK4, kernels.StageArrays)
}

// keepRegisters allocates or frees the registers of an integrator.
func (e *engine[T]) keepRegisters(room *kernels.Motion[T], of model.Integrator, arrays int) {
	if e.run.params.Integrator != of {
		*room = kernels.Motion[T]{}
	} else if room.Arena == nil {
		*room = kernels.NewMotion[T](e.table.LaneCount(), arrays, 0)
	}
}

// external reports whether forces act on masses that neither springs nor contacts of masses
// exert.
func (e *engine[T]) external() bool {
	return e.run.external.Act() || e.spans != nil
}

// stepper returns the code that steps the slices from first on, and the number of the count
// slices that it may step: links of chains have code of their own for some kernels.
func (e *engine[T]) stepper(first, count int) (func(*kernels.ForcesCall[T]), int) {
	if e.code.chain == nil {
		return e.code.steps, count
	}
	chains := e.table.Chains
	i := sort.Search(len(chains), func(i int) bool { return chains[i].To > first })
	switch {
	case i == len(chains) || chains[i].From >= first+count:
		return e.code.steps, count
	case chains[i].From > first:
		return e.code.steps, chains[i].From - first
	}
	return e.code.chain, min(count, chains[i].To-first)
}
