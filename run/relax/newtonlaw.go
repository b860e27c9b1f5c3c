package relax

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// leastLength is the length below which a spring has no direction [m].
const leastLength = 1e-12

// eval returns U at some positions [J]. With derivatives it writes ∇U and H.
func (s *Problem) eval(x place, derivatives bool) (energy float64) {
	if derivatives {
		s.matrix.Clear()
		clear(s.side)
	}
	for k := range s.springs {
		energy += s.spring(&s.springs[k], x, derivatives)
	}
	energy += s.rods(x, derivatives)
	for i, f := range s.loads {
		energy -= f.Dot(x.position[i].Sub(s.model.RestPosition[i]))
		if derivatives {
			s.push(i, f)
		}
	}
	for _, h := range s.handles {
		off := h.Target.Sub(x.position[h.Mass])
		energy += h.Stiffness * off.Dot(off) / 2
		if derivatives {
			s.push(int(h.Mass), off.Mul(h.Stiffness))
			s.add(int(h.Mass), int(h.Mass), mgl64.Ident3().Mul(h.Stiffness))
		}
	}
	for _, a := range s.anchors {
		off := a.at.Sub(x.position[a.mass])
		pull := a.stiffness.Mul3x1(off)
		energy += pull.Dot(off) / 2
		if derivatives {
			s.push(a.mass, pull)
			s.add(a.mass, a.mass, a.stiffness)
		}
	}
	for c := range s.contacts {
		for i := range x.position {
			if s.row[i] < 0 {
				continue
			}
			depth, n := s.contacts[c].Depth(x.position[i])
			if depth <= 0 {
				continue
			}
			stiffness := s.contacts[c].StiffnessAt(n)
			energy += stiffness * depth * depth / 2
			if derivatives {
				s.push(i, n.Mul(stiffness*depth))
				s.add(i, i, outer(n, n).Mul(stiffness))
			}
		}
	}
	return energy
}

// spring returns the energy of a spring, ½ k (L − L0)², with H = k (n nᵀ + (1 − L0/L)(1 − n
// nᵀ)).
func (s *Problem) spring(one *spring, x place, derivatives bool) float64 {
	d := x.position[one.b].Sub(x.position[one.a])
	length := d.Len()
	stretch := length - one.rest
	if length < leastLength || one.pulls && stretch <= 0 {
		return 0
	}
	if derivatives {
		n := d.Mul(1 / length)
		pull := n.Mul(one.k * stretch)
		s.push(int(one.a), pull)
		s.push(int(one.b), pull.Mul(-1))
		along := outer(n, n)
		h := along.Add(mgl64.Ident3().Sub(along).Mul(stretch / length)).Mul(one.k)
		s.add(int(one.a), int(one.a), h)
		s.add(int(one.b), int(one.b), h)
		s.add(int(one.a), int(one.b), h.Mul(-1))
	}
	return one.k * stretch * stretch / 2
}

// push adds a force, or a torque, on a body to −∇U.
func (s *Problem) push(body int, by model.Vec3) {
	if row := s.row[body]; row >= 0 {
		for axis := range 3 {
			s.side[row+axis] -= by[axis] * s.moves[row+axis]
		}
	}
}

// add adds a block of H, and its transpose where it is of two bodies.
func (s *Problem) add(a, b int, block mgl64.Mat3) {
	i, j := s.row[a], s.row[b]
	if i < 0 || j < 0 {
		return
	}
	for x := range 3 {
		for y := range 3 {
			if a != b || y <= x {
				s.matrix.Add(i+x, j+y, block.At(x, y)*s.moves[i+x]*s.moves[j+y])
			}
		}
	}
}

// outer returns a bᵀ.
func outer(a, b model.Vec3) mgl64.Mat3 {
	return mgl64.Mat3FromCols(a.Mul(b[0]), a.Mul(b[1]), a.Mul(b[2]))
}

// crossing returns the matrix of v ×.
func crossing(v model.Vec3) mgl64.Mat3 {
	return mgl64.Mat3{0, v[2], -v[1], -v[2], 0, v[0], v[1], -v[0], 0} // column by column
}

// Measures are sums that describe how a structure is deformed.
type Measures struct {
	Stretch float64 // Σ |L − L0| of springs and segments [m]
	Length  float64 // Σ L0 of those [m]
	Bend    float64 // Σ of the angles by which joints of rods are bent and twisted [rad]
}

// Measure sums the deformation of a state. Cables that are slack are not stretched.
func (s *Problem) Measure(state *model.State) (m Measures) {
	for _, one := range s.springs {
		off := state.Position[one.b].Sub(state.Position[one.a]).Len() - one.rest
		if one.pulls {
			off = max(0, off)
		}
		m.Stretch, m.Length = m.Stretch+math.Abs(off), m.Length+one.rest
	}
	x := place{state.Position, state.Orientation}
	for k := range s.set.Segments {
		m.Stretch, m.Length = m.Stretch+s.endOff(x, k).Len(), m.Length+s.set.Segments[k].Length
	}
	for k := range s.set.Joints {
		_, off := s.jointOff(x, k)
		m.Bend += off.Len()
	}
	return m
}
