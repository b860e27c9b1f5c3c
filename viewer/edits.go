//go:build !headless

package viewer

import (
	"fmt"
	"math"
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
	return e.goTo(state, e.step)
}

// scale multiplies the stiffness and the damping of all springs by factors.
func (e *experiment) scale(stiffness, damping float64) error {
	m := *e.model
	m.Materials = slices.Clone(m.Materials)
	for k := range m.Materials {
		a := &m.Materials[k]
		a.Stiffness *= stiffness
		a.AxialRigidity *= stiffness
		a.Frequency *= math.Sqrt(stiffness)
		a.Normalized.Stiffness = min(a.Normalized.Stiffness*stiffness, 1)
		a.Damping *= damping
		a.DampingRatio *= damping / math.Sqrt(stiffness) // c, not the ratio, is multiplied
		a.HalfLife /= damping
		a.Normalized.Damping = min(a.Normalized.Damping*damping, 1)
	}
	return e.remake(&m, e.params)
}
