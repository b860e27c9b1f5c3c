package report

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// PerMass describes how deep a structure rests in a contact whose stiffness follows from each mass.
type PerMass struct {
	Contact   int     `json:"contact"`    // its number, from 0
	Stiffness float64 `json:"stiffness"`  // Cs of kc = Cs m/dt², half of it where masses have edges that contacts push: mean of the masses that stand on a plane, else of all
	Layers    float64 `json:"layers"`     // mass of all over that of those that stand on it; 0 where it is not below them
	RestDepth float64 `json:"rest_depth"` // layers × g dt²/Cs [m], with the gravity along its normal

	Spans *float64 `json:"edge_stiffness,omitempty"` // least kc of an edge or a triangle that it pushes [N/m]; nil: it pushes masses alone
}

// standingLayer is the part of a structure's extent, along the normal of a plane, in which
// the masses lie that stand on it.
const standingLayer = 0.02

// perMassOf describes the contacts of a scene that are per mass.
func perMassOf(s *scene.Scene) (out []PerMass) {
	tuning := physics.ContactTuning(s.Model, s.Params)
	for k, c := range s.Params.Contacts {
		if !c.PerMass {
			continue
		}
		of, pull := PerMass{Contact: k}, 0.0
		height := func(int) float64 { return 0 }
		if plane, flat := c.Shape.(model.Plane); flat {
			n := plane.UnitNormal()
			if c.Inside {
				n = n.Mul(-1)
			}
			pull = -s.Params.Gravity.Dot(n)
			position := s.Model.Positions(s.Start)
			height = func(i int) float64 { return position.At(i).Dot(n) }
		}
		all, standing, stiff := 0.0, 0.0, 0.0
		low, high := extent(s.Model, height)
		for i := range s.Model.MassCount() {
			mass := s.Model.MassAt(i)
			if s.Model.PinOf(i) == model.PinAll {
				continue
			}
			all += mass
			if height(i) <= low+standingLayer*(high-low) {
				standing += mass
				stiff += c.At(tuning[i], mass, 1, 1).Stiffness
			}
		}
		if standing > 0 {
			of.Stiffness = stiff / standing
		}
		if pull > 0 && stiff > 0 {
			of.Layers = all / standing
			of.RestDepth = of.Layers * pull * s.Params.DT * s.Params.DT / of.Stiffness
		}
		of.Spans = softestSpan(s, c)
		out = append(out, of)
	}
	return out
}

// softestSpan returns the least kc that a contact has for an edge or a triangle [N/m]; nil where it
// pushes none.
func softestSpan(s *scene.Scene, c model.Contact) *float64 {
	if c.Spans() == model.TouchMasses {
		return nil
	}
	spans, least := physics.SpansOf(s.Model, s.Params), math.Inf(1)
	count := spans.Count()
	if c.Spans() == model.TouchSprings {
		count = len(spans.Edges)
	}
	for k := range count {
		if kc := spans.Meet(c, k, 1).Stiffness; kc > 0 { // 0: all of it is pinned
			least = min(least, kc)
		}
	}
	if math.IsInf(least, 1) {
		return nil
	}
	return &least
}

// extent returns the least and the largest height of the masses that are not pinned.
func extent(m *model.Model, height func(i int) float64) (low, high float64) {
	first := true
	for i := range m.MassCount() {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		if h := height(i); first {
			low, high, first = h, h, false
		} else {
			low, high = min(low, h), max(high, h)
		}
	}
	return low, high
}

// write writes a line of text.
func (p PerMass) write(line printLine, dt float64) {
	text := fmt.Sprintf("kc = Cs m/dt² of each mass, Cs = %.3g, dt = %.4g s", p.Stiffness, dt)
	if p.Layers > 0 {
		text += fmt.Sprintf("; the structure rests %.3g m deep: %.3g layers × g dt²/Cs", p.RestDepth, p.Layers)
	}
	if p.Spans != nil {
		text += fmt.Sprintf("; edges and triangles share as much again, the softest has kc = %.3g N/m", *p.Spans)
	}
	line(fmt.Sprintf("contact %d", p.Contact), "%s", text)
}
