package model

import (
	"fmt"
	"math"
	"slices"
)

// Limit keeps the angle of a joint between Min and Max, as the ligaments of a joint do. Beyond
// Max it has the torque
//
//	τ = −k (θ − Max) − c dθ/dt, never pulling further out; Min alike,
//
// and between the two none. The joint has three points, θ is the angle at the second one from 0
// to π; or four, θ is the angle from −π to π by which the triangles of the first three and of
// the last three turn about the edge of the middle two, 0 where they lie in one plane. A point
// is the center of mass of its masses; it passes its force on in shares of mass. Validate
// rejects the zero value, which has no points.
type Limit struct {
	Name      string
	Points    [][]uint32 // the masses of three or four points, each ascending; nil: all masses
	Min, Max  float64    // [rad]
	Stiffness float64    // k [N·m/rad], >= 0
	Damping   float64    // c [N·m·s/rad], >= 0
}

// Hinges reports whether the angle is that of two triangles about an edge.
func (l Limit) Hinges() bool { return len(l.Points) == 4 }

// faults returns a sentence for each fault of a limit.
func (l Limit) faults() (out []string) {
	if n := len(l.Points); n != 3 && n != 4 {
		return []string{fmt.Sprintf("the joint has %d points; an angle has 3, a hinge 4", n)}
	}
	for _, masses := range l.Points {
		out = append(out, ascendingFaults(masses)...)
		if masses != nil && len(masses) == 0 {
			out = append(out, "a point has no mass; give each at least one")
		}
	}
	least := 0.0
	if l.Hinges() {
		least = -math.Pi
	}
	if !(l.Min >= least && l.Min <= l.Max && l.Max <= math.Pi) {
		const degrees = 180 / math.Pi
		out = append(out, fmt.Sprintf("min is %.6g° and max %.6g°; give angles from %.0f° to 180°, and no min above max", l.Min*degrees, l.Max*degrees, least*degrees))
	}
	if !finite(l.Stiffness) || l.Stiffness < 0 {
		out = append(out, fmt.Sprintf("stiffness is %g N·m/rad; it must not be negative", l.Stiffness))
	}
	if !finite(l.Damping) || l.Damping < 0 {
		out = append(out, fmt.Sprintf("damping is %g N·m·s/rad; it must not be negative", l.Damping))
	}
	return out
}

func limitTerm() Term {
	t := listTerm("limit", GroupTerm, "Limits", false, items[Limit]{
		get: func(p Params) []Limit { return p.Limits }, set: func(p *Params, l []Limit) { p.Limits = l },
		faults: Limit.faults, title: func(l Limit) string { return l.Name }, own: func(l *Limit) { l.Points = slices.Clone(l.Points) },
		suits: func(m *Model, l *Limit) error { return m.jointFault(l.Points) }})
	t.Elastic = true
	t.lists = func(p Params, each func([]uint32)) {
		for _, l := range p.Limits {
			for _, masses := range l.Points {
				each(masses)
			}
		}
	}
	t.number = func(p *Params, to Numbers) {
		for _, l := range p.Limits {
			for k := range l.Points {
				l.Points[k] = to.List(l.Points[k])
			}
		}
	}
	return t
}

// jointFault returns an error if the points of a joint have no angle at rest.
func (m *Model) jointFault(points [][]uint32) error {
	for _, masses := range points {
		if err := m.listFault(masses); err != nil {
			return err
		}
	}
	var at []Vec3
	for _, masses := range points {
		at = append(at, m.RestCenter(masses))
	}
	for k := range len(at) - 1 {
		if at[k] == at[k+1] {
			return fmt.Errorf("end %c and end %c rest at the same position; an angle needs arms", 'a'+k, 'a'+k+1)
		}
	}
	return nil
}

// Shares returns the share of each mass of a list, nil for all, in their sum. Where all have no
// mass, as pinned ones may, the shares are equal.
func (m *Model) Shares(masses []uint32) (out []float64) {
	total := 0.0
	m.Each(masses, func(i int) {
		out = append(out, m.MassAt(i))
		total += m.MassAt(i)
	})
	for k := range out {
		if total > 0 {
			out[k] /= total
		} else {
			out[k] = 1 / float64(len(out))
		}
	}
	return out
}

// RestCenter returns the center of some masses at rest [m]; nil: all masses.
func (m *Model) RestCenter(masses []uint32) (center Vec3) {
	shares, k := m.Shares(masses), 0
	m.Each(masses, func(i int) {
		center = center.Add(m.RestAt(i).Mul(shares[k]))
		k++
	})
	return center
}
