package inspect

import (
	"fmt"

	"hooke/model"
)

// thinNotes warn of contacts that touch masses alone and are thinner than the shortest spring:
// they slip between the masses.
func thinNotes(p model.Params, shortest *float64) (notes []string) {
	for k, c := range p.Contacts {
		thick := 0.0
		switch s := c.Shape.(type) {
		case model.Sphere:
			thick = 2 * s.Radius
		case model.Capsule:
			thick = 2 * s.Radius
		case model.Box:
			thick = 2 * min(s.Half[0], s.Half[1], s.Half[2])
		default:
			continue
		}
		if shortest != nil && thick < *shortest && !c.Inside && c.Spans() == model.TouchMasses {
			notes = append(notes, fmt.Sprintf(`contact %d is %.3g m thick, less than the shortest spring, %.3g m: it slips between masses; give touches = "springs" or "triangles"`, k, thick, *shortest))
		}
	}
	return notes
}
