package edited

import (
	"fmt"
	"math"
	"slices"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/viewer/draw"
)

// Pin pins a mass, or releases it, and everything attached to it, if it is pinned.
func (r *Run) Pin(mass int) error {
	m := *r.Model
	m.Pin = make([]model.Pin, m.MassCount())
	copy(m.Pin, r.Model.Pin)
	if m.Pin[mass] == 0 {
		m.Pin[mass] = model.PinAll
	} else if m.Mass[mass] == 0 {
		return fmt.Errorf("viewer: mass %d has no mass: it must stay pinned", mass)
	} else {
		m.Pin[mass] = 0
		m.MaterialOf = slices.Clone(m.MaterialOf)
		join.Loosen(&m)
	}
	r.Touched = true
	return r.Remake(&m, r.Params)
}

// Cut removes the springs that cross a stroke in a view, and returns their number. Attachments
// whose way they were on go with them.
func (r *Run) Cut(c draw.Camera, from, to [2]float64) (int, error) {
	state, err := r.State()
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
	m := *r.Model
	m.MaterialOf = slices.Clone(m.MaterialOf)
	count := 0
	for s, ends := range m.StructuralEnds() {
		a, b := places[ends[0]], places[ends[1]]
		if m.MaterialOf[s] != model.Removed && a.seen && b.seen && cross(from, to, [2]float64{a.x, a.y}, [2]float64{b.x, b.y}) {
			m.MaterialOf[s] = model.Removed
			count++
		}
	}
	if count == 0 {
		return 0, nil
	}
	m.Skin = nil // it would span the cut; the springs' own surface is drawn instead
	join.Loosen(&m)
	if err := r.Remake(&m, r.Params); err != nil {
		return 0, err
	}
	r.Removed, r.Touched = r.Removed+count, true
	return count, nil
}

// leastReach is the least distance from a mass within which springs are painted, in
// lengths of the shortest spring at it, so that a narrow brush paints the springs it
// touches.
const leastReach = 0.6

// Paint gives the springs whose middles are within reach [m] of some masses another
// material of a palette, and returns their number. Removed springs stay removed. The
// material model.Removed removes springs.
func (r *Run) Paint(p Palette, material uint16, masses []uint32, reach float64) (int, error) {
	state, err := r.State()
	if err != nil {
		return 0, err
	}
	x := state.Position
	dabbed := make([]bool, len(x))
	var box draw.Bounds
	for k, i := range masses {
		dabbed[i] = true
		if here := (draw.Bounds{Lo: x[i], Hi: x[i]}); k == 0 {
			box = here
		} else {
			box = box.Union(here)
		}
	}
	shortest := math.Inf(1)
	for s, ends := range r.Model.StructuralEnds() {
		if r.Model.MaterialOf[s] != model.Removed && (dabbed[ends[0]] || dabbed[ends[1]]) {
			shortest = min(shortest, x[ends[0]].Sub(x[ends[1]]).Len())
		}
	}
	if !math.IsInf(shortest, 1) {
		reach = max(reach, leastReach*shortest)
	}
	around := model.Vec3{reach, reach, reach}
	box.Lo, box.Hi = box.Lo.Sub(around), box.Hi.Add(around)

	materialOf := slices.Clone(r.Model.MaterialOf)
	count := 0
	for s, ends := range r.Model.StructuralEnds() {
		middle := x[ends[0]].Add(x[ends[1]]).Mul(0.5)
		if was := materialOf[s]; was == model.Removed || was == material || box.Union(draw.Bounds{Lo: middle, Hi: middle}) != box {
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
		r.Removed += count
		m := *r.Model
		m.MaterialOf = materialOf
		join.Loosen(&m)
	}
	return count, r.Repaint(p, materialOf)
}

// cross reports whether two lines between points cross.
func cross(a, b, c, d [2]float64) bool {
	side := func(p, q, r [2]float64) float64 { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// Poke gives masses a push: a change of their velocities [m/s].
func (r *Run) Poke(masses []uint32, change model.Vec3) error {
	state, err := r.State()
	if err != nil {
		return err
	}
	for _, i := range masses {
		state.Velocity[i] = state.Velocity[i].Add(change)
	}
	before := r.View
	return r.keepingLedger(func() error {
		if err := r.GoTo(state, r.Step); err != nil {
			r.View = before
			return err
		}
		r.Touched = true
		return nil
	})
}

// Multiply multiplies the stiffness and the damping of a material's springs by powers
// of MaterialStep; material 0 stands for all.
func (r *Run) Multiply(material int, by Factor) error {
	return r.Repaint(r.Palette.Changed(material, by), r.Model.MaterialOf)
}

// Repaint continues with the materials of p, which springs have as materialOf says.
func (r *Run) Repaint(p Palette, materialOf []uint16) error {
	m := *r.Model
	m.Materials, m.MaterialOf = p.Materials(), materialOf
	m.Own = p.own(r.Subject.Model.Own, materialOf)
	if r.Removed > 0 {
		m.Skin = nil // see cut
	}
	if err := r.Remake(&m, r.Params); err != nil {
		return err
	}
	r.Palette, r.Touched = p, true
	return nil
}
