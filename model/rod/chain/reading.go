package chain

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod"
)

// Reader reads single segments of the rods of a model in states. It is safe for concurrent use.
type Reader struct {
	set    *Set
	number []int32    // of the segment of each spring; −1: it is none
	joints [][]uint32 // of each segment
}

// NewReader finds the rods of a valid model.
func NewReader(m *model.Model) *Reader {
	r := &Reader{set: Of(m), number: make([]int32, m.SpringCount())}
	for s := range r.number {
		r.number[s] = -1
	}
	for k := range r.set.Segments {
		r.number[r.set.Segments[k].Spring] = int32(k)
	}
	r.joints = r.set.At()
	return r
}

// Count returns the number of segments.
func (r *Reader) Count() int { return len(r.set.Segments) }

// At returns the joints of each segment, in ascending order.
func (s *Set) At() [][]uint32 {
	out := make([][]uint32, len(s.Segments))
	for k, j := range s.Joints {
		out[j.From], out[j.To] = append(out[j.From], uint32(k)), append(out[j.To], uint32(k))
	}
	return out
}

// Reading holds the measurable quantities of a segment in a state. A joint counts half to
// each of its two segments, so that energies, powers and losses of all segments sum to those
// of the rods.
type Reading struct {
	Strain  float64 // Γ3, along the segment
	Force   float64 // EA (Γ3 + τ dΓ3/dt) [N], positive pulls the ends together
	Shear   float64 // GA |Γ + τ dΓ/dt| across the segment [N]
	Bending float64 // the largest bending moment of its joints, EI |u − u0 + τ du/dt| [N·m]
	Torque  float64 // the largest twisting moment of those, GJ (u − u0 + τ du/dt), with its sign [N·m]
	Energy  float64 // elastic [J]
	Power   float64 // that motion gives to the segment and its halves of joints [W]
	Loss    float64 // the damped part of it [W]

	Pull model.Vec3 // the force of the segment on the mass at its beginning, in the world [N]; on that at its end it is the opposite
}

// Masses says where a mass is in the world [m] and how fast [m/s]; Segments how a segment stands and
// turns [rad/s].
type (
	Masses   func(mass uint32) (position, velocity model.Vec3)
	Segments func(segment uint32) (mgl64.Quat, model.Vec3)
)

// Read reads the segment of a spring.
func (r *Reader) Read(spring int, masses Masses, segments Segments) (out Reading) {
	k := uint32(r.number[spring])
	one := &r.set.Segments[k]
	q, spin := segments(k)
	xA, vA := masses(one.Ends[0])
	xB, vB := masses(one.Ends[1])
	body, d := q.Conjugate(), xB.Sub(xA)
	off := body.Rotate(d).Sub(model.Vec3{0, 0, one.Length})
	push := out.add(1, one.Rod.Strains(one.Length), one.Rod.Delay, off, body.Rotate(vB.Sub(vA).Sub(spin.Cross(d))))
	out.Strain, out.Force, out.Shear = off[2]/one.Length, push[2], math.Hypot(push[0], push[1])
	out.Pull = q.Rotate(push)
	for _, at := range r.joints[k] {
		j := &r.set.Joints[at]
		from, before := segments(j.From)
		to, after := segments(j.To)
		p := rod.Joint(from, to)
		turned := from.Conjugate().Rotate(after.Sub(before))
		rate := turned.Mul(p.W).Add(turned.Cross(p.V)) // A w of package rods
		push := out.add(0.5, j.Turns, j.Delay, p.V.Mul(2).Sub(j.Rest.Mul(j.Length)), rate)
		out.Bending = max(out.Bending, math.Hypot(push[0], push[1]))
		if math.Abs(push[2]) > math.Abs(out.Torque) {
			out.Torque = push[2]
		}
	}
	return out
}

// add adds a share of a constraint with the error off and its rate, and returns the push of
// the constraint.
func (r *Reading) add(share float64, stiffness model.Vec3, delay float64, off, rate model.Vec3) (push model.Vec3) {
	for i, k := range stiffness {
		push[i] = k * (off[i] + delay*rate[i])
		r.Energy += share * k * off[i] * off[i] / 2
		r.Power += share * push[i] * rate[i]
		r.Loss += share * k * delay * rate[i] * rate[i]
	}
	return push
}
