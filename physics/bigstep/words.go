package bigstep

import (
	"fmt"

	"hooke/model"
)

// mostStrain is the residual strain of impulses above which users are warned.
const mostStrain = 0.05

// ResidualWords returns a warning about a residual above the tolerance of a run, with a
// remedy; empty below it. The residual is that of the substep with the largest; a
// Strain with a Step is of the last substep of that step, one without of the very last.
func ResidualWords(p model.Params, left model.Residual) string {
	if left.Strain > mostStrain {
		when := "are off by a strain of %.2g after the last substep"
		if left.Step > 0 {
			when = fmt.Sprintf("were off by a strain of %%.2g after step %d", left.Step)
		}
		return fmt.Sprintf("springs "+when+" (spring %d has the most), more than %g: sweeps leave them too soft; "+
			"half of it or less is left with %d substeps (--substeps)", left.Strain, left.Spring, mostStrain, 2*max(1, p.Substeps))
	}
	if p.Ends() == 0 || left.Worst <= p.Ends() {
		return ""
	}
	does := "slow the motion, where it is fast"
	if p.Integrator == model.EnergyConserving {
		does = "change the energy"
	}
	return fmt.Sprintf("%d iterations left a residual of %.2g in a substep of step %d, more than %.2g: forces that are left "+does+"; "+
		"take %d substeps (--substeps) with shorter ways, or more iterations (--iterations)", p.Sweeps(), left.Worst, left.Step, p.Ends(), 2*max(1, p.Substeps))
}

// Caveat returns a warning about the results of a solver, beside them; empty where there
// is nothing.
func Caveat(p model.Params) string {
	switch p.Integrator {
	case model.PositionBased:
		return fmt.Sprintf("pbd is for teaching: it ignores stiffness and damping of springs; the step, %d substeps and %d iterations set their stiffness; it damps motion by itself, and takes angular momentum from rotation",
			p.Substeps, p.Sweeps())
	case model.ImplicitEuler:
		return "implicit-euler damps vibrations that are fast against a substep, and takes angular momentum from fast rotation; rest is exact"
	case model.EnergyConserving:
		return "energy keeps energy, momentum and angular momentum exactly, and is slow; vibrations that are fast against the step never decay, and their frequency is lower: each turns by 2 atan(ωh/2) a step"
	}
	return ""
}
