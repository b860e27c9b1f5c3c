package bigstep

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
)

// Defect is how far the law of springs is from what impulses have pushed in the last substep.
type Defect struct {
	Share     float64 // |k (L − L0) + c L̇ − f| of Spring over the largest |f| of all; 0: nothing is known, or nothing is off
	Spring    int
	Law, Push float64 // k (L − L0) + c L̇ and f of Spring [N]
}

// DefectOf finds the spring whose stretch says a force that is farthest from what the solver pushed, f = −λ/h. restScale is
// L0(t)/L0 of each actuator's springs; nil: nothing is actuated. rounding is that of positions, as a share, of
// the engine: what it alone makes of forces is not counted.
func DefectOf(m *model.Model, p model.Params, s *model.State, restScale []float64, rounding float64) (d Defect) {
	if p.Integrator != model.Impulses || len(s.SpringForce) < m.StructuralCount() {
		return d
	}
	own, largest, most := physics.ResolverOf(m, p).All(nil), 0.0, 0.0
	for k := range m.StructuralCount() {
		material, ends, force := &m.Materials[m.MaterialOf[k]], m.Ends[k], s.SpringForce[k]
		if m.MaterialOf[k] == model.Removed || material.Rigid || material.Rod.There() || m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll {
			continue
		}
		law := model.Coefficients{Stiffness: material.Stiffness, Damping: material.Damping}
		if own != nil {
			law = own[k]
		}
		rest := m.RestLength[k]
		if restScale != nil && m.ActuatorOf != nil && m.ActuatorOf[k] != 0 {
			rest *= restScale[m.ActuatorOf[k]-1]
		}
		way := s.Position[ends[1]].Sub(s.Position[ends[0]])
		length := way.Len()
		if length < 1e-12 {
			continue
		}
		pull := law.Stiffness*(length-rest) + law.Damping*s.Velocity[ends[1]].Sub(s.Velocity[ends[0]]).Dot(way)/length
		if material.TensionOnly && (length <= rest || pull < 0) {
			pull = 0
		}
		reach := s.Position[ends[0]].Len() + s.Position[ends[1]].Len()
		off := max(0, math.Abs(pull-force)-law.Stiffness*rounding*reach)
		if largest = max(largest, math.Abs(force)); off > most {
			most, d = off, Defect{Spring: k, Law: pull, Push: force}
		}
	}
	if largest > 0 {
		d.Share = most / largest
	}
	return d
}

// mostDefect is the share from which people are told.
const mostDefect = 0.05

// Words say what a defect means and what helps; empty where it is small.
func (d Defect) Words(p model.Params) string {
	if !(d.Share > mostDefect) {
		return ""
	}
	return fmt.Sprintf("the stretch of spring %d at the end is that of %.3g N, and the solver pushed with %.3g N: lengths are off by up to %.0f %% of the largest force; forces and reactions are what it pushed; "+
		"take %d substeps (--substeps), which leave less", d.Spring, d.Law, d.Push, 100*d.Share, 4*max(1, p.Substeps))
}
