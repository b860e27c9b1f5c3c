package judge

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/laws"
	"hooke/model"
	"hooke/model/rod/chain"
	"hooke/physics/measure"
)

// Defect is the distance between the law of springs and the force of a solver in the last
// substep: the force of its impulses or of position-based dynamics, or the residual of the
// iterations of implicit Euler.
type Defect struct {
	Share     float64 // |k (L − L0) + c L̇ − f| of Spring over the largest |f| of all; 0: nothing is known, or nothing is off
	Spring    int
	Law, Push float64 // k (L − L0) + c L̇ and f of Spring [N]

	// Stretch is how far all springs are from their rest lengths, Σ |L − L0|, and Pushed how far the forces that the
	// solver pushed would bring them, Σ |f − c L̇|/k, and Length Σ L0 [m]. They leave out the springs that DefectOf
	// leaves out.
	Stretch, Pushed, Length float64

	// Left is the force that iterations of implicit Euler have left on a mass [N], and Largest the scale of
	// the forces in balance: the largest force of a spring, or weight. Spring is the one with the largest
	// force then.
	Left, Largest float64

	solved bool // that is below the tolerance of the solver, by which iterations end
}

// Off returns how much longer, or shorter, springs are than their forces make them, as a share; 0: nothing is known.
func (d Defect) Off() float64 {
	if d.Pushed == 0 {
		return 0
	}
	return d.Stretch/d.Pushed - 1
}

// DefectOf finds the spring whose force by its stretch differs most from the solver's, f =
// −λ/h. For springs of position-based dynamics, which does not use k and c, these are the
// given ones. restScale is L0(t)/L0 of each actuator's springs; nil: nothing is actuated.
// rounding is the relative rounding of positions in the engine: its effect on forces does not
// count.
func DefectOf(m *model.Model, p model.Params, s *model.State, restScale []float64, rounding float64) (d Defect) {
	if p.Integrator.Method().Tolerance > 0 || len(s.SpringForce) < m.StructuralCount() {
		return d
	}
	lawOf, alongRods, largest, most := lawsOf(m, p, restScale), rodsOf(m, s), 0.0, 0.0
	for k := range m.StructuralCount() {
		law, acts := lawOf(k)
		ends, force := m.Ends[k], s.SpringForce[k]
		reach := s.Position[ends[0]].Len() + s.Position[ends[1]].Len()
		if m.IsSegment(k) {
			along := alongRods(k)
			stiffness := m.Materials[m.MaterialOf[k]].Rod.Stretch / m.RestLength[k]
			d.Stretch += max(0, math.Abs(along.Strain)*m.RestLength[k]-rounding*reach)
			d.Pushed += math.Abs(force-along.Force+stiffness*along.Strain*m.RestLength[k]) / stiffness
			d.Length += m.RestLength[k]
			off := max(0, math.Abs(along.Force-force)-stiffness*rounding*reach)
			if largest = max(largest, math.Abs(force), along.Shear); off > most {
				most, d.Spring, d.Law, d.Push = off, k, along.Force, force
			}
			continue
		}
		if !acts {
			continue
		}
		way := s.Position[ends[1]].Sub(s.Position[ends[0]])
		length := way.Len()
		if length < laws.Shortest {
			continue
		}
		stretch, rate := length-law.RestLength, s.Velocity[ends[1]].Sub(s.Velocity[ends[0]]).Dot(way)/length
		pull := laws.PullOf(law, stretch, rate)
		if slack := law.TensionOnly && pull <= 0; !slack && law.Stiffness > 0 {
			d.Stretch += max(0, math.Abs(stretch)-rounding*reach)
			d.Pushed += math.Abs(force-laws.DamperOf(law, rate)) / law.Stiffness
			d.Length += law.RestLength
		}
		off := max(0, math.Abs(pull-force)-law.Stiffness*rounding*reach)
		if largest = max(largest, math.Abs(force)); off > most {
			most, d.Spring, d.Law, d.Push = off, k, pull, force
		}
	}
	if largest > 0 {
		d.Share = most / largest
	}
	return d
}

// rodsOf reads segments of rods in a state.
func rodsOf(m *model.Model, s *model.State) func(k int) chain.Reading {
	if !m.HasRods() {
		return nil
	}
	reader := chain.NewReader(m)
	return func(k int) chain.Reading {
		return reader.Read(k, func(i uint32) (x, v model.Vec3) { return s.Position[i], s.Velocity[i] },
			func(segment uint32) (mgl64.Quat, model.Vec3) {
				return s.Orientation[segment], s.AngularVelocity[segment]
			})
	}
}

// lawsOf gives the law of a spring, and says whether it acts and has a law that is judged: no link, and no
// segment of a rod.
func lawsOf(m *model.Model, p model.Params, restScale []float64) func(k int) (law laws.Spring[float64], acts bool) {
	if p.Integrator.Method().Softens {
		p.Integrator = model.Impulses
	}
	springs := measure.Of(m, p)
	return func(k int) (law laws.Spring[float64], acts bool) {
		material, ends := &m.Materials[m.MaterialOf[k]], m.Ends[k]
		if m.MaterialOf[k] == model.Removed || material.Rigid || material.Rod.There() || m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll {
			return law, false
		}
		return springs.Law(k, restScale).Spring, true // such solvers have no force tables
	}
}

// leftOf returns the defect of a run of implicit Euler.
func leftOf(r Run) (d Defect) {
	for i := range r.Model.Mass {
		if r.Model.PinOf(i) != model.PinAll {
			d.Largest = max(d.Largest, r.Model.Mass[i]*r.Params.Gravity.Len())
		}
	}
	lawOf := lawsOf(r.Model, r.Params, r.RestScale)
	for k := range r.Model.StructuralCount() {
		law, acts := lawOf(k)
		ends := r.Model.Ends[k]
		if force := law.Stiffness * math.Abs(r.End.Position[ends[1]].Sub(r.End.Position[ends[0]]).Len()-law.RestLength); acts && force > d.Largest {
			d.Largest, d.Spring = force, k
		}
	}
	if d.Left = r.Residual.Left; d.Largest > 0 {
		d.Share = d.Left / d.Largest
	}
	return d
}

// A defect above mostOff of the largest force is reported where lengths are off by more than mostUnseen in
// all: a cloth of very stiff springs that moves has stretches far from its impulses, which are invisible.
const mostUnseen = 0.005

// Words explain a defect and its remedy; empty for a small or invisible one.
func (d Defect) Words(p model.Params) string {
	if p.Integrator.Method().Tolerance > 0 {
		if d.solved || !(d.Share > mostOff) {
			return ""
		}
		return fmt.Sprintf("%d iterations leave a residual of %.3g N on a mass, %.2g of the largest force, %.3g N, which does not move masses; %s",
			p.Sweeps(), d.Left, d.Share, d.Largest, cure(p))
	}
	if !(d.Share > mostOff && math.Abs(d.Stretch-d.Pushed) > mostUnseen*d.Length) {
		return ""
	}
	return fmt.Sprintf("springs are stretched by %.3g m in all, and the forces that the solver pushed stretch them by %.3g m (%+.0f %%); at worst, spring %d has the stretch of %.3g N and was pushed with %.3g N; "+
		"forces and reactions are those of the solver; %s", d.Stretch, d.Pushed, 100*d.Off(), d.Spring, d.Law, d.Push, cure(p))
}
