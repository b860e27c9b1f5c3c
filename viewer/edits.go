//go:build !headless

package viewer

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/viewer/draw/camera"
)

// pin pins a mass, or lets one go that is pinned.
func (e *experiment) pin(mass int) error {
	m := *e.model
	m.Pin = make([]model.Pin, m.MassCount())
	copy(m.Pin, e.model.Pin)
	if m.Pin[mass] == 0 {
		m.Pin[mass] = model.PinAll
	} else if m.Mass[mass] == 0 {
		return fmt.Errorf("viewer: mass %d has no mass: it must stay pinned", mass)
	} else {
		m.Pin[mass] = 0
	}
	e.touched = true
	return e.remake(&m, e.params)
}

// cut removes the springs that cross a stroke in a view, and says how many.
func (e *experiment) cut(c camera.Camera, from, to [2]float64) (int, error) {
	state, err := e.state()
	if err != nil {
		return 0, err
	}
	type place struct {
		x, y float64
		seen bool
	}
	places := make([]place, len(state.Position))
	for i, x := range state.Position {
		places[i].x, places[i].y, places[i].seen = c.Seen(x)
	}
	m := *e.model
	m.MaterialOf = slices.Clone(m.MaterialOf)
	count := 0
	for s, ends := range m.Ends {
		a, b := places[ends[0]], places[ends[1]]
		if m.MaterialOf[s] != model.Removed && a.seen && b.seen && cross(from, to, [2]float64{a.x, a.y}, [2]float64{b.x, b.y}) {
			m.MaterialOf[s] = model.Removed
			count++
		}
	}
	if count == 0 {
		return 0, nil
	}
	m.Skin = nil // it would span the cut; what springs span is drawn instead
	if err := e.remake(&m, e.params); err != nil {
		return 0, err
	}
	e.removed, e.touched = e.removed+count, true
	return count, nil
}

// leastReach is how far around a mass springs are painted at least, in lengths of the
// shortest spring at it, so that a narrow brush paints what it is on.
const leastReach = 0.6

// paint gives another material of a palette to the springs whose middles are within
// reach of some masses, removed ones left out, and says to how many. With the material
// model.Removed it removes them.
func (e *experiment) paint(p palette, material uint16, masses []uint32, reach float64) (int, error) {
	state, err := e.state()
	if err != nil {
		return 0, err
	}
	x := state.Position
	dabbed := make([]bool, len(x))
	var box camera.Box
	for k, i := range masses {
		dabbed[i] = true
		if here := (camera.Box{Lo: x[i], Hi: x[i]}); k == 0 {
			box = here
		} else {
			box = box.Union(here)
		}
	}
	shortest := math.Inf(1)
	for s, ends := range e.model.Ends {
		if e.model.MaterialOf[s] != model.Removed && (dabbed[ends[0]] || dabbed[ends[1]]) {
			shortest = min(shortest, x[ends[0]].Sub(x[ends[1]]).Len())
		}
	}
	if !math.IsInf(shortest, 1) {
		reach = max(reach, leastReach*shortest)
	}
	around := model.Vec3{reach, reach, reach}
	box.Lo, box.Hi = box.Lo.Sub(around), box.Hi.Add(around)

	materialOf := slices.Clone(e.model.MaterialOf)
	count := 0
	for s, ends := range e.model.Ends {
		middle := x[ends[0]].Add(x[ends[1]]).Mul(0.5)
		if was := materialOf[s]; was == model.Removed || was == material || box.Union(camera.Box{Lo: middle, Hi: middle}) != box {
			continue
		}
		if slices.ContainsFunc(masses, func(i uint32) bool { return x[i].Sub(middle).LenSqr() <= reach*reach }) {
			materialOf[s] = material
			count++
		}
	}
	if count == 0 {
		return 0, nil
	}
	if material == model.Removed {
		e.removed += count
	}
	return count, e.repaint(p, materialOf)
}

// cross says whether two lines between points cross.
func cross(a, b, c, d [2]float64) bool {
	side := func(p, q, r [2]float64) float64 { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// poke gives masses a push: a change of their velocities [m/s].
func (e *experiment) poke(masses []uint32, change model.Vec3) error {
	state, err := e.state()
	if err != nil {
		return err
	}
	for _, i := range masses {
		state.Velocity[i] = state.Velocity[i].Add(change)
	}
	before := e.account
	return e.accounted(func() error {
		if err := e.goTo(state, e.step); err != nil {
			e.account = before
			return err
		}
		e.touched = true
		return nil
	})
}

// multiply multiplies the stiffness and the damping of a material's springs, of all
// with 0, by powers of materialStep.
func (e *experiment) multiply(material int, by factor) error {
	return e.repaint(e.palette.changed(material, by), e.model.MaterialOf)
}

// repaint goes on with other materials, in other springs.
func (e *experiment) repaint(p palette, materialOf []uint16) error {
	m := *e.model
	m.Materials, m.MaterialOf = p.materials(), materialOf
	m.Own = p.own(e.subject.Model.Own, materialOf)
	if e.removed > 0 {
		m.Skin = nil // see cut
	}
	if err := e.remake(&m, e.params); err != nil {
		return err
	}
	e.palette, e.touched = p, true
	return nil
}
