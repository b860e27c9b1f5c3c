package collide

import (
	"math"

	"hooke/model"
	"hooke/physics"
)

// share counts the spans of each mass that contacts PerMass push.
func (s *Spans) share() {
	edges, triangles := false, false
	for _, c := range s.params.Contacts {
		if c.PerMass {
			edges = edges || c.Spans() >= model.TouchSprings
			triangles = triangles || c.Spans() >= model.TouchTriangles
		}
	}
	if !edges {
		return
	}
	s.tuning, s.shared = physics.ContactTuning(s.model, s.params), make([]float64, s.model.MassCount())
	for _, e := range s.spans.Edges {
		s.shared[e[0]]++
		s.shared[e[1]]++
	}
	for _, t := range s.spans.Triangles {
		for _, i := range t {
			if triangles {
				s.shared[i]++
			}
		}
	}
}

// sharers is n, the contacts that push spans of this kind and that one with its corners at some
// points is in.
func sharers(contacts []model.Contact, points []model.Vec3) (n float64) {
	for k := range contacts {
		if int(contacts[k].Spans()) >= len(points)-1 {
			if depth, _, _ := deepest(contacts[k].Shape, points...); depth > 0 {
				n++
			}
		}
	}
	return n
}

// met returns a contact PerMass as a span meets it that is in n contacts: with the least over its
// corners, but those pinned on all axes, of
//
//	kc = Cs m/(2 N n dt²),  bc = Cd m/(2 N n dt)
//
// and with none in a step of no time.
func (s *Spans) met(c *model.Contact, corners []uint32, n float64) *model.Contact {
	met, dt := *c, s.params.DT
	met.Stiffness, met.Damping = math.Inf(1), math.Inf(1)
	for _, i := range corners {
		if s.model.PinOf(int(i)) == model.PinAll {
			continue
		}
		own, part := c.Tuned(s.tuning[i].Own), s.model.Mass[i]/(2*s.shared[i]*n)
		met.Stiffness = min(met.Stiffness, own.Stiffness*part/dt/dt)
		met.Damping = min(met.Damping, own.Damping*part/dt)
	}
	if dt == 0 {
		met.Stiffness, met.Damping = 0, 0
	}
	return &met
}
