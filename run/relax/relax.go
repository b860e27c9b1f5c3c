package relax

import (
	"context"
	"errors"
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
)

// Relaxable is an engine that can be brought to rest: gpu, cpu and cpuref are.
type Relaxable interface {
	model.Engine
	model.Stopper
}

// Options choose the end of a relaxation. The zero value requires a thousandth of the
// residual at the start, or the limit of single precision if that is larger, within a million
// steps.
type Options struct {
	Residual float64 // largest force allowed on any mass that is free to move [N]; zero: see above
	Steps    int64   // most steps; zero means 1,000,000
	// Progress is called now and then with the number of steps done and the last
	// residual [N]; nil: it is not called.
	Progress func(steps int64, residual float64)
}

// Result is a structure at rest.
type Result struct {
	State    model.Snapshot // every velocity zero; step and time of the start
	Residual float64        // the largest force on a mass that is free to move [N]
	Mass     int            // the mass with the largest force; -1 when there is no force at all
	Allowed  float64        // the residual asked for, or chosen [N]
	Steps    int64          // taken to come to rest; of rods iterations
	Checked  int64          // further steps, to see whether the rest is stable
	Left     int            // unstable rests that were found on the way
	Peaks    int            // peaks of the kinetic energy, at each of which all masses were stopped
	Unstable bool           // with an error: every rest that was found is unstable, so that the smallest push ends it
	Newton   bool           // there are rods, so that Newton's method found the rest and nothing was stepped
	Rounded  bool           // the residual is rounding: it is larger than Allowed, which was chosen, and as small as single precision allows
}

// NotSettledError says that a structure did not come to rest within the steps,
// or that its residual is rounding, which more steps do not lower.
type NotSettledError struct {
	Result
	// Rounding is about the limit of a residual in single precision [N]; zero in
	// double precision.
	Rounding float64
}

func (e *NotSettledError) Error() string {
	text := fmt.Sprintf("relax: after %d steps the residual is %.3g N (mass %d), allowed %.3g N", e.Steps, e.Residual, e.Mass, e.Allowed)
	if e.Unstable {
		return text + fmt.Sprintf("; %d rests were found that a small push ends, and no other: the structure may have no stable rest under its loads", e.Left+1)
	}
	if e.Rounding > e.Allowed {
		return text + fmt.Sprintf("; rounding of single precision alone may make %.3g N: allow more, or use another precision", e.Rounding)
	}
	return text + "; allow more steps or a larger residual, or look for a part that nothing holds"
}

// mostSteps is the default of Options.Steps.
const mostSteps = 1_000_000

// Refuse says why a model that a run solves as p says cannot be relaxed: its springs have no
// stiffness, or not the one that explicit steps give them. It is nil where the rest does not
// depend on the solver.
func Refuse(m *model.Model, p model.Params) error {
	if p.Integrator.Method().Softens {
		return fmt.Errorf("relax: the solver %v reads no stiffness, so no forces of its springs can cancel; use --solver symplectic-euler, which relaxes the springs as typed, or run %[1]v with drag_half_life until it rests", p.Integrator)
	}
	for i := range m.Materials {
		of := &m.Materials[i]
		switch {
		case of.Rigid:
			return fmt.Errorf("relax: material %d (%s) is rigid, and relax steps explicitly, which needs a stiffness; give it one, or run it by %v with drag_half_life until it rests", i, of.Name, p.Integrator)
		case of.Vocabulary() == model.Normalized && p.Integrator.Method().Divides:
			return fmt.Errorf("relax: material %d (%s) is normalized: %v makes it as stiff as its substeps, and relax, which steps explicitly, as soft as dt; give its stiffness in SI units, or run it by %[3]v with drag_half_life until it rests", i, of.Name, p.Integrator)
		}
	}
	if m.HasRods() {
		return refuseRods(m, p)
	}
	return nil
}

// Params returns the parameters to relax a model with, from those of a run at time t [s]: no
// drag and no motors, symplectic Euler, 0.8 of the safe step, and everything that changes
// with time at its current value: actuators, forces, paths, and wind without its gusts.
// Normalized materials and contacts per mass keep dt, on which their stiffness depends.
// Models with rods, which are not stepped, keep their solver.
func Params(m *model.Model, p model.Params, t float64) model.Params {
	p = p.Still(t)
	if m.HasRods() {
		return p
	}
	p.DT = p.Substep().DT // by which contacts per mass are as stiff as in the run
	p = p.SolvedBy(model.SymplecticEuler)
	if !m.HasNormalized() && !p.ContactsPerMass() {
		p.DT = stepPart * physics.SafeStep(m, p)
		if math.IsInf(p.DT, 1) {
			p.DT = physics.AutoStep(m, p)
		}
	}
	return p
}

// stepPart is the part of the safe step to relax with. Any part below 1 never raises
// the energy of small motions. The rest is a margin for springs that are pressed to
// less than half their length, and makes a stop take at least 1 − stepPart² of the
// kinetic energy.
const stepPart = 0.8

// Run brings the engine's state to rest: see the package for how. The engine
// should have been made with Params; it is left at rest, a step from rest beyond
// the result, and at most its rounding away from it. A structure that
// does not come to rest in time is a *NotSettledError, one that diverges a
// *physics.DivergedError; a canceled context ends it with the context's error.
func Run(ctx context.Context, e Relaxable, m *model.Model, o Options) (Result, error) {
	if !(o.Residual >= 0) || math.IsInf(o.Residual, 0) || o.Steps < 0 {
		return Result{}, fmt.Errorf("relax: residual %g N and %d steps; give positive numbers, or zero to have them chosen", o.Residual, o.Steps)
	}
	if o.Steps == 0 {
		o.Steps = mostSteps
	}
	r := &relaxation{engine: e, model: m, options: o}
	r.result.Allowed = o.Residual
	if err := e.Read(&r.result.State); err != nil { // for the step and the time of the result
		return Result{}, err
	}
	if m.HasRods() {
		return r.result, r.told(r.byNewton(ctx))
	}
	r.stiff = stiff(e, m, r.result.State)
	if e.Describe().Precision == "single" {
		r.rounding = roundings * r.stiff / (1 << 24)
	}
	return r.result, r.told(r.runWithShorterSteps(ctx))
}

// told returns an error as the caller gets it.
func (r *relaxation) told(err error) error {
	if errors.Is(err, errNotSettled) {
		return &NotSettledError{Result: r.result, Rounding: r.rounding}
	}
	return err
}

var errNotSettled = errors.New("relax: not settled")

// roundings is the number of roundings of coordinates and length by which a spring
// force is off, as seen in structures at rest.
const roundings = 8

// stiff returns the largest over all masses of k times coordinates and lengths, summed over
// the springs of a mass [N]. Its rounding limits the residual in single precision.
func stiff(e Relaxable, m *model.Model, s model.Snapshot) float64 {
	sum := make([]float64, m.MassCount())
	resolver := physics.ResolverOf(m, e.Params())
	for spring, ends := range m.Ends {
		for _, end := range ends {
			x := s.Position[end]
			far := max(math.Abs(float64(x[0])), math.Abs(float64(x[1])), math.Abs(float64(x[2])))
			sum[end] += resolver.Spring(spring).Stiffness * (far + m.RestLength[spring])
		}
	}
	worst := 0.0
	for i := range sum {
		if m.PinOf(i) != model.PinAll {
			worst = max(worst, sum[i])
		}
	}
	return worst
}
