package impulses

import (
	"slices"

	"hooke/cpu/table"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
)

// springs are those of a model in groups, color by color. They take 16 numbers for each group and
// law, and 8 bytes for each spring whose ends are in the table.
type springs[T table.Real] struct {
	colors order.SpringColors
	groups []group
	first  []int       // where each color begins in groups; behind the last one those without a color
	ends   [2][]uint32 // lanes of ends, 16 for each group with a table
	number []uint32    // of the spring in the model; table.NoMass: no spring

	rest    []T // L0, as it is now [m]
	push    []T // of C in the law [N·s/m], see law
	answer  []T // of u, a [kg]
	impulse []T // λ [N·s]
	// These are nil where no spring is rigid or a cable, and no mass is pinned on some axes alone.
	slack []T // a of a cable that is slack [kg]
	keeps []T // of λ: 1 where a spring is soft, 0 where it is rigid
	most  []T // that λ may be [N·s]: 0 for cables, else +Inf

	damping []T // h c [kg], with a ledger; else nil
	driven  []driven

	fast fast[T]
}

// fast are kernels, nil in plain Go: of groups, by rows but for table, and of masses.
type fast[T table.Real] struct {
	visit func(s *springs[T], m *motion[T], first, last int, fresh bool)
	warm  func(s *springs[T], m *motion[T], first, last int, part T)
	// of some turns of visits, or of warm starts
	visits func(s *springs[T], m *motion[T], turns []turn)
	warms  func(s *springs[T], m *motion[T], turns []turn, part T)
	// of groups with a table of ends, in a packed copy of masses
	table        func(s *springs[T], packed []T, first, last int, fresh bool)
	tableWarm    func(s *springs[T], packed []T, first, last int, part T)
	pack, unpack func(s *Solver[T], first, last int)
	// of masses
	predict func(s *Solver[T], first, last int)
	move    func(s *Solver[T], first, last int) (bad bool)
}

// driven is a spring with an actuator.
type driven struct {
	place, actuator int32
	rest            float64 // L0 without it [m]
}

// newSprings puts the springs of a model in groups.
func newSprings[T table.Real](g *Given[T]) springs[T] {
	s := springs[T]{colors: order.ColorSprings(g.Model)}
	b := grouper{order: g.Order, colors: &s.colors, lanes: make([][2]uint32, g.Model.SpringCount())}
	g.Model.EachSprings(func(first int, some model.Springs) bool {
		for k, ends := range some.Ends {
			if table.Acts(g.Model, ends, some.MaterialOf[k]) {
				a, z := g.Order.LaneOf[ends[0]], g.Order.LaneOf[ends[1]]
				b.lanes[first+k] = [2]uint32{min(a, z), max(a, z)}
			}
		}
		return true
	})
	for c := range s.colors.Count() {
		s.first = append(s.first, len(b.groups))
		b.add(s.colors.Color(c))
	}
	s.first = append(s.first, len(b.groups))
	b.tabled(s.colors.Rest())
	s.first = append(s.first, len(b.groups))
	s.groups, s.ends, s.number = b.groups, b.ends, b.number
	s.fast, _ = any(kernelsOf(g.Kernel.Name)).(fast[T])
	size := len(s.number)
	s.rest, s.push, s.answer, s.impulse = make([]T, size), make([]T, size), make([]T, size), make([]T, size)
	return s
}

// bytes returns the memory of the springs.
func (s *springs[T]) bytes() int64 {
	numbers := 4 * len(s.number)
	if s.most != nil {
		numbers += 3 * len(s.number)
	}
	numbers += len(s.damping)
	return table.SizeOf[T]()*int64(numbers) + 4*int64(len(s.number)+2*len(s.ends[0])+len(s.colors.Order)) + 24*int64(len(s.groups)) + 16*int64(len(s.driven))
}

// tune takes k and c of springs at substeps of h [s]:
//
//	Δ = −(push C + answer u + keeps λ)/(keeps + answer W),   λ + Δ ≤ most
//
// where push = h k and answer = a = h² k + h c of a soft spring, and push = 1/h, answer = 1 of a
// rigid one. axes says that some masses are pinned on some axes alone.
func (s *springs[T]) tune(m *model.Model, p model.Params, axes bool) {
	own, h := physics.ResolverOf(m, p).All(nil), p.Substep().DT
	if (axes || m.HasCables() || slices.ContainsFunc(m.Materials, func(m model.Material) bool { return m.Rigid })) && s.most == nil {
		s.slack, s.keeps, s.most = make([]T, len(s.number)), make([]T, len(s.number)), make([]T, len(s.number))
	}
	if s.damping = nil; p.Ledger {
		s.damping = make([]T, len(s.number))
	}
	s.driven = s.driven[:0]
	place := make([]int32, m.SpringCount())
	for at, k := range s.number {
		if k != table.NoMass {
			place[k] = int32(at) + 1
		}
	}
	m.EachSprings(func(first int, some model.Springs) bool {
		for i, of := range some.MaterialOf {
			k, at := first+i, int(place[first+i])-1
			if at < 0 {
				continue
			}
			material := &m.Materials[of]
			c := material.Coefficients()
			if own != nil {
				c = own[k]
			}
			s.rest[at] = T(some.RestLength[i])
			s.set(at, material, c, h)
			if len(p.Actuators) > 0 && m.ActuatorOf != nil && m.ActuatorOf[k] != 0 {
				s.driven = append(s.driven, driven{int32(at), int32(m.ActuatorOf[k] - 1), some.RestLength[i]})
			}
		}
		return true
	})
	s.unite()
}

// set sets the law of one spring.
func (s *springs[T]) set(at int, material *model.Material, c model.Coefficients, h float64) {
	s.push[at], s.answer[at] = T(h*c.Stiffness), T(h*h*c.Stiffness+h*c.Damping)
	if s.damping != nil {
		s.damping[at] = T(h * c.Damping)
	}
	if s.most == nil {
		return
	}
	s.slack[at], s.keeps[at], s.most[at] = T(h*h*c.Stiffness), 1, infinite[T]()
	if material.Rigid {
		s.push[at], s.answer[at], s.slack[at], s.keeps[at] = T(1/h), 1, 1, 0
	}
	if material.TensionOnly {
		s.most[at] = 0
	} else {
		s.slack[at] = s.answer[at]
	}
}

// actuate sets the rest lengths of springs with actuators.
func (s *springs[T]) actuate(scale []float64) {
	for _, d := range s.driven {
		factor := 1.0
		if scale != nil {
			factor = scale[d.actuator]
		}
		s.rest[d.place] = T(d.rest * factor)
	}
}

// impulses are λ of all springs in the model's numbering.
func (s *springs[T]) impulses(count int) []T {
	out := make([]T, count)
	for at, k := range s.number {
		if k != table.NoMass {
			out[k] = s.impulse[at]
		}
	}
	return out
}

// setImpulses is the inverse of impulses.
func (s *springs[T]) setImpulses(from []T) {
	for at, k := range s.number {
		if k != table.NoMass {
			s.impulse[at] = from[k]
		}
	}
}
