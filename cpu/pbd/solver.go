package pbd

import (
	"fmt"
	"math"

	"hooke/coloring"
	"hooke/cpu/divided"
	"hooke/cpu/table"
	"hooke/model"
)

// Solver is divided.Solver by position-based dynamics. It takes 8 numbers and 5 bytes per mass,
// 8 bytes more for each contact, and 16 bytes per spring.
type Solver[T table.Real] struct {
	model   *model.Model
	order   table.LaneOrder
	colors  coloring.Springs
	springs []spring // in the order of colors
	laws    []law

	before, way divided.Ways[T] // positions before the substep, and the ways of masses since then [m]
	perMass     []T             // 1/m, 0 of a mass that is pinned on all axes [1/kg]
	pushed      [][]float64     // by contact and mass: the sum of all ways out [m]
	contacts    []divided.Obstacle

	params model.Params // of substeps
	now    divided.Substep[T]
	stage  stage
	sweeps int           // done of the substep
	color  int           // that moves; behind the last one, springs without a color
	found  []model.Flows // of each block, where it books

	works model.Flows // of the substep [J]
}

// spring is one with its law. 12 bytes.
type spring struct {
	a, b int32
	law  uint32
}

// law is what springs that are alike do.
type law struct {
	rest  float64 // L0 [m]
	share float64 // s', what one iteration takes of the stretch
	cable bool    // left alone while L < L0
}

// stage is a part of a substep that threads do together.
type stage int

const (
	over   stage = iota
	begin        // let masses go on without springs
	sweep        // move the ends of the springs of a color
	push         // move masses out of contacts
	finish       // ways to states, with friction of contacts
)

// massPart and springPart are the numbers of masses and of springs in a block of a stage.
const (
	massPart   = 256
	springPart = 512
)

// New is the solver of a model. Use must have the parameters before a substep.
func New[T table.Real](g divided.Given[T]) *Solver[T] {
	s := &Solver[T]{model: g.Model, order: g.Order, colors: coloring.OfSprings(g.Model)}
	n := g.Model.MassCount()
	s.before, s.way, s.perMass = divided.NewWays[T](n), divided.NewWays[T](n), make([]T, n)
	for i := range n {
		s.perMass[i] = T(g.Model.InverseMass(i))
	}
	s.found = make([]model.Flows, s.massBlocks())
	return s
}

// share is s' of a material whose stiffness is s, for iterations of which each moves by it:
//
//	s' = 1 − (1 − s)^(1/n)
//
// so that n of them leave 1 − s of the stretch of a spring that is alone.
func share(s float64, n int) float64 { return 1 - math.Pow(1-s, 1/float64(n)) }

// Use is part of divided.Solver.
func (s *Solver[T]) Use(p model.Params) {
	s.params = p.Substep()
	s.layOut()
	if len(s.pushed) != len(p.Contacts) {
		s.pushed = make([][]float64, len(p.Contacts))
		for k := range s.pushed {
			s.pushed[k] = make([]float64, s.model.MassCount())
		}
	}
}

// layOut finds the laws of springs.
func (s *Solver[T]) layOut() {
	type key struct {
		material uint16
		rest     float64
	}
	known := map[key]uint32{}
	s.springs, s.laws = s.springs[:0], s.laws[:0]
	for _, n := range s.colors.Order {
		one := key{s.model.MaterialOf[n], s.model.RestLength[n]}
		of, ok := known[one]
		if !ok {
			of = uint32(len(s.laws))
			known[one] = of
			made := law{rest: one.rest}
			if one.material != model.Removed {
				material := &s.model.Materials[one.material]
				made.share, made.cable = share(material.PositionStiffness(), s.params.Sweeps()), material.TensionOnly
			}
			s.laws = append(s.laws, made)
		}
		ends := s.model.Ends[n]
		s.springs = append(s.springs, spring{int32(ends[0]), int32(ends[1]), of})
	}
}

// Begin is part of divided.Solver.
func (s *Solver[T]) Begin(on divided.Substep[T]) {
	s.now, s.stage, s.sweeps, s.color, s.works = on, over, 0, 0, model.Flows{}
	s.contacts = divided.ObstaclesOf(s.contacts, on.Began, on.Contacts)
	clear(s.found)
}

// Next is part of divided.Solver.
func (s *Solver[T]) Next() (blocks int) {
	switch s.stage {
	case over:
		s.stage = begin
	case begin:
		s.stage = sweep
	case sweep:
		if s.color++; s.color <= s.colors.Count() {
			break
		}
		s.color = 0
		if s.stage = push; len(s.contacts) == 0 {
			s.pushedOut()
		}
	case push:
		s.pushedOut()
	case finish:
		for i := range s.found {
			s.works = s.works.Plus(1, s.found[i])
		}
		s.stage = over
		return 0
	}
	if s.stage != sweep {
		return s.massBlocks()
	}
	if s.color == s.colors.Count() { // one after the other
		return 1
	}
	return max(1, (len(s.colors.Color(s.color))+springPart-1)/springPart)
}

// pushedOut ends an iteration.
func (s *Solver[T]) pushedOut() {
	s.stage = sweep
	if s.sweeps++; s.sweeps == s.params.Sweeps() {
		s.stage = finish
	}
}

func (s *Solver[T]) massBlocks() int { return max(1, (s.model.MassCount()+massPart-1)/massPart) }

// Do is part of divided.Solver.
func (s *Solver[T]) Do(block int) (bad bool) {
	first, end := block*massPart, min((block+1)*massPart, s.model.MassCount())
	switch s.stage {
	case begin:
		s.begin(&s.found[block], first, end)
	case sweep:
		if s.color == s.colors.Count() {
			s.project(s.springs[len(s.springs)-len(s.colors.Rest()):])
			break
		}
		of := s.springs[s.colors.First[s.color]:s.colors.First[s.color+1]]
		s.project(of[min(len(of), block*springPart):min(len(of), (block+1)*springPart)])
	case push:
		s.pushOut(first, end)
	case finish:
		return s.finish(&s.found[block], first, end)
	}
	return false
}

// Reset is part of divided.Solver.
func (s *Solver[T]) Reset() {}

// Residual is part of divided.Solver: nothing says how far this one is from solved.
func (s *Solver[T]) Residual() (none model.Residual) { return none }

// Works is part of divided.Booker.
func (s *Solver[T]) Works() divided.Works { return divided.Works{Flows: s.works, Closes: true} }

// Lasting is part of divided.Solver.
func (s *Solver[T]) Lasting() (none divided.Numbers[T]) { return none }

// Variant is part of divided.Solver.
func (s *Solver[T]) Variant() string {
	return fmt.Sprintf("%d colors of springs %016x", s.colors.Count(), s.colors.Sum())
}

// Bytes is part of divided.Solver.
func (s *Solver[T]) Bytes() int64 {
	n := int64(s.model.MassCount())
	return table.SizeOf[T]()*7*n + 16*int64(len(s.springs)) + 24*int64(len(s.laws)) + 8*n*int64(len(s.pushed))
}
