package model

import (
	"fmt"
	"math"
)

// Spin drives a group to an angular speed about an axis a through its center of mass, as an
// angular motor does. The torque on the group is
//
//	τ = c (Ω(t) − ω·a),  |τ| ≤ Limit,  Ω(t) = Speed · Table(t),  ω = I⁻¹ L,
//
// with the angular momentum L and the inertia I of the group about its center. The group
// shares it as f_i = m_i τ (a × r_i)/Σ m_j |a × r_j|², whose sum is zero. Masses that are
// pinned on all axes do not count. Validate rejects the zero value, which has no axis. It
// takes 136 bytes and 4 per listed mass.
type Spin struct {
	Name    string
	Masses  []uint32 // indices, ascending; nil: all masses
	Axis    Vec3     // a, of unit length
	Speed   float64  // Ω about the axis [rad/s]
	Table   Curve    // factor of the speed over time [s]; the zero value is 1
	Damping float64  // c [N·m·s], >= 0
	Limit   float64  // largest torque [N·m]; zero: no limit
}

// faults returns a sentence for each fault of a spin.
func (s Spin) faults() []string {
	out := append(ascendingFaults(s.Masses), directionFaults("axis", s.Axis)...)
	if !finite(s.Speed) {
		out = append(out, fmt.Sprintf("speed is %g rad/s; it must be a finite number", s.Speed))
	}
	if !finite(s.Damping) || s.Damping < 0 {
		out = append(out, fmt.Sprintf("damping is %g N·m·s; it must not be negative", s.Damping))
	}
	if !finite(s.Limit) || s.Limit < 0 {
		out = append(out, fmt.Sprintf("limit is %g N·m; give a positive number, or 0 for none", s.Limit))
	}
	return append(out, s.Table.faults("table")...)
}

func spinTerm() Term {
	t := listTerm("spin", GroupTerm, "Spins", true, items[Spin]{
		get: func(p Params) []Spin { return p.Spins }, set: func(p *Params, l []Spin) { p.Spins = l },
		faults: Spin.faults, title: func(s Spin) string { return s.Name }, masses: func(s *Spin) *[]uint32 { return &s.Masses },
		suits: func(m *Model, s *Spin) error { return m.bodyFault(s.Masses) }})
	t.still = func(p *Params, _ float64) { p.Spins = nil }
	return t
}

// slender is the share of the largest moment of inertia below which the least one counts as
// that of masses on a line.
const slender = 1e-9

// bodyFault returns an error if the masses of a list cannot turn as a body: a number is out of
// range, or at rest those that move lie on a line.
func (m *Model) bodyFault(masses []uint32) error {
	if err := m.listFault(masses); err != nil {
		return err
	}
	trace, largest, count := m.moments(masses)
	switch {
	case count < 3:
		return fmt.Errorf("%d of its masses move; a body that turns needs three that do not lie on a line", count)
	case trace == 0:
		return fmt.Errorf("its masses lie in one point; a body that turns needs three that do not lie on a line")
	case math.Abs(trace-largest) <= slender*trace:
		return fmt.Errorf("its masses lie on a line; a body that turns needs three that do not")
	}
	return nil
}

// moments returns, of the masses of a list that are not pinned on all axes, at rest, the sum
// Σ m r² from their center [kg·m²], its part along the line that has the largest, and their
// count.
func (m *Model) moments(masses []uint32) (trace, largest float64, count int) {
	var center Vec3
	total, at := 0.0, m.RestPositions()
	free := func(do func(x Vec3, mass float64)) {
		m.Each(masses, func(i int) {
			if m.PinOf(i) != PinAll {
				do(at.At(i), m.MassAt(i))
			}
		})
	}
	free(func(x Vec3, mass float64) {
		center, total, count = center.Add(x.Mul(mass)), total+mass, count+1
	})
	if count == 0 {
		return 0, 0, 0
	}
	center = center.Mul(1 / total)
	// The part along a line is largest along an eigenvector of Σ m r rᵀ, which powers of the
	// matrix find.
	var spread [3]Vec3
	free(func(x Vec3, mass float64) {
		r := x.Sub(center)
		for k := range spread {
			spread[k] = spread[k].Add(r.Mul(mass * r[k]))
		}
	})
	if trace = spread[0][0] + spread[1][1] + spread[2][2]; trace == 0 {
		return 0, 0, count
	}
	d := Vec3{spread[0].Len(), spread[1].Len(), spread[2].Len()}
	for k := range spread {
		if d[k] == max(d[0], d[1], d[2]) {
			d = spread[k]
			break
		}
	}
	for range 60 {
		d = d.Normalize()
		d = Vec3{spread[0].Dot(d), spread[1].Dot(d), spread[2].Dot(d)}
	}
	return trace, d.Len(), count
}
