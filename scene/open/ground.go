package open

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/tune"
)

// findGround chooses the common ground: the height of the first ground [m] and the
// stiffness of the stiffest. It returns false where no part has a ground.
func (w *world) findGround() (height float64, ok bool) {
	from, differ := 0, false
	for i, s := range w.parts {
		own, level := s.Params.GroundHeight()
		if !level {
			continue
		}
		c := groundAt(s.Params, own)
		if !ok {
			height, ok = own, true
		}
		if w.ground == nil {
			w.ground, from = &c, i
			continue
		}
		differ = differ || !sameSurface(c, *w.ground)
		if !w.ground.PerMass && (c.PerMass || c.Stiffness > w.ground.Stiffness) { // one per mass suits all
			w.ground, from = &c, i
		}
	}
	if ok {
		w.ground.Shape = model.Plane{Offset: height}
	}
	if differ {
		w.grounds = "the ground of " + w.names[from]
	}
	return height, ok
}

// groundAt returns the level ground at a height [m] that GroundHeight found.
func groundAt(p model.Params, height float64) model.Contact {
	at := slices.IndexFunc(p.Contacts, func(c model.Contact) bool { return isGround(c, height) })
	return p.Contacts[at]
}

// isGround reports whether a contact is a level ground at a height [m] that stands still.
func isGround(c model.Contact, height float64) bool {
	plane, flat := c.Shape.(model.Plane)
	return flat && !c.Inside && !c.Trajectory.Moves() && plane.UnitNormal() == (model.Vec3{0, 0, 1}) && plane.Offset == height
}

// sameSurface reports whether two contacts are equal in everything but their shape: Inside,
// stiffness, damping and friction.
func sameSurface(a, b model.Contact) bool {
	a.Shape, b.Shape = nil, nil
	return a == b
}

// The ground is softened where it makes dt smaller than this share of the dt that the
// parts need alone. It then lets each part sink in by this share of its size.
const (
	softenBelow = 0.25
	sinkShare   = 1. / 200
	sinkLayer   = 1. / 50 // of the height; the part stands on the masses in this layer
	groundRatio = 0.2     // damping ratio of the lightest mass on a softened ground, as in GroundFor
)

// soften makes the common ground softer where the stiffest ground would need a much
// smaller step than the parts alone: a ground pushes every mass with the same stiffness,
// whether it belongs to a cow or a cloth.
func (w *world) soften(whole *model.Model, p *model.Params) {
	if w.grounds == "" {
		return
	}
	if w.ground.PerMass {
		w.note("all stand on %s, which follows from each mass and the step: friction %.3g and %.3g", w.grounds, w.ground.StaticFriction, w.ground.KineticFriction)
		return
	}
	least := math.Inf(1)
	for _, s := range w.parts {
		least = min(least, s.Params.DT)
	}
	if physics.AutoStep(whole, *p) < softenBelow*least {
		soft, lightest := 0.0, math.Inf(1)
		for _, s := range w.parts {
			soft, lightest = max(soft, neededGround(s)), min(lightest, tune.MeanMass(s.Model))
		}
		if soft > 0 && soft < w.ground.Stiffness {
			w.grounds += ", softened so that dt need not be much smaller"
			g := &p.Contacts[0]
			g.Stiffness, g.Damping = soft, min(g.Damping, 2*groundRatio*math.Sqrt(soft*lightest))
			*w.ground = *g
		}
	}
	w.note("all stand on %s: %.3g N/m, damping %.3g N·s/m, friction %.3g and %.3g", w.grounds,
		w.ground.Stiffness, w.ground.Damping, w.ground.StaticFriction, w.ground.KineticFriction)
}

// neededGround returns the stiffness that a part needs of the ground [N/m]: that of its own
// ground, or less, as long as it sinks in by no more than sinkShare of its size; 0
// without a ground.
func neededGround(s *scene.Scene) float64 {
	height, ok := s.Params.GroundHeight()
	if !ok {
		return 0
	}
	own := groundAt(s.Params, height).Stiffness
	lo, hi := s.Start.Bounds()
	weight, standing := 0.0, 0
	for i, x := range s.Start.Position {
		weight += s.Model.Mass[i] * s.Params.Gravity.Len()
		if x[2] <= lo[2]+sinkLayer*(hi[2]-lo[2]) {
			standing++
		}
	}
	if weight == 0 {
		return own
	}
	return min(own, weight/(float64(standing)*sinkShare*scene.Largest(hi.Sub(lo))))
}
