// Package group has the laws of forces that depend on several masses at once, for all that is
// not the reference: the engine cpu and the numbers that people read. The laws are those of
// docs/physics.md, Forces on groups.
package group

import (
	"hooke/model"
)

// Force is a force on several masses that depends on all of them.
type Force interface {
	// Masses returns the numbers of the masses on which it depends, each once. The caller does
	// not write to them, and drops the force on those that are pinned on all axes.
	Masses() []uint32
	// Add adds the force on each of these masses [N] at their positions [m] and velocities
	// [m/s] at time t [s]. The arrays have one element for each of Masses.
	Add(force, position, velocity []model.Vec3, t float64)
}

// Elastic is a force with an elastic energy. Without velocities, it is minus the gradient of that;
// the rest is the force of its dampers.
type Elastic interface {
	Force
	// Split adds to force as Add does, and to still the forces of masses that do not move, in one
	// evaluation. A nil still is not written.
	Split(force, still, position, velocity []model.Vec3)
	// Energy returns the elastic energy of these masses at their positions [J].
	Energy(position []model.Vec3) float64
}

// Of returns the forces on groups of a run, in the order in which engines sum them. A new kind
// has its line here.
func Of(m *model.Model, p *model.Params) (out []Force) {
	if !p.LoadsGroups() {
		return nil
	}
	for _, s := range p.Spins {
		out = append(out, &spin{members: membersOf(m, s.Masses), Spin: s})
	}
	out = append(out, pools(m, p)...)
	for _, s := range p.Pressures {
		out = append(out, skinOf(m, s))
	}
	for _, o := range p.Orients {
		out = append(out, &orient{shaped: shapedOf(m, o.Masses), Orient: o})
	}
	for _, k := range p.Tracks {
		out = append(out, &track{shaped: shapedOf(m, k.Masses), Track: k})
	}
	for _, s := range p.Matchings {
		out = append(out, &matching{shaped: shapedOf(m, s.Masses), Matching: s})
	}
	for _, f := range ElasticOf(m, p) {
		out = append(out, f)
	}
	return out
}

// ElasticOf returns those of the forces that have an elastic energy.
func ElasticOf(m *model.Model, p *model.Params) (out []Elastic) {
	for _, a := range p.Areas {
		out = append(out, areasOf(m, a)...)
	}
	for _, l := range p.Limits {
		out = append(out, limitOf(m, l))
	}
	for _, b := range p.Bends {
		out = append(out, bendsOf(b)...)
	}
	return out
}

// members are the masses of a group that move.
type members struct {
	masses []uint32
	mass   []float64    // [kg]
	arm    []model.Vec3 // scratch: from the center of mass [m]
}

func (g *members) Masses() []uint32 { return g.masses }

// membersOf returns the masses of a list that are not pinned on all axes.
func membersOf(m *model.Model, masses []uint32) members {
	g := members{}
	m.Each(masses, func(i int) {
		if m.PinOf(i) != model.PinAll {
			g.masses, g.mass = append(g.masses, uint32(i)), append(g.mass, m.MassAt(i))
		}
	})
	g.arm = make([]model.Vec3, len(g.masses))
	return g
}

// motion is the motion of a group as a body.
type motion struct {
	center, velocity model.Vec3 // of the center of mass [m, m/s]
	total            float64    // Σ m [kg]
	// Inertia about the center [kg·m²]: xx, yy, zz, xy, xz, yz.
	inertia [6]float64
	angular model.Vec3 // L about the center [kg·m²/s]
}

// move finds the motion, and the arms of all masses.
func (g *members) move(position, velocity []model.Vec3) (b motion) {
	var x, v model.Vec3
	for k, mass := range g.mass {
		b.total += mass
		for axis := range 3 {
			x[axis] += mass * position[k][axis]
			v[axis] += mass * velocity[k][axis]
		}
	}
	if b.total == 0 {
		return b
	}
	b.center, b.velocity = x.Mul(1/b.total), v.Mul(1/b.total)
	for k, mass := range g.mass {
		r, u := position[k].Sub(b.center), velocity[k].Sub(b.velocity)
		g.arm[k] = r
		b.inertia[0] += mass * (r[1]*r[1] + r[2]*r[2])
		b.inertia[1] += mass * (r[2]*r[2] + r[0]*r[0])
		b.inertia[2] += mass * (r[0]*r[0] + r[1]*r[1])
		b.inertia[3] -= mass * r[0] * r[1]
		b.inertia[4] -= mass * r[0] * r[2]
		b.inertia[5] -= mass * r[1] * r[2]
		b.angular = b.angular.Add(r.Cross(u).Mul(mass))
	}
	return b
}

// turn returns ω = I⁻¹ L [rad/s]; zero where the masses lie on a line.
func (b *motion) turn() model.Vec3 { return b.solve(b.angular) }

// solve returns I⁻¹ of a vector, by cofactors; zero where I has no inverse.
func (b *motion) solve(v model.Vec3) model.Vec3 {
	xx, yy, zz, xy, xz, yz := b.inertia[0], b.inertia[1], b.inertia[2], b.inertia[3], b.inertia[4], b.inertia[5]
	a, e, i := yy*zz-yz*yz, xx*zz-xz*xz, xx*yy-xy*xy
	d, g, h := xz*yz-xy*zz, xy*yz-xz*yy, xy*xz-xx*yz
	det := xx*a + xy*d + xz*g
	if det == 0 {
		return model.Vec3{}
	}
	return model.Vec3{(a*v[0] + d*v[1] + g*v[2]) / det, (d*v[0] + e*v[1] + h*v[2]) / det, (g*v[0] + h*v[1] + i*v[2]) / det}
}
