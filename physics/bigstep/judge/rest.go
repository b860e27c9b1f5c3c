package judge

import (
	"context"
	"errors"
	"fmt"
	"math"

	"hooke/laws"
	"hooke/model"
	"hooke/run/relax"
)

// Rest is how far a structure that has come to rest is from where it should rest.
type Rest struct {
	Why string // it is not judged; empty: it is

	Off  float64 // the largest distance of a mass from its position at rest [m]
	Mass int     // that has it
	Way  float64 // the largest distance of a position at rest from the start [m]

	Is, Should relax.Measures // at the end of the run, and at rest

	size float64 // of the structure [m]
}

// A rest is searched for where the multiplications of an elimination, times iterations, are at most as much work as
// the run was, or little.
const (
	iterations = 60
	little     = 5e8
	perVisit   = 100 // the cost of a visit to a spring

	mostSprings = 100_000 // above this number the work is not estimated
)

// restOf judges how a run rests.
func restOf(ctx context.Context, r Run) (out Rest) {
	still := r.hardlyMoved()
	if out.Why = r.Calm.rests(); out.Why != "" && !still {
		return out
	}
	out.Why = ""
	const tooMuch = "to find where it rests would be more work than the run"
	if r.Model.SpringCount() > mostSprings {
		out.Why = tooMuch
		return out
	}
	problem, err := relax.NewProblem(r.Model, r.Params, r.End.Time, r.End)
	if err != nil {
		out.Why = err.Error()
		return out
	}
	steps := float64(r.End.Step - r.Start.Step)
	if problem.Work()*iterations > max(little, perVisit*steps*float64(r.Params.Visits())*float64(r.Model.SpringCount())) {
		out.Why = tooMuch
		return out
	}
	found, err := problem.Solve(ctx, r.End, relax.NewtonOptions{})
	var lost *relax.NotFoundError
	switch {
	case errors.As(err, &lost):
		out.Why = "no rest was found: " + lost.Why
		return out
	case err != nil:
		out.Why = err.Error()
		return out
	}
	for i, x := range found.State.Position {
		if off := x.Sub(r.End.Position[i]).Len(); off > out.Off {
			out.Off, out.Mass = off, i
		}
		out.Way = max(out.Way, x.Sub(r.Start.Position[i]).Len())
	}
	low, high := r.End.Bounds()
	out.size = high.Sub(low).Len()
	out.Is, out.Should = problem.Measure(r.End), problem.Measure(found.State)
	if time := r.End.Time - r.Start.Time; still && out.Way > soon*r.Params.Gravity.Len()*time*time {
		return Rest{Why: "it has hardly begun to move"}
	}
	if out.wrong() && creeps(r, problem) {
		return Rest{Why: "drag and dampers hold it more than anything else: it still moves"}
	}
	return out
}

// A run hardly moves where no mass on average goes farther than hardly of the size of the structure, by its fastest sample. It
// rests then, where gravity would have taken it to its rest within that time: soon of the way of a fall suffice.
const (
	hardly = 1e-4
	soon   = 0.05
)

// hardlyMoved reports whether a run did not move from its start.
func (r Run) hardlyMoved() bool {
	low, high := r.Start.Bounds()
	mass := 0.0
	for i, of := range r.Model.Mass {
		if r.Model.PinOf(i) != model.PinAll {
			mass += of
		}
	}
	most, samples := r.Calm.fastest()
	return samples >= leastSamples && math.Sqrt(2*most/mass)*(r.End.Time-r.Start.Time) < hardly*high.Sub(low).Len()
}

// creeps reports whether the remaining forces are no more than drag and dampers balance: then
// motion is slow, and has not ended.
func creeps(r Run, problem *relax.Problem) bool {
	most, h, kept := 0.0, r.Params.Substep().DT, r.Params.Substep().DragFactor()
	for i, v := range r.End.Velocity {
		most = max(most, r.Model.Mass[i]*v.Len()*(1/kept-1)/h)
	}
	lawOf := lawsOf(r.Model, r.Params, r.RestScale)
	for k := range r.Model.StructuralCount() {
		law, acts := lawOf(k)
		ends := r.Model.Ends[k]
		way, rate := r.End.Position[ends[1]].Sub(r.End.Position[ends[0]]), r.End.Velocity[ends[1]].Sub(r.End.Velocity[ends[0]])
		if length := way.Len(); acts && length > 0 {
			most = max(most, math.Abs(laws.DamperOf(law, rate.Dot(way)/length)))
		}
	}
	return problem.Largest(r.End) < 3*most
}

// leastSeen is the least distance that users are warned of, as a share of the size of a structure; leastBend the least
// angle [rad].
const (
	leastSeen = 1e-4
	leastBend = 1e-3
)

// wrong reports whether users are warned.
func (r Rest) wrong() bool {
	stretched, bent := math.Abs(r.Is.Stretch-r.Should.Stretch), math.Abs(r.Is.Bend-r.Should.Bend)
	return r.Off > mostOff*r.Way && r.Off > leastSeen*r.size ||
		stretched > mostOff*r.Should.Stretch && stretched > mostUnseen*r.Should.Length ||
		bent > mostOff*r.Should.Bend && bent > leastBend
}

// Words describes the error and its remedy; empty without an error, or if the rest is not
// judged.
func (r Rest) Words(p model.Params) string {
	if r.Why != "" || !r.wrong() {
		return ""
	}
	return fmt.Sprintf("it has come to rest %.3g m from where its springs and loads are in balance (mass %d; %.2g of the way of %.3g m); %s; %s",
		r.Off, r.Mass, r.Off/max(r.Way, 1e-300), r.Way, r.Deformed(), cure(p))
}

// Deformed says how much a structure is stretched and bent, and how much it would be in balance.
func (r Rest) Deformed() string {
	text := fmt.Sprintf("it is stretched by %.3g m in all, in balance by %.3g m", r.Is.Stretch, r.Should.Stretch)
	if r.Should.Bend > 0 || r.Is.Bend > 0 {
		text += fmt.Sprintf("; joints of rods are bent by %.3g rad in all, in balance by %.3g rad", r.Is.Bend, r.Should.Bend)
	}
	return text
}

// cure returns a remedy for a solver.
func cure(p model.Params) string {
	switch p.Integrator {
	case model.PositionBased:
		return fmt.Sprintf("take --solver implicit-euler, which rests exactly, or --solver impulses: pbd reads no stiffness; with %d iterations (--iterations) it stretches less", 4*p.Sweeps())
	case model.ImplicitEuler, model.EnergyConserving:
		return fmt.Sprintf("take %d iterations (--iterations), which leave less", 4*p.Sweeps())
	}
	return fmt.Sprintf("take %d substeps (--substeps), which leave less", 4*max(1, p.Substeps))
}
