package ledger

import (
	"slices"

	"hooke/model"
)

// Sums are the current sums of a ledger.
type Sums struct {
	start      model.Energy // at the first state [J]
	sum        model.Flows  // flows so far [J], where the powers after each step count for a whole step
	first      model.Flows  // powers at the start [W]: sum lacks half a step of them
	last       model.Flows  // powers now [W]: sum has half a step of them too much
	scale      []float64    // L0(t)/L0 of each actuator's springs now
	changes    bool         // whether springs tear, yield or creep
	books      bool         // whether steps book their works themselves, see Keeper.Booked
	prescribed float64      // energy of the masses that are pinned on all axes at the start [J]
}

// Clone returns a copy that shares nothing.
func (s *Sums) Clone() Sums {
	out := *s
	out.scale = slices.Clone(s.scale)
	return out
}

// Numbers returns all numbers of the sums, for a checkpoint.
func (s *Sums) Numbers() []float64 {
	out := append([]float64{s.prescribed}, s.scale...)
	for _, part := range s.parts() {
		for _, x := range part.Numbers() {
			out = append(out, *x)
		}
	}
	if s.books {
		out = append(out, s.sum.Solver)
	}
	if s.changes {
		out = append(out, s.sum.Fracture, s.sum.Plastic)
	}
	return out
}

// SetNumbers is the inverse of Numbers, for a run with as many actuators.
func (s *Sums) SetNumbers(from []float64) {
	s.prescribed = from[0]
	copy(s.scale, from[1:])
	from = from[1+len(s.scale):]
	parts := s.parts()
	for i := range parts {
		for at, x := range parts[i].Numbers() {
			*x = from[at]
		}
		from = from[len(parts[i].Numbers()):]
	}
	s.start, s.sum, s.first, s.last = parts[0].Start, parts[0].Flows, parts[1].Flows, parts[2].Flows
	if s.books {
		s.sum.Solver, from = from[0], from[1:]
	}
	if s.changes {
		s.sum.Fracture, s.sum.Plastic = from[0], from[1]
	}
}

// parts returns the energies and flows of the sums, each in a model.Ledger of its own.
func (s *Sums) parts() [3]model.Ledger {
	return [3]model.Ledger{{Start: s.start, Flows: s.sum}, {Flows: s.first}, {Flows: s.last}}
}

// Bytes returns the memory of a ledger beside the model, with the state that it reads [bytes]; 0
// without one.
func Bytes(m *model.Model, p model.Params) int64 {
	if !p.Ledger {
		return 0
	}
	perMass, perSpring := int64(145), int64(8)
	if p.Integrator.Method().Impulsive {
		perMass += 168
	}
	if p.ElasticGroups() {
		perMass += 48
	}
	if m.PerSpring() {
		perSpring += 16
	}
	return perMass*int64(m.MassCount()) + perSpring*int64(m.SpringCount())
}
