package cpuref

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// orient adds the forces of an orientation spring at time t [s].
func orient(load []model.Vec3, b *body, o model.Orient, t float64) {
	turning := b.turning()
	var e, slip model.Vec3 // [rad], and Ω − ω [rad/s]
	if up, axis, ok := o.UpAxis(); ok {
		e, slip = toward(b.orientation(), axis, up), turning.Mul(-1)
		slip = slip.Sub(up.Mul(slip.Dot(up)))
	} else {
		turn, rate := o.At(t)
		target := mgl64.QuatIdent()
		if angle := turn.Len(); angle > 0 {
			target = mgl64.QuatRotate(angle, turn.Mul(1/angle))
		}
		e, slip = short(target.Mul(mgl64.Mat4ToQuat(b.orientation().Mat4()).Conjugate())), rate.Sub(turning)
	}
	torque := b.inertia.Mul3x1(e.Mul(o.Stiffness).Add(slip.Mul(o.Damping))).Add(e.Mul(o.Torsion)).Add(slip.Mul(o.Drag))
	if size := torque.Len(); o.Limit > 0 && size > o.Limit {
		torque = torque.Mul(o.Limit / size)
	}
	bend := b.solve(torque) // angular acceleration
	for k, i := range b.masses {
		load[i] = load[i].Add(bend.Cross(b.arm[k]).Mul(b.mass[k]))
	}
}

// track adds the forces of a tracking spring at time t [s].
func track(load []model.Vec3, b *body, k model.Track, t float64, position, velocity []model.Vec3) {
	to := b.origin
	if k.Target != nil {
		to = *k.Target
	}
	offset, rate := k.At(t)
	if k.Follows {
		if to = position[k.Mass]; !k.Lag {
			rate = rate.Add(velocity[k.Mass])
		}
	}
	force := to.Add(offset).Sub(b.center).Mul(k.Stiffness).Add(rate.Sub(b.velocity).Mul(k.Damping)).Mul(b.total)
	if size := force.Len(); k.Limit > 0 && size > k.Limit {
		force = force.Mul(k.Limit / size)
	}
	for j, i := range b.masses {
		load[i] = load[i].Add(force.Mul(b.mass[j] / b.total))
	}
}

// match adds the forces of shape matching.
func match(load []model.Vec3, b *body, s model.Matching) {
	turned, turning := b.orientation(), b.turning()
	for k, i := range b.masses {
		away := turned.Mul3x1(b.rest[k]).Sub(b.arm[k])
		slip := turning.Cross(b.arm[k]).Sub(b.speed[k])
		load[i] = load[i].Add(away.Mul(s.Stiffness).Add(slip.Mul(s.Damping)).Mul(b.mass[k]))
	}
}

// orientation returns the rotation R that makes Σ m |r − R X|² least, with the arms r and those at
// rest X. Rotations of the columns of A = Σ m r Xᵀ make them orthogonal, A V = U S (one-sided
// Jacobi). R = U Vᵀ, with the column of the least size from the others, so that R mirrors
// nothing and a flat group has one, too.
func (b *body) orientation() mgl64.Mat3 {
	var a mgl64.Mat3
	for k, r := range b.arm {
		a = a.Add(r.OuterProd3(b.rest[k]).Mul(b.mass[k]))
	}
	v := mgl64.Ident3()
	turn := func(m mgl64.Mat3, p, q int, c, s float64) mgl64.Mat3 {
		x, y := m.Col(p), m.Col(q)
		m.SetCol(p, x.Mul(c).Sub(y.Mul(s)))
		m.SetCol(q, x.Mul(s).Add(y.Mul(c)))
		return m
	}
	for range 60 {
		worst := 0.0
		for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			x, y := a.Col(pair[0]), a.Col(pair[1])
			across := x.Dot(y)
			if across == 0 {
				continue
			}
			worst = max(worst, math.Abs(across)/(x.Len()*y.Len()))
			zeta := (y.Dot(y) - x.Dot(x)) / (2 * across)
			tangent := math.Copysign(1/(math.Abs(zeta)+math.Sqrt(1+zeta*zeta)), zeta)
			c := 1 / math.Sqrt(1+tangent*tangent)
			a, v = turn(a, pair[0], pair[1], c, c*tangent), turn(v, pair[0], pair[1], c, c*tangent)
		}
		if worst < 1e-15 {
			break
		}
	}
	least := 0
	for k := range 3 {
		if a.Col(k).Len() < a.Col(least).Len() {
			least = k
		}
	}
	p, q := (least+1)%3, (least+2)%3
	if a.Col(p).Len() == 0 || a.Col(q).Len() == 0 {
		return mgl64.Ident3() // all masses on a line, or in a point
	}
	x, y := a.Col(p).Normalize(), a.Col(q).Normalize()
	return x.OuterProd3(v.Col(p)).Add(y.OuterProd3(v.Col(q))).Add(x.Cross(y).OuterProd3(v.Col(least)))
}

// toward returns the rotation vector [rad] that turns the direction axis of a group to up; half
// a turn is about a direction that the group has, as the direction x is to z.
func toward(turned mgl64.Mat3, axis, up model.Vec3) model.Vec3 {
	from := turned.Mul3x1(axis)
	across := from.Cross(up)
	angle := math.Atan2(across.Len(), from.Dot(up))
	if across.Len() > 0 {
		return across.Mul(angle / across.Len())
	}
	return turned.Mul3x1(model.Across(axis)).Mul(angle)
}

// short returns the rotation vector of a rotation, the short way round [rad].
func short(q mgl64.Quat) model.Vec3 {
	if q.W < 0 {
		q = q.Scale(-1)
	}
	sine := q.V.Len()
	if sine == 0 {
		return model.Vec3{}
	}
	return q.V.Mul(2 * math.Atan2(sine, q.W) / sine)
}
