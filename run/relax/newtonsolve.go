package relax

import (
	"context"
	"fmt"
	"math"

	"hooke/model"
	"hooke/model/rod"
	"hooke/order/random"
)

// NewtonOptions say when Problem.Solve ends.
type NewtonOptions struct {
	Residual   float64 // largest force allowed on a mass [N]; zero: about that of rounding
	Iterations int     // most of them; zero: 200
	Stable     bool    // rests that a small push ends are left
	// Progress is called after each iteration with the largest force left [N]; nil: it is not called.
	Progress func(iterations int, residual float64)
}

// NewtonResult is a structure at rest, as Problem.Solve found it.
type NewtonResult struct {
	State      *model.State // nothing moves; step and time of the start
	Allowed    float64      // the residual asked for, or chosen [N]
	Residual   float64      // the largest force on a mass, or torque on a segment over half of its length [N]
	Mass       int          // that has the largest force, or at which its segment begins; −1: there is no force
	Iterations int
	Left       int // rests that a small push ends, and that were left
}

// NotFoundError says that no rest was found.
type NotFoundError struct {
	NewtonResult
	Why      string
	Unstable bool // rests were found that a small push ends, and no other
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("after %d iterations the largest force left is %.3g N (mass %d), allowed %.3g N: %s", e.Iterations, e.Residual, e.Mass, e.Allowed, e.Why)
}

const (
	mostIterations = 200
	mostNewtonLeft = 32
	// A step moves no mass by more than longest of the size of the structure, and turns no segment by more than widest.
	longest = 0.1
	widest  = 0.3 // [rad]
	// μ is from leastShift, which leaves Newton's steps as they are, to mostShift.
	leastShift, mostShift = 1e-11, 1e6
	// A rest is left by pushed of the size of the structure.
	pushed = 1e-3
	// settled is the largest force at a rest, relative to the loads or to the pulls of springs.
	settled = 1e-10
	// rounding is the rounding of a force in float64, relative to stiffness times size.
	rounding = 1e-14
)

// Largest returns the largest force on a mass in a state, or torque on a segment over half of its length [N].
func (s *Problem) Largest(state *model.State) float64 {
	w := &search{Problem: s, x: place{state.Position, state.Orientation}}
	w.look()
	return w.result.Residual
}

// search is a solution that is under way.
type search struct {
	*Problem
	options NewtonOptions
	result  NewtonResult
	x       place
	energy  float64
	size    float64 // of the structure [m]
	shift   float64 // μ
}

// Solve finds a rest near a state. If it finds no rest, the error is a *NotFoundError; the state is as far as
// the solution came then.
func (s *Problem) Solve(ctx context.Context, from *model.State, o NewtonOptions) (NewtonResult, error) {
	if o.Iterations == 0 {
		o.Iterations = mostIterations
	}
	w := &search{Problem: s, options: o, x: place{from.Position, from.Orientation}.clone(), shift: 1e-6}
	for k := range w.x.orientation {
		if w.x.orientation[k] = rod.Unit(w.x.orientation[k]); s.held[k] >= 0 {
			w.x.orientation[k] = rod.Turn(s.clamps[s.held[k]]).Mul(s.model.Segments[s.set.Segments[k].Spring].Start)
		}
	}
	low, high := from.Bounds()
	if w.size = high.Sub(low).Len(); w.size == 0 {
		w.size = 1 // a single mass has no size
	}
	why := w.run(ctx)
	w.result.State = &model.State{Step: from.Step, Time: from.Time, Position: w.x.position, Velocity: make([]model.Vec3, len(w.x.position)),
		Orientation: w.x.orientation, AngularVelocity: make([]model.Vec3, len(w.x.orientation))}
	switch {
	case ctx.Err() != nil:
		return w.result, ctx.Err()
	case why != "":
		return w.result, &NotFoundError{NewtonResult: w.result, Why: why, Unstable: w.result.Left > mostNewtonLeft}
	}
	return w.result, nil
}

// run continues until a rest is found; else it says why not.
func (w *search) run(ctx context.Context) (why string) {
	if w.Unknowns() > 0 && w.matrix.Rows() == 0 {
		return "the structure is too large to be solved at once"
	}
	w.result.Mass = -1
	for w.result.Iterations < w.options.Iterations && ctx.Err() == nil {
		w.look()
		if w.options.Progress != nil {
			w.options.Progress(w.result.Iterations, w.result.Residual)
		}
		w.result.Iterations++
		if w.result.Residual <= w.result.Allowed {
			if w.stands() {
				return ""
			}
			if w.result.Left++; w.result.Left > mostNewtonLeft {
				return fmt.Sprintf("%d rests were found that a small push ends, and no other", mostNewtonLeft)
			}
			w.leave()
			continue
		}
		if !w.step() {
			return "no step lowers its energy"
		}
	}
	return "it continues; look for a part without support"
}

// look finds the energy, its derivatives, and the largest force.
func (w *search) look() {
	w.energy = w.eval(w.x, true)
	mass, segment, at := w.model.MassCount(), 0.0, -1
	worst, stiffest := 0.0, 0.0
	for body, row := range w.row {
		if row < 0 {
			continue
		}
		force := model.Vec3{w.side[row], w.side[row+1], w.side[row+2]}.Len()
		resists := (w.matrix.Diagonal(row) + w.matrix.Diagonal(row+1) + w.matrix.Diagonal(row+2)) / 3
		name := body
		if body >= mass {
			one := &w.set.Segments[body-mass]
			segment = one.Length / 2
			force, name = force/segment, int(one.Ends[0])
		} else {
			stiffest = max(stiffest, math.Abs(resists))
		}
		for axis := range 3 {
			w.own[row+axis] = math.Abs(resists)
		}
		if force > worst {
			worst, at = force, name
		}
	}
	w.result.Residual, w.result.Mass = worst, at
	load := 0.0
	for i, f := range w.loads {
		if w.row[i] >= 0 {
			load = max(load, f.Len())
		}
	}
	if w.result.Allowed = w.options.Residual; w.result.Allowed == 0 {
		w.result.Allowed = max(settled*load, rounding*stiffest*w.size)
	}
	for i := range w.own { // motion without resistance is held a little
		w.own[i] = max(w.own[i], 1e-6*stiffest, 1e-300)
	}
}

// factor eliminates H + μ D and says whether it is positive definite. H is gone then.
func (w *search) factor() bool {
	for i, d := range w.own {
		if w.matrix.Add(i, i, w.shift*d); w.moves[i] == 0 {
			w.matrix.Add(i, i, d)
		}
	}
	w.matrix.Factor()
	return w.matrix.Definite()
}

// step moves the structure to less energy, or smaller forces; false: no step does so.
func (w *search) step() bool {
	gradient := append([]float64(nil), w.side...)
	worst := w.result.Residual
	for ; w.shift <= mostShift; w.shift *= 10 {
		if !w.factor() {
			w.eval(w.x, true)
			continue
		}
		step := append([]float64(nil), gradient...)
		w.matrix.Solve(step)
		to, slope := w.moved(step, gradient)
		energy := w.eval(to, false)
		if energy <= w.energy+1e-4*slope && energy < w.energy || w.calmer(to, worst) && energy <= w.energy+1e-9*math.Abs(slope)+1e-12*math.Abs(w.energy) {
			w.x, w.shift = to, max(leastShift, w.shift/10)
			return true
		}
		w.eval(w.x, true)
	}
	return false
}

// calmer reports whether the largest force at some positions is smaller than that; the derivatives are then those of the positions.
func (w *search) calmer(at place, than float64) bool {
	now := *w
	now.x = at
	now.look()
	return now.result.Residual < than
}

// moved returns the positions moved by −step, which it shortens to the longest step, with the change of energy by the gradient.
func (w *search) moved(step, gradient []float64) (to place, slope float64) {
	by := 1.0
	for body, row := range w.row {
		if row < 0 {
			continue
		}
		most := longest * w.size
		if body >= w.model.MassCount() {
			most = widest
		}
		if way := (model.Vec3{step[row], step[row+1], step[row+2]}).Len(); way*by > most {
			by = most / way
		}
	}
	to = w.x.clone()
	for body, row := range w.row {
		if row < 0 {
			continue
		}
		var way model.Vec3
		for axis := range way {
			way[axis] = -by * step[row+axis] * w.moves[row+axis]
			slope += way[axis] * gradient[row+axis]
		}
		if segment := body - w.model.MassCount(); segment < 0 {
			to.position[body] = to.position[body].Add(way)
		} else {
			to.orientation[segment] = rod.Unit(rod.Turn(way).Mul(to.orientation[segment]))
		}
	}
	return to, slope
}

// stands reports whether no small push ends a rest, where anybody wants to know.
func (w *search) stands() bool {
	if !w.options.Stable {
		return true
	}
	w.shift = 1e-9
	return w.factor()
}

// leave pushes the structure from a rest, the way that the least resists, which is found from a random one by inverse
// iteration.
func (w *search) leave() {
	var numbers random.Stream
	way := make([]float64, len(w.side))
	for i := range way {
		way[i] = numbers.Signed() * w.moves[i]
	}
	for w.shift = 1e-9; ; w.shift *= 4 {
		if w.eval(w.x, true); w.factor() {
			break
		}
	}
	for range 8 {
		most := 0.0
		for i := range way {
			way[i] *= w.own[i]
		}
		w.matrix.Solve(way)
		for _, by := range way {
			most = max(most, math.Abs(by))
		}
		for i := range way {
			way[i] *= pushed * w.size / most
		}
	}
	w.x, _ = w.moved(way, way)
}
