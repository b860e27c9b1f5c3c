package relax

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod"
)

// rods returns the terms of segments and joints, see package rod. With turns θ of segments in the world, R ← exp(θ) R, an
// end
// is off by C = Rᵀ d − ℓ e3 and pushes with f = R K C:
//
//	δC = Rᵀ (δd + d × θ)        δ²U adds θ·(f × δd) + ½ θ·(½ (f dᵀ + d fᵀ) − f·d) θ
//
// and a joint is off by C = 2 Im(p) − ℓ u0, p = q̄_i q_j, and turns with τ = R_i Aᵀ K C, A w = p_w w + w × p_v:
//
//	δC = A R_iᵀ (θ_j − θ_i)     δ²U adds −¼ (K C·p_v) |θ_j − θ_i|² − ½ τ·(θ_i × θ_j)
func (s *Problem) rods(x place, derivatives bool) (energy float64) {
	for k := range s.set.Segments {
		energy += s.end(x, k, derivatives)
	}
	for k := range s.set.Joints {
		energy += s.joint(x, k, derivatives)
	}
	return energy
}

// endOff returns C of a segment [m].
func (s *Problem) endOff(x place, k int) model.Vec3 {
	one := &s.set.Segments[k]
	d := x.position[one.Ends[1]].Sub(x.position[one.Ends[0]])
	return x.orientation[k].Conjugate().Rotate(d).Sub(model.Vec3{0, 0, one.Length})
}

// end returns the energy between a segment and its masses.
func (s *Problem) end(x place, k int, derivatives bool) float64 {
	one := &s.set.Segments[k]
	off, stiffness := s.endOff(x, k), one.Rod.Strains(one.Length)
	push := scaled(stiffness, off)
	if derivatives {
		axes := x.orientation[k].Mat4().Mat3()
		d, f := x.position[one.Ends[1]].Sub(x.position[one.Ends[0]]), axes.Mul3x1(push)
		a, b, segment := int(one.Ends[0]), int(one.Ends[1]), s.body(k)
		s.push(a, f)
		s.push(b, f.Mul(-1))
		s.push(segment, d.Cross(f))
		g, cross := axes.Mul3(mgl64.Diag3(stiffness)).Mul3(axes.Transpose()), crossing(d)
		s.add(a, a, g)
		s.add(b, b, g)
		s.add(a, b, g.Mul(-1))
		turned := cross.Transpose().Mul3(g).Add(crossing(f)) // of θ and δd
		s.add(segment, b, turned)
		s.add(segment, a, turned.Mul(-1))
		s.add(segment, segment, cross.Transpose().Mul3(g).Mul3(cross).Add(outer(f, d).Add(outer(d, f)).Mul(0.5)).Sub(mgl64.Ident3().Mul(f.Dot(d))))
	}
	return push.Dot(off) / 2
}

// jointOff returns C of a joint, with p.
func (s *Problem) jointOff(x place, k int) (p mgl64.Quat, off model.Vec3) {
	j := &s.set.Joints[k]
	p = rod.Joint(x.orientation[j.From], x.orientation[j.To])
	return p, p.V.Mul(2).Sub(j.Rest.Mul(j.Length))
}

// joint returns the energy between two segments.
func (s *Problem) joint(x place, k int, derivatives bool) float64 {
	j := &s.set.Joints[k]
	p, off := s.jointOff(x, k)
	push := scaled(j.Turns, off)
	if derivatives {
		a := mgl64.Ident3().Mul(p.W).Sub(crossing(p.V))
		axes := x.orientation[j.From].Mat4().Mat3().Mul3(a.Transpose()) // R_i Aᵀ
		from, to := s.body(int(j.From)), s.body(int(j.To))
		torque := axes.Mul3x1(push)
		s.push(from, torque)
		s.push(to, torque.Mul(-1))
		g := axes.Mul3(mgl64.Diag3(j.Turns)).Mul3(axes.Transpose()).Sub(mgl64.Ident3().Mul(push.Dot(p.V) / 2))
		s.add(from, from, g)
		s.add(to, to, g)
		s.add(from, to, crossing(torque).Mul(0.5).Sub(g))
	}
	return push.Dot(off) / 2
}

// scaled returns a product by components.
func scaled(a, b model.Vec3) model.Vec3 { return model.Vec3{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }
