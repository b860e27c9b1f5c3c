package cpuref

import (
	"math"

	"hooke/cpuref/collide"
	"hooke/cpuref/implicit"
	"hooke/model"
	"hooke/order"
)

// implicitSteps holds the data for steps of implicit Euler besides the state. It takes 150
// bytes per mass and 24 per spring.
type implicitSteps struct {
	solver  *implicit.Solver
	problem implicit.Problem
	params  model.Params    // of the substep, with contacts as they are at its end
	began   []model.Contact // contacts as they were at its start
	pulled  []model.Vec3    // forces that do not depend on where a substep ends [N]
	yield   []implicit.Sym  // minus the derivative of loads by where it ends [N/m]
	around  surroundings
	bodies  *freeBodies
	works   model.Flows // of the steps so far, with a ledger [J]
	damped  []float64   // damper of the push of each touch of the substep, 0 of those that are held back [N]
	left    model.Residual
}

// newImplicitSteps is that of a model with the parameters of a run.
func newImplicitSteps(m *model.Model, p model.Params, own []model.Coefficients) *implicitSteps {
	colors := order.ColorMasses(m)
	n := m.MassCount()
	return &implicitSteps{
		solver: implicit.NewSolver(m, colors.Order), bodies: newFreeBodies(m, p), pulled: make([]model.Vec3, n), yield: make([]implicit.Sym, n),
		problem: implicit.Problem{
			Model: m, Own: own, Rest: make([]float64, m.SpringCount()), Before: make([]model.Vec3, n), Goal: make([]model.Vec3, n), Allowed: allowedMotions(m, p),
		},
	}
}

// allowedMotions returns the projections on the motions that pins and guides allow; nil if
// all masses are free or pinned on all axes.
func allowedMotions(m *model.Model, p model.Params) []implicit.Sym {
	partly := false
	for _, pin := range m.Pin {
		partly = partly || pin != 0 && pin != model.PinAll
	}
	for _, g := range p.Guides {
		partly = partly || g.Kind != model.OnPath
	}
	if !partly {
		return nil
	}
	out := make([]implicit.Sym, m.MassCount())
	for i := range out {
		for axis := range 3 {
			if m.PinOf(i)&(model.PinX<<axis) == 0 {
				out[i][axis] = 1
			}
		}
	}
	for _, g := range p.Guides {
		along := implicit.Outer(g.UnitDirection(), 1)
		if g.Kind == model.OnPlane {
			along = implicit.Diagonal(1).Plus(implicit.Outer(g.UnitDirection(), -1))
		}
		if g.Kind != model.OnPath {
			OnEach(m, g.Masses, func(i int) { out[i] = along })
		}
	}
	return out
}

// stepImplicit is a step of implicit Euler: its substeps, one after the other.
func (e *Engine) stepImplicit() (finite bool) {
	finite = true
	n := e.params.Substeps
	for k := range n {
		if k > 0 {
			e.noteBefore(float64(k) / float64(n))
		}
		e.pose(float64(k)/float64(n), float64(k+1)/float64(n))
		finite = e.substepImplicit() && finite
		e.catch(float64(k+1) / float64(n))
		e.guide(float64(k+1) / float64(n))
	}
	e.lookAtSprings(math.Inf(1), 1)
	e.closeBooks(&e.implicit.works)
	return finite
}

// pose notes contacts as they are at the start and at the end of a substep, given in steps
// from now, and leaves the drives at its end.
func (e *Engine) pose(from, to float64) {
	s := e.implicit
	s.params = e.params.Substep()
	e.evaluate(from)
	s.began = append(s.began[:0], e.acting().Contacts...)
	e.evaluate(to)
	s.params.Contacts = e.acting().Contacts
}

// substepImplicit is one substep: loads and pairs at its start, the descent, then friction.
// It reports whether every new position and velocity is a finite number.
func (e *Engine) substepImplicit() (finite bool) {
	s, x, v := e.implicit, e.state.Position, e.state.Velocity
	h := s.params.DT
	copy(s.problem.Before, x)
	s.problem.Step, s.problem.Kept = h, s.params.DragFactor()
	for k := range s.problem.Rest {
		s.problem.Rest[k] = RestLengthNow(e.model, k, e.now.RestScale)
	}
	if e.ledger != nil {
		e.bookActuators(&s.works)
	}
	e.loads()
	s.loadsOf(e)
	touches := s.pairs(e.model, x, v)
	s.around = surroundingsOf(e.model, s.params)
	s.problem.Alone = s.alone
	copy(s.problem.Goal, x)
	for i := range x {
		if e.model.PinOf(i) == model.PinAll {
			continue
		}
		toGo := v[i].Mul(h).Add(s.params.Gravity.Mul(h * h))
		s.problem.Goal[i] = x[i].Add(Unpinned(toGo, e.model.PinOf(i)).Mul(s.problem.Kept))
	}
	s.bodies.begin(s, v, touches)
	for i := range x {
		switch { // where it rests or falls, so that nothing is to be solved then
		case e.model.PinOf(i) == model.PinAll:
		case s.bodies.free[s.bodies.of[i]]:
			x[i] = s.problem.Goal[i]
		default:
			x[i] = x[i].Add(v[i].Mul(h))
		}
	}
	e.putOnPaths()
	copyHeld(s.problem.Goal, x, e.model)
	out := s.solver.Solve(&s.problem, x, s.params.Sweeps(), s.params.Ends())
	s.left.Force, s.left.Left, s.left.Iterations = out.Residual, out.Left, out.Iterations
	if out.Residual > s.left.Worst {
		s.left.Worst, s.left.Step = out.Residual, e.state.Step+1
	}
	s.bodies.place(s, x)
	if e.ledger != nil {
		e.bookImplicit(touches)
	}
	return e.endImplicit(touches)
}

var _ model.Converger = (*Engine)(nil)

// Residual returns the remaining error of iterations since the state was set.
func (e *Engine) Residual() (model.Residual, error) {
	switch {
	case e.implicit != nil:
		return e.implicit.left, nil
	case e.conserving != nil:
		return e.conserving.left, nil
	}
	return e.residual, nil
}

// copyHeld has the goals of masses that are pinned on all axes where they are.
func copyHeld(goal, x []model.Vec3, m *model.Model) {
	for i, pin := range m.Pin {
		if pin == model.PinAll {
			goal[i] = x[i]
		}
	}
}

// putOnPaths puts masses on paths where the drives say.
func (e *Engine) putOnPaths() {
	for k, g := range e.params.Guides {
		if g.Kind == model.OnPath {
			OnEach(e.model, g.Masses, func(i int) {
				e.state.Position[i], e.state.Velocity[i] = e.model.RestPosition[i].Add(e.now.PathOffset[k]), e.now.PathVelocity[k]
			})
		}
	}
}

// endImplicit makes velocities of the ways that masses went, and then the friction of
// contacts and of pairs acts, as impulses.
func (e *Engine) endImplicit(touches []collide.Touch) (finite bool) {
	s, x, v := e.implicit, e.state.Position, e.state.Velocity
	h := s.params.DT
	for i := range x {
		pin := e.model.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		v[i] = Unpinned(x[i].Sub(s.problem.Before[i]).Mul(1/h), pin)
	}
	s.bodies.giveBack(s, x, v)
	for i := range x {
		if e.model.PinOf(i) == model.PinAll {
			continue
		}
		s.works = s.works.Plus(1, s.applyFriction(e.model, i, &x[i], &v[i]))
	}
	for i, j := range collide.Friction(e.model, s.params, touches, v) {
		gain := collide.Gain(e.model, i, j)
		work := j.Dot(v[i].Add(gain.Mul(0.5)))
		s.works.Friction -= work
		if e.model.PinOf(i) == model.PinAll {
			s.works.Constraints -= work
		}
		v[i], x[i] = v[i].Add(gain), x[i].Add(gain.Mul(h))
	}
	return finiteState(x, v)
}
