package tune

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// noteThin notes contacts that touch masses alone and are thinner than the shortest spring:
// they may slip between masses. What helps depends on whether the model has springs or triangles
// that a contact can touch.
func noteThin(s *scene.Scene) {
	m := s.Model
	if m.SpringCount() == 0 {
		return
	}
	shortest := math.Inf(1)
	m.EachSprings(func(_ int, some model.Springs) bool {
		for _, length := range some.RestLength {
			shortest = min(shortest, length)
		}
		return true
	})
	for k := range s.Params.Contacts {
		c := &s.Params.Contacts[k]
		if thick := 2 * physics.HalfThickness(c); thick > 0 && thick < shortest && c.Spans() == model.TouchMasses {
			s.Report.Note(true, "contact %d is %.3g m thick, less than the shortest spring, %.3g m, and %smay slip between masses; %s", k, thick, shortest, edgeOn(c.Shape, shortest), thinAdvice(m))
		}
	}
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

// thinAdvice says what keeps a contact from slipping between the masses of a model.
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
