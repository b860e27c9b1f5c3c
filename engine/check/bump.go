package check

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref"
	"hooke/model"
)

// bumpKinetic is μk as a part of μs.
const bumpKinetic = 0.7

// bumpy returns a perturbed case among solids: a plane, a ball, a block, a rod and a
// hollow ball, placed so that each touches about half of the masses and many
// masses touch several, all with friction. Rounding must decide nothing: every
// size lies in the widest gap between the masses that touch and those that do
// not, and every μs in that between those that stick and those that slide.
func (st *perturbed) bumpy() *perturbed {
	out := *st
	if len(st.params.Contacts) == 0 {
		return &out // a proof of a case's own features, and it has no contacts
	}
	center, radius := cloud(st.state.Position)
	radius = max(radius, 3*perturbStrain*st.length)
	at := func(x, y, z float64) model.Vec3 { return roundVec(center.Add(model.Vec3{x, y, z}.Mul(radius))) }
	small := perturbStrain * st.length
	sized := func(value func(x model.Vec3) float64) (offset, spread float64) {
		values := make([]float64, len(st.state.Position))
		for i, x := range st.state.Position {
			values[i] = value(x)
		}
		slices.Sort(values)
		offset, spread = widestGap(values, small)
		return round(offset), spread
	}
	size := func(offset float64) float64 { // of nothing, without masses
		if offset > 0 {
			return offset
		}
		return round(small)
	}

	ball := model.Sphere{Center: at(0.5, -0.3, 0.4)}
	reach, ballSpread := sized(func(x model.Vec3) float64 { return x.Sub(ball.Center).Len() })
	ball.Radius = size(reach)

	hollow := model.Sphere{Center: at(-0.4, 0.2, 0.3)}
	reach, hollowSpread := sized(func(x model.Vec3) float64 { return -x.Sub(hollow.Center).Len() })
	hollow.Radius = size(-reach)

	rod := model.Capsule{A: at(-0.9, -0.6, 0.1), B: at(0.7, 0.5, -0.3), Radius: 1}
	reach, rodSpread := sized(func(x model.Vec3) float64 { depth, _ := cpuref.CapsuleDepth(rod, x); return 1 - depth })
	rod.Radius = size(reach)

	block, blockSpread := st.block(at(0.1, 0.2, -0.1), small)
	container := st.solid(hollow, hollowSpread)
	container.Inside = true
	out.params.Contacts = st.ownSolids([]model.Contact{
		st.params.Contacts[0],
		st.solid(ball, ballSpread),
		st.solid(block, blockSpread),
		st.solid(rod, rodSpread),
		container,
	})
	for i := range out.params.Contacts {
		out.setFriction(i)
	}
	return &out
}

// moving returns a bumpy case in which every solid but the hollow one moves in each of the ways that
// there are, about as fast as the masses. At the time of its state the solids are where those
// of the bumpy case are.
func (st *perturbed) moving() *perturbed {
	out := st.bumpy()
	center, radius := cloud(st.state.Position)
	radius = max(radius, 3*perturbStrain*st.length)
	fast := func(x, y, z float64) model.Vec3 { return roundVec(model.Vec3{x, y, z}.Mul(st.speed)) }
	pivot := roundVec(center.Add(model.Vec3{0.1, 0.2, -0.1}.Mul(radius)))
	for i := range out.params.Contacts {
		c := &out.params.Contacts[i]
		if c.Inside {
			continue
		}
		c.Trajectory = &model.Trajectory{Path: model.Path{Velocity: fast(0.5, -0.4, 0.3)}, Belt: fast(-0.6, 0.2, 0.7), Pivot: &pivot,
			Spin: fast(0.8, -0.5, 0.7).Mul(1 / radius), Rate: model.Curve{At: []float64{0, 1}, Value: []float64{0.75, 0.25}}}
		if plane, ok := c.Shape.(model.Plane); ok {
			c.Trajectory.Spin = plane.UnitNormal().Mul(st.speed / radius)
		}
	}
	for i := range out.params.Contacts {
		out.setFriction(i)
	}
	return out
}

// block returns a turned box about a point that holds about a quarter of the masses.
// Its half sizes lie in gaps, too: between the masses on both sides of a face,
// and between those whose nearest face is one or the other.
func (st *perturbed) block(center model.Vec3, small float64) (box model.Box, spread float64) {
	turn := mgl64.QuatRotate(0.7, model.Vec3{2, -1, 3}.Normalize())
	box = model.Box{Center: center, Orientation: mgl64.Quat{W: round(turn.W), V: roundVec(turn.V)}}
	frame := box.Rotation().Mat4()
	along := make([][3]float64, len(st.state.Position)) // distance from the center along each axis
	for i, x := range st.state.Position {
		for axis := range 3 {
			along[i][axis] = math.Abs(x.Sub(center).Dot(frame.Col(axis).Vec3()))
		}
	}
	for axis := range 3 {
		var outer []float64
		for _, a := range along {
			outer = append(outer, a[axis])
		}
		slices.Sort(outer)
		lo, hi := 0.0, 3*small // where the half size may lie: beyond half of the masses
		if n := len(outer); n > 0 {
			lo, hi = outer[n/2], outer[n-1]+3*small
		}
		marks := []float64{lo, hi}
		for _, a := range along {
			marks = append(marks, a[axis])
			for before := range axis {
				marks = append(marks, box.Half[before]-a[before]+a[axis])
			}
		}
		marks = slices.DeleteFunc(marks, func(v float64) bool { return v < lo || v > hi })
		slices.Sort(marks)
		widest := -1.0
		for i := range len(marks) - 1 {
			if gap := marks[i+1] - marks[i]; gap > widest {
				widest, box.Half[axis] = gap, round((marks[i]+marks[i+1])/2)
			}
		}
		spread = max(spread, box.Half[axis])
	}
	return box, spread
}

// setFriction gives contact k the friction that about half of the masses stick
// with, given that of the contacts before it, in the three states that the
// pass is tried on.
func (st *perturbed) setFriction(k int) {
	m, contacts := st.model, st.params.Contacts
	perturbedForces := st.acting()
	none := make([]model.Vec3, len(perturbedForces))
	total := make([]model.Vec3, m.MassCount())
	var ratios []float64
	for _, from := range []struct {
		state  *model.State
		forces []model.Vec3
	}{{st.state, perturbedForces}, {st.state, none}, {st.quiet(), none}} {
		springs, loads := st.apart(from.forces)
		cpuref.SumForces(total, m, springs, loads)
		for i := range total {
			x, v, f := from.state.Position[i], from.state.Velocity[i], total[i]
			pushed, n := cpuref.Push(&contacts[k], x, v)
			if pushed == 0 || m.Pin[i] == model.PinAll {
				continue
			}
			cpuref.AddPushes(&f, contacts, x, v)
			f = cpuref.Unpinned(f.Add(st.params.Gravity.Mul(m.Mass[i])), m.Pin[i])
			cpuref.AddFriction(&f, contacts[:k], x, v, m.Mass[i], st.params.DT, st.params.DragFactor())
			slip := v.Sub(cpuref.SurfaceVelocity(&contacts[k], x, n, st.params.DT/2).Mul(1 / st.params.DragFactor()))
			stop := cpuref.Tangential(f.Add(slip.Mul(m.Mass[i]/st.params.DT)), n)
			ratios = append(ratios, stop.Len()/pushed)
		}
	}
	slices.Sort(ratios)
	static, _ := widestGap(ratios, 1)
	if static == 0 {
		static = 1
	}
	contacts[k] = contacts[k].WithFriction(round(static), round(bumpKinetic*static))
}

// cloud returns the mean of points and their mean distance from it.
func cloud(points []model.Vec3) (center model.Vec3, radius float64) {
	for _, x := range points {
		center = center.Add(x.Mul(1 / float64(len(points))))
	}
	for _, x := range points {
		radius += x.Sub(center).Len() / float64(len(points))
	}
	return center, radius
}

// contactSize is the size to which rounding in the contacts of a mass is proportional.
type contactSize struct {
	force   float64 // the size of the forces whose difference pushes and frictions are [N]
	speed   float64 // of the surfaces [m/s]
	touched int     // contacts that are touched, or nearly
	bent    float64 // by how much a rounding of a direction is more than one, at least 1
}

// contactSizeOf looks at a mass before the step; a contact that is clearly not
// touched does not count.
func contactSizeOf(contacts []model.Contact, x, v model.Vec3) contactSize {
	size := contactSize{bent: 1}
	for i := range contacts {
		c := &contacts[i]
		length, bent := 0.0, 1.0 // the size of the lengths whose difference the depth is [m]
		switch s := c.Shape.(type) {
		case model.Plane:
			length = math.Abs(s.Offset) + x.Len()
		case model.Sphere:
			length = s.Radius + x.Sub(s.Center).Len()
		case model.Box:
			length = s.Half.Len() + x.Sub(s.Center).Len()
		case model.Capsule:
			// Near the axis, which is rounded, the direction from it is not known well.
			length = s.Radius + x.Sub(s.A).Len() + s.B.Sub(s.A).Len()
			depth, _ := cpuref.CapsuleDepth(s, x)
			bent = length / (s.Radius - depth)
		}
		depth, n := cpuref.Penetration(c, x)
		if depth < -positionRoundings*rounding*length {
			continue
		}
		size.touched++
		surface := 0.0 // the size of the terms of its velocity
		if c.Trajectory.Moves() {
			now := c.Posed(0).Trajectory
			surface = now.Path.Velocity.Len() + now.Spin.Len()*(x.Len()+now.Pivot.Len()) + now.Belt.Len() + cpuref.SurfaceVelocity(c, x, n, 0).Len()
		}
		size.speed += surface
		size.force += (1 + c.KineticFriction) * (c.Stiffness*length + c.Damping*(v.Len()+surface))
		size.bent = max(size.bent, bent)
	}
	return size
}

// sliding gives each contact the friction that about half of the masses stick
// with at the end of the pass, given that of the contacts before it.
func (st *perturbed) sliding(tries []*massWork, twin massTwin) *perturbed {
	out := *st
	out.params.Contacts = slices.Clone(st.params.Contacts)
	contacts, dt := out.params.Contacts, st.params.DT
	free := out.params
	free.Contacts = slices.Clone(contacts)
	for i := range free.Contacts {
		free.Contacts[i] = free.Contacts[i].WithFriction(0, 0)
	}
	for k := range contacts {
		var ratios []float64
		for _, before := range tries {
			w := before.clone()
			twin(w, st.model, free)
			for i, x := range w.state.Position {
				if ratio, ok := slipRatio(contacts[:k+1], x, w.state.Velocity[i], st.model.Mass[i], dt); ok && st.model.Pin[i] != model.PinAll {
					ratios = append(ratios, ratio)
				}
			}
		}
		slices.Sort(ratios)
		static, _ := widestGap(ratios, 1)
		if static == 0 {
			static = 1
		}
		contacts[k] = contacts[k].WithFriction(round(static), round(bumpKinetic*static))
	}
	return &out
}

// slipRatio returns the μs at which a mass just sticks to the last contact, after the
// friction of those before it; false when it does not touch it.
func slipRatio(contacts []model.Contact, x, free model.Vec3, mass, dt float64) (ratio float64, ok bool) {
	last := len(contacts) - 1
	w := free
	for i := range contacts {
		pushed, n := cpuref.Push(&contacts[i], x, free)
		if pushed == 0 {
			continue
		}
		slip := cpuref.Tangential(w.Sub(cpuref.SurfaceVelocity(&contacts[i], x, n, 0)), n)
		ratio := slip.Len() * mass / (pushed * dt)
		if i == last {
			return ratio, true
		}
		if ratio > contacts[i].StaticFriction {
			slip = slip.Mul(contacts[i].KineticFriction / ratio)
		}
		w = w.Sub(slip)
	}
	return 0, false
}
