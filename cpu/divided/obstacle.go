package divided

import "hooke/model"

// Obstacle is a contact as it is at the end of a substep, and where its surface was at the start.
type Obstacle struct {
	model.Contact
	began model.Contact
	plane bool       // that stands still, with
	n     model.Vec3 // its normal out of the solid
	high  float64    // and its height along that [m]
}

// ObstaclesOf prepares contacts, in the room of others.
func ObstaclesOf(room []Obstacle, began, ended []model.Contact) []Obstacle {
	room = room[:0]
	for k, c := range ended {
		one := Obstacle{Contact: c, began: began[k]}
		if plane, ok := c.Shape.(model.Plane); ok && !c.Course.Moves() {
			one.plane, one.n, one.high = true, plane.UnitNormal(), plane.Offset
			if c.Inside {
				one.n, one.high = one.n.Mul(-1), -one.high
			}
		}
		room = append(room, one)
	}
	return room
}

// Depth is how deep a point is in the solid [m], with the normal there.
func (o *Obstacle) Depth(x model.Vec3) (float64, model.Vec3) {
	if o.plane {
		return o.high - x.Dot(o.n), o.n
	}
	return o.Contact.Depth(x)
}

// DepthBefore is the depth at the start of the substep [m].
func (o *Obstacle) DepthBefore(x model.Vec3) float64 {
	if o.plane {
		return o.high - x.Dot(o.n)
	}
	depth, _ := o.began.Depth(x)
	return depth
}

// Slowed is what Coulomb's friction takes of a velocity w at x relative to the surface, whose
// velocity there it also returns: all of the slip across n where a normal impulse of so much per
// mass [m/s] holds it, else as much as it can.
func (o *Obstacle) Slowed(w, x, n model.Vec3, normal float64) (slip, surface model.Vec3) {
	surface = o.SurfaceVelocity(x, n, 0)
	slip = w.Sub(surface)
	slip = slip.Sub(n.Mul(slip.Dot(n)))
	if speed := slip.Len(); speed > o.StaticFriction*normal {
		slip = slip.Mul(min(1, o.KineticFriction*normal/speed))
	}
	return slip, surface
}

// Unpinned is v without its part along pinned axes.
func Unpinned(v model.Vec3, pin model.Pin) model.Vec3 {
	for axis := range 3 {
		if pin&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}
