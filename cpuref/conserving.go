package cpuref

import (
	"math"

	"hooke/cpuref/implicit"
	"hooke/model"
)

// conservingSteps holds the data for steps of the solver energy besides the state.
type conservingSteps struct {
	step             implicit.EnergyStep
	contacts         []model.Contact
	before           []float64   // L0(t)/L0 of each actuator's springs at the start of the substep
	restBefore, rest []float64   // L0(t) of each spring at the start and at the end of the substep [m]
	works            model.Flows // of the step so far [J]
	left             model.Residual
}

// newConservingSteps returns that of a model with the parameters of a run.
func newConservingSteps(m *model.Model, p model.Params, own []model.Coefficients) *conservingSteps {
	s := &conservingSteps{step: implicit.EnergyStep{Model: m, Own: own, Allowed: allowedMotions(m, p)}, contacts: p.Contacts,
		restBefore: make([]float64, m.SpringCount()), rest: make([]float64, m.SpringCount())}
	if s.step.Prepare(); len(p.Contacts) > 0 {
		s.step.Contact = s.contact
	}
	return s
}

// stepConserving is a step of the solver energy: its substeps, one after the other.
func (e *Engine) stepConserving() (finite bool) {
	s, n := e.conserving, e.params.Substeps
	finite = true
	for k := range n {
		from, to := float64(k)/float64(n), float64(k+1)/float64(n)
		if k > 0 {
			e.noteBefore(from)
		}
		e.evaluate(from)
		s.before = append(s.before[:0], e.now.RestScale...)
		if e.ledger != nil {
			e.bookActuators(&s.works) // inputs may have set them anew since the last substep
		}
		e.evaluate(to)
		finite = e.substepConserving() && finite
		e.catch(to)
	}
	e.lookAtSprings(math.Inf(1), 1)
	e.closeBooks(&s.works)
	return finite
}

// substepConserving is one substep. It reports whether every new position and velocity is a
// finite number.
func (e *Engine) substepConserving() (finite bool) {
	s, p := e.conserving, e.params.Substep()
	for k := range s.rest {
		s.restBefore[k], s.rest[k] = RestLengthNow(e.model, k, s.before), RestLengthNow(e.model, k, e.now.RestScale)
	}
	s.left.Force, s.left.Left, s.left.Iterations = 0, 0, 0
	s.advance(e, p, 0, 1, 0)
	if !(s.left.Force <= s.left.Worst) {
		s.left.Worst, s.left.Step = s.left.Force, e.state.Step+1
	}
	if e.ledger != nil {
		e.ledger.scale = append(e.ledger.scale[:0], e.now.RestScale...)
	}
	return finiteState(e.state.Position, e.state.Velocity)
}

// mostHalvings is how often a substep is halved that Newton's method does not solve.
const mostHalvings = 8

// advance goes from one share of a substep to another. A part that Newton's method does not solve is
// taken in two halves, of which each conserves energy as the whole would; the smallest ones stay
// unsolved.
func (s *conservingSteps) advance(e *Engine, p model.Params, from, to float64, halvings int) {
	step, share := &s.step, to-from
	step.Length, step.Kept, step.Gravity = share*p.DT, math.Pow(p.DragFactor(), share), p.Gravity
	for k := range s.rest {
		changed := s.rest[k] - s.restBefore[k]
		step.RestBefore[k], step.Rest[k] = s.restBefore[k]+from*changed, s.restBefore[k]+to*changed
	}
	out := step.Take(e.state.Position, e.state.Velocity, p.Sweeps(), p.Tolerance)
	if !(out.Residual <= p.Ends()) && halvings < mostHalvings {
		copy(e.state.Position, step.Before)
		copy(e.state.Velocity, step.VelocityThen)
		middle := (from + to) / 2
		s.advance(e, p, from, middle, halvings+1)
		s.advance(e, p, middle, to, halvings+1)
		return
	}
	s.left.Iterations += out.Iterations
	if !(out.Residual <= s.left.Force) {
		s.left.Force, s.left.Left = out.Residual, out.Left
	}
	if e.ledger != nil {
		s.book()
	}
}

// contact returns the mean force of contacts on a mass that a substep takes to x [N], and how
// much it yields [N/m].
func (s *conservingSteps) contact(i int, x model.Vec3) (f model.Vec3, stiffness implicit.Sym) {
	s.eachContact(i, x, func(push, _, slope, _ float64, normal model.Vec3) {
		f, stiffness = f.Add(normal.Mul(push)), stiffness.Plus(implicit.Outer(normal, slope))
	})
	return f, stiffness
}

// eachContact calls do with each contact that touches a mass before or after a substep that takes
// it to x: with its mean push [N], the part with an energy, the derivative by the new depth
// [N/m], how much deeper the mass is [m], and the direction.
func (s *conservingSteps) eachContact(i int, x model.Vec3, do func(push, elastic, slope, deeper float64, normal model.Vec3)) {
	from := s.step.Before[i]
	way := x.Sub(from)
	for k := range s.contacts {
		c := &s.contacts[k]
		before, n := Penetration(c, from)
		before, _ = below(c, before, n)
		after, n := Penetration(c, x)
		after, _ = below(c, after, n)
		if before <= 0 && after <= 0 {
			continue
		}
		middle, n := Penetration(c, from.Add(way.Mul(0.5)))
		_, n = below(c, middle, n)
		mean := implicit.Mean{From: before, To: after}
		push, elastic, slope := mean.Touching(c.Stiffness, c.Damping, s.step.Length)
		size := from.Len() + x.Len() + math.Abs(before) + math.Abs(after)
		do(push, elastic, slope, after-before, implicit.MeanNormal(n, way, after-before, size))
	}
}

// book adds the works of the last substep to the flows: forces are those that the step took.
func (s *conservingSteps) book() {
	for k := range s.step.Rest {
		at := s.step.Spring(k)
		s.works.Damping += (at.Tension - at.Elastic) * at.Lengthened
		s.works.Actuators -= at.Elastic * at.Rested
	}
	for i := range s.step.Model.Mass {
		if s.step.Model.PinOf(i) == model.PinAll {
			continue
		}
		s.works.Drag += s.step.Drag(i)
		s.eachContact(i, s.step.Before[i].Add(s.step.Moved(i)), func(push, elastic, _, deeper float64, _ model.Vec3) {
			s.works.ContactDamping += (push - elastic) * deeper
		})
	}
}

// takeConserving allocates the data of the solver energy where it is in use. The residual of
// previous steps stays.
func (e *Engine) takeConserving() {
	before := e.conserving
	if e.conserving = nil; e.params.Integrator != model.EnergyConserving {
		return
	}
	e.conserving = newConservingSteps(e.model, e.params, e.own)
	if before != nil {
		e.conserving.left = before.left
	}
}
