package cpuref

import (
	"hooke/model"
	"hooke/physics"
)

// Guide is the pass "guide", after masses have moved. It holds guided masses to the
// nearest point of their line or plane, with the velocity along it, or to the position and
// velocity of their path; now has those of each guide. It changes positions [m] and
// velocities [m/s], of length MassCount, in place.
func Guide(position, velocity []model.Vec3, m *model.Model, p model.Params, now *physics.Signals) {
	for k, g := range p.Guides {
		direction := g.Direction
		if g.Kind != model.OnPath {
			direction = direction.Normalize()
		}
		OnEach(m, g.Masses, func(i int) {
			x, v := &position[i], &velocity[i]
			point := m.RestPosition[i]
			if g.Point != nil && g.Kind != model.OnPath {
				point = *g.Point
			}
			switch way := x.Sub(point); g.Kind {
			case model.OnLine:
				*x = point.Add(direction.Mul(way.Dot(direction)))
				*v = direction.Mul(v.Dot(direction))
			case model.OnPlane:
				*x = point.Add(Tangential(way, direction))
				*v = Tangential(*v, direction)
			default:
				*x, *v = point.Add(now.PathOffset[k]), now.PathVelocity[k]
			}
		})
	}
}
