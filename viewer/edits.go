//go:build !headless

package viewer

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/viewer/draw"
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
	return e.remake(&m, e.params)
}

// cut removes the springs that cross a stroke in a view, and says how many.
func (e *experiment) cut(c draw.Camera, from, to [2]float64) (int, error) {
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
	e.removed += count
	return count, nil
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
	if err := e.remake(&m, e.params); err != nil {
		return err
	}
	e.palette = p
	return nil
}
