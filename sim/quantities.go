package sim

import (
	"fmt"

	"hooke/engine"
	"hooke/model"
	"hooke/physics/measure"
)

// Quantities are all that can be read by name, beside the groups of masses.
func Quantities() []Quantity {
	masses := func(t Type, width int64) func(s *Sim) Array {
		return func(s *Sim) Array { return Array{t, []int64{int64(s.Masses()), width}} }
	}
	springs := func(t Type, more ...int64) func(s *Sim) Array {
		return func(s *Sim) Array { return Array{t, append([]int64{int64(s.Springs())}, more...)} }
	}
	fixed := func(t Type, shape ...int64) func(s *Sim) Array {
		return func(*Sim) Array { return Array{t, shape} }
	}
	list := []Quantity{
		{"positions", "of masses, from origin [m]", false, masses(Float32, 3), func(s *Sim, dst any) error { return s.readVectors(dst.([]float32), false) }},
		{"velocities", "of masses [m/s]", false, masses(Float32, 3), func(s *Sim, dst any) error { return s.readVectors(dst.([]float32), true) }},
		{"positions64", "of masses in the world, in the engine's own precision [m]", false, masses(Float64, 3), func(s *Sim, dst any) error { return s.readState(dst.([]float64), false) }},
		{"velocities64", "likewise [m/s]", false, masses(Float64, 3), func(s *Sim, dst any) error { return s.readState(dst.([]float64), true) }},
		{"origin", "point of the world that positions are counted from [m]", false, fixed(Float64, 3), (*Sim).readOrigin},
		{"time", "simulated [s]", false, fixed(Float64), (*Sim).readTime},
		{"step", "steps since the start", false, fixed(Int64), (*Sim).readStep},
		{"orientations", "of segments of rods: w, x, y, z of what turns a section's axes to the world's", false, func(s *Sim) Array { return Array{Float32, []int64{int64(s.scene.Model.SegmentCount()), 4}} }, (*Sim).readOrientations},
		{"energy", "kinetic, gravitational, elastic, contact [J]", false, fixed(Float64, 4), (*Sim).readEnergy},
		{"flows", "with the option energy, since the start [J]: taken by dampers of springs, dampers of contacts, drag, friction, the solver; given by actuators, external forces, constraints; and the energy at the start", false, fixed(Float64, 9), (*Sim).readFlows},
		{"masses", "[kg]", true, func(s *Sim) Array { return Array{Float64, []int64{int64(s.Masses())}} }, (*Sim).readMasses},
		{"pinned", "1 where an axis of a mass is held", true, masses(Uint8, 3), (*Sim).readPinned},
		{"ends", "masses at the ends of springs, from 0", true, springs(Uint32, 2), (*Sim).readEnds},
		{"rest_length", "of springs, without actuation [m]", true, springs(Float64), (*Sim).readRest},
		{"stiffness", "of springs [N/m]", true, springs(Float64), func(s *Sim, dst any) error { return s.readLaw(dst.([]float64), false) }},
		{"damping", "of springs [N·s/m]", true, springs(Float64), func(s *Sim, dst any) error { return s.readLaw(dst.([]float64), true) }},
		{"triangles", "masses at the corners of a cloth, from 0", true, (*Sim).trianglesShape, (*Sim).readTriangles},
		{"skin", "vertices of the surface that is drawn in place of springs, from origin [m]", false, (*Sim).skinShape, (*Sim).readSkin},
		{"skin_triangles", "its triangles, vertices from 0", true, (*Sim).skinTrianglesShape, (*Sim).readSkinTriangles},
	}
	for _, q := range measure.Quantities() {
		unit := q.Unit()
		if unit != "" {
			unit = " [" + unit + "]"
		}
		name := q.String()
		if q == measure.Energy {
			name = "spring_energy" // energy is that of everything
		}
		list = append(list, Quantity{name, "of springs, NaN where it is not defined" + unit, false, springs(Float32), func(s *Sim, dst any) error { return s.readSprings(q, dst.([]float32)) }})
	}
	return append(list, loopQuantities()...)
}

func (s *Sim) readState(dst []float64, velocities bool) error {
	full, err := s.state()
	if err != nil {
		return err
	}
	from := full.Position
	if velocities {
		from = full.Velocity
	}
	for i, x := range from {
		copy(dst[3*i:], x[:])
	}
	return nil
}

func (s *Sim) readOrigin(dst any) error {
	err := s.look()
	copy(dst.([]float64), s.seen.Origin[:])
	return err
}

func (s *Sim) readTime(dst any) error {
	err := s.look()
	dst.([]float64)[0] = s.seen.Time
	return err
}

func (s *Sim) readStep(dst any) error {
	err := s.Finish()
	dst.([]int64)[0] = s.taken
	return err
}

func (s *Sim) readOrientations(dst any) error {
	if err := s.look(); err != nil {
		return err
	}
	to := dst.([]float32)
	for i, q := range s.seen.Orientation {
		copy(to[4*i:], q[:])
	}
	return nil
}

func (s *Sim) readEnergy(dst any) error {
	e, err := s.engine.Energy()
	copy(dst.([]float64), []float64{e.Kinetic, e.Gravitational, e.Elastic, e.Contact})
	return err
}

func (s *Sim) readFlows(dst any) error {
	keeper, ok := model.As[model.LedgerKeeper](s.engine)
	if !ok || !s.params.Ledger {
		return fmt.Errorf("%s is stepped without a ledger; open it with the option energy", s.scene.Name)
	}
	l, err := keeper.Ledger()
	copy(dst.([]float64), []float64{l.Damping, l.ContactDamping, l.Drag, l.Friction, l.Solver, l.Actuators, l.External, l.Constraints, l.Start.Total()})
	return err
}

func (s *Sim) readMasses(dst any) error {
	for i := range s.Masses() {
		dst.([]float64)[i] = s.scene.Model.MassAt(i)
	}
	return nil
}

func (s *Sim) readPinned(dst any) error {
	to := dst.([]uint8)
	for i := range s.Masses() {
		for axis := range 3 {
			if to[3*i+axis] = 0; s.scene.Model.PinOf(i)&(model.PinX<<axis) != 0 {
				to[3*i+axis] = 1
			}
		}
	}
	return nil
}

func (s *Sim) readEnds(dst any) error {
	to := dst.([]uint32)
	s.scene.Model.EachSprings(func(first int, some model.Springs) bool {
		for i, ends := range some.Ends {
			copy(to[2*(first+i):], ends[:])
		}
		return true
	})
	return nil
}

func (s *Sim) readRest(dst any) error {
	to := dst.([]float64)
	s.scene.Model.EachSprings(func(first int, some model.Springs) bool {
		copy(to[first:], some.RestLength)
		return true
	})
	return nil
}

func (s *Sim) readLaw(dst []float64, damping bool) error {
	of := s.law()
	for i := range s.Springs() {
		law := of.Coefficients(i)
		if dst[i] = law.Stiffness; damping {
			dst[i] = law.Damping
		}
	}
	return nil
}

// law reads springs by the one law of package measure.
func (s *Sim) law() *measure.Springs {
	if s.springs == nil {
		s.springs = measure.Of(s.scene.Model, s.params)
	}
	return s.springs
}

func (s *Sim) readSprings(q measure.Quantity, dst []float32) error {
	if err := s.look(); err != nil {
		return err
	}
	of, scale := s.law(), engine.RestScale(s.engine)
	model.InBlocks(s.Springs(), func(_, first, last int) {
		for i := first; i < last; i++ {
			dst[i] = float32(of.InSnapshot(&s.seen, i, scale).Of(q))
		}
	})
	return nil
}

func (s *Sim) trianglesShape() Array {
	return Array{Uint32, []int64{int64(len(s.scene.Model.Triangles)), 3}}
}

func (s *Sim) readTriangles(dst any) error {
	copyCorners(dst.([]uint32), s.scene.Model.Triangles)
	return nil
}

func (s *Sim) skinShape() Array {
	return Array{Float32, []int64{int64(s.skin().VertexCount()), 3}}
}

// skin is the surface that is drawn; never nil.
func (s *Sim) skin() *model.Skin {
	if s.scene.Model.Skin == nil {
		return &model.Skin{}
	}
	return s.scene.Model.Skin
}

func (s *Sim) readSkin(dst any) error {
	if err := s.look(); err != nil {
		return err
	}
	to := dst.([]float32)
	for i, x := range s.skin().PositionsOf(nil, s.seen.Position) {
		copy(to[3*i:], x[:])
	}
	return nil
}

func (s *Sim) skinTrianglesShape() Array {
	return Array{Uint32, []int64{int64(len(s.skin().Triangles)), 3}}
}

func (s *Sim) readSkinTriangles(dst any) error {
	copyCorners(dst.([]uint32), s.skin().Triangles)
	return nil
}

func copyCorners(to []uint32, from [][3]uint32) {
	for i, t := range from {
		copy(to[3*i:], t[:])
	}
}
