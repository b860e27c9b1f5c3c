package tune

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// noteThin adds notes on contacts that touch masses alone and are thinner than the shortest
// spring: they may slip between masses. The remedy depends on whether the model has springs
// or triangles that a contact can touch.
func noteThin(s *scene.Scene) {
	m := s.Model
	if m.SpringCount() == 0 {
		return
	}
	shortest := shortestRest(m)
	for k := range s.Params.Contacts {
		c := &s.Params.Contacts[k]
		if thick := 2 * physics.HalfThickness(c); thick > 0 && thick < shortest && c.Spans() == model.TouchMasses {
			s.Report.Note(true, "contact %d is %.3g m thick, less than the shortest spring, %.3g m, and %smay slip between masses; %s", k, thick, shortest, edgeOn(c.Shape, shortest), thinAdvice(m))
		}
	}
}

// mostSteep is the slope of a terrain above which users are warned: tan² 60°, plus 1.
const mostSteep = 4

// noteSteep adds notes on terrains that are steeper than 60°.
func noteSteep(s *scene.Scene) {
	for k := range s.Params.Contacts {
		steepest := s.Params.Contacts[k].Steepest()
		s.Report.Note(steepest > mostSteep, "contact %d, a terrain, is steep up to %.0f°: it pushes along the normal of the triangle below a mass, so that cliffs push sideways late; make it lower, or larger",
			k, 180/math.Pi*math.Atan(math.Sqrt(steepest-1)))
	}
}

// shortestRest returns the rest length of the shortest spring [m].
func shortestRest(m *model.Model) float64 {
	shortest := math.Inf(1)
	if p := m.Pattern; p != nil {
		for k, o := range p.Stencil {
			if p.Count(k) > 0 {
				shortest = min(shortest, o.RestLength)
			}
		}
		return shortest
	}
	for _, length := range m.RestLength {
		shortest = min(shortest, length)
	}
	return shortest
}

// edgeOn says how a plate meets masses when it slips between them: a box of which only one
// side is shorter than the shortest spring. Rods and balls do in any way.
func edgeOn(shape model.Shape, shortest float64) string {
	box, is := shape.(model.Box)
	if !is {
		return ""
	}
	wide := 0
	for _, half := range box.Half {
		if 2*half >= shortest {
			wide++
		}
	}
	if wide < 2 {
		return ""
	}
	return "edge-on "
}

// thinAdvice returns a remedy for a contact that slips between the masses of a model.
func thinAdvice(m *model.Model) string {
	could := model.Params{Contacts: []model.Contact{{Shape: model.Sphere{Radius: 1}, Touches: model.TouchTriangles}}}
	switch open := physics.SpansOf(m, could); {
	case len(open.Triangles) > 0:
		return fmt.Sprintf("give touches = %q or %q", model.TouchSprings, model.TouchTriangles)
	case len(open.Edges) > 0:
		return fmt.Sprintf("give touches = %q", model.TouchSprings)
	}
	return "give it a larger size, or the structure more masses"
}
