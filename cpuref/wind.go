package cpuref

import "hooke/model"

// Wind is the pass "wind". It adds to the external force on every mass [N],
// length MassCount, what the air does to the triangles at it: a third of
//
//	F = ½ ρ A (n·u) [(CD − CL s) u + CL |u| n],  s = n·u/|u|
//
// each, where u is the velocity of the air [m/s] less the mean of a triangle's
// corners and n the normal on the side to which it blows. Where a triangle has
// no area or the air does not move against it, there is no force; nor is there
// on a mass that is pinned on all axes.
func Wind(load []model.Vec3, m *model.Model, w model.Wind, air model.Vec3, position, velocity []model.Vec3) {
	if !w.Blows() {
		return
	}
	for _, t := range m.Triangles {
		a, b, c := t[0], t[1], t[2]
		f := plateForce(w, position[b].Sub(position[a]), position[c].Sub(position[a]),
			air.Sub(velocity[a].Add(velocity[b]).Add(velocity[c]).Mul(1./3)))
		for _, corner := range t {
			if m.PinOf(int(corner)) != model.PinAll {
				load[corner] = load[corner].Add(f.Mul(1. / 3))
			}
		}
	}
}

// plateForce is the force of air of relative velocity u on the triangle between
// two edges [N].
func plateForce(w model.Wind, edge, other, u model.Vec3) model.Vec3 {
	normal := edge.Cross(other)
	area, speed := normal.Len()/2, u.Len()
	if area == 0 || speed == 0 {
		return model.Vec3{}
	}
	n := normal.Normalize()
	if n.Dot(u) < 0 {
		n = n.Mul(-1)
	}
	sine := n.Dot(u) / speed
	pressure := w.Density() / 2 * speed * speed
	along := u.Mul((w.Drag - w.Lift*sine) / speed)
	return along.Add(n.Mul(w.Lift)).Mul(pressure * area * sine)
}
