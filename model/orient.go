package model

import (
	"fmt"
	"math"
)

// Orient turns a group to an orientation, as a torsion spring with a damper does. The
// orientation R of the group is the rotation that fits its masses best to those at rest,
// from A = Σ m_i r_i R_iᵀ with r and R the positions relative to the center now and at rest. It
// gives the group the torque and, as the group shares it, the forces
//
//	τ = I (s e + d (Ω − ω)) + kθ e + cθ (Ω − ω),  |τ| ≤ Limit,  ω = I⁻¹ L
//	f_i = m_i (I⁻¹ τ) × r_i,                       whose sum is zero.
//
// e is the rotation vector from the orientation to the target, the short way round. The target
// is rotated from rest by Turn · Table(t), and turns at Ω = Turn · Table′(t). With Up only the
// direction that is Axis at rest is turned, to Up; e is across both, and the group may turn
// freely about Up. Opposite to Up it falls to the side about a direction fixed to the group.
//
// s and d are per moment of inertia, so that the group oscillates at √s/2π about any axis;
// kθ and cθ are of a spring as it is. Masses that are pinned on all axes do not count.
// Validate rejects the zero value, which has no strength. It takes about 250 bytes and 4 per
// listed mass.
type Orient struct {
	Name   string
	Masses []uint32 // indices, ascending; nil: all masses
	Turn   Vec3     // rotation vector from the rest orientation [rad]
	Table  Curve    // factor of Turn over time [s]; the zero value is 1
	Up     Vec3     // direction to which Axis is turned, of unit length; zero: none, the target is Turn
	Axis   Vec3     // of the group at rest, of unit length; zero: Up

	Stiffness float64 // s [1/s²], >= 0
	Damping   float64 // d [1/s], >= 0
	Torsion   float64 // kθ [N·m/rad], >= 0
	Drag      float64 // cθ [N·m·s/rad], >= 0
	Limit     float64 // largest torque [N·m]; zero: no limit
}

// At returns the rotation vector of the target [rad] and its rate [rad/s] at time t [s].
func (o Orient) At(t float64) (turn, rate Vec3) {
	return o.Turn.Mul(o.Table.Of(t)), o.Turn.Mul(o.Table.slope(t))
}

// UpAxis returns Up and the direction of the group at rest that is turned there, with unit
// length; ok is false where the target is Turn.
func (o Orient) UpAxis() (up, axis Vec3, ok bool) {
	if o.Up == (Vec3{}) {
		return up, axis, false
	}
	up = o.Up.Normalize()
	if o.Axis == (Vec3{}) {
		return up, up, true
	}
	return up, o.Axis.Normalize(), true
}

// faults returns a sentence for each fault of an orientation spring.
func (o Orient) faults() []string {
	out := ascendingFaults(o.Masses)
	if !finiteVec(o.Turn) {
		out = append(out, fmt.Sprintf("turn is %v rad; every component must be a finite number", o.Turn))
	}
	if o.Up != (Vec3{}) {
		out = append(out, directionFaults("up", o.Up)...)
		if o.Turn != (Vec3{}) {
			out = append(out, "turn is given beside up; give one of the two")
		}
	}
	if o.Axis != (Vec3{}) {
		out = append(out, directionFaults("axis", o.Axis)...)
		if o.Up == (Vec3{}) {
			out = append(out, "axis does nothing without up")
		}
	}
	out = append(out, strengthFaults([]strength{{"stiffness", "1/s²", o.Stiffness}, {"damping", "1/s", o.Damping},
		{"torsion", "N·m/rad", o.Torsion}, {"drag", "N·m·s/rad", o.Drag}, {"limit", "N·m", o.Limit}}, 4)...)
	return append(out, o.Table.faults("table")...)
}

// strength is a number of a spring on a group, which must not be negative.
type strength struct {
	name, unit string
	value      float64
}

// strengthFaults reports numbers that are negative or not finite, and the absence of all of
// the first few, without which a spring does nothing.
func strengthFaults(all []strength, needed int) (out []string) {
	none := true
	for i, s := range all {
		if !finite(s.value) || s.value < 0 {
			out = append(out, fmt.Sprintf("%s is %g %s; it must not be negative", s.name, s.value, s.unit))
		}
		none = none && (i >= needed || s.value == 0)
	}
	if none {
		out = append(out, "it has no strength; give it a stiffness or a damping, in scenes by a frequency or a half-life")
	}
	return out
}

func orientTerm() Term {
	return listTerm("orient", GroupTerm, "Orients", true, items[Orient]{
		get: func(p Params) []Orient { return p.Orients }, set: func(p *Params, l []Orient) { p.Orients = l },
		faults: Orient.faults, title: func(o Orient) string { return o.Name }, masses: func(o *Orient) *[]uint32 { return &o.Masses },
		still: func(o *Orient, t float64) { o.Turn, o.Table = o.Turn.Mul(o.Table.Of(t)), Curve{} },
		suits: func(m *Model, o *Orient) error { return m.bodyFault(o.Masses) }})
}

// LeastMoment returns the least moment of inertia, about any axis through the center, of those
// masses of a list that are not pinned on all axes, at rest [kg·m²].
func (m *Model) LeastMoment(masses []uint32) float64 {
	trace, largest, _ := m.moments(masses)
	return math.Max(0, trace-largest)
}

// Across returns a unit vector across another: its x where that is z. It is the cross product
// with the axis that is farthest from it.
func Across(axis Vec3) Vec3 {
	least := 1
	for k := range 3 {
		if math.Abs(axis[k]) < math.Abs(axis[least]) {
			least = k
		}
	}
	var unit Vec3
	unit[least] = 1
	return unit.Cross(axis).Normalize()
}
