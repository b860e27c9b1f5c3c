package join

import (
	"fmt"
	"math"

	"hooke/model"
)

// numberBodies numbers the bodies of all parts in out one after the other, where any part
// has bodies or radii: masses of different parts are of different bodies.
func numberBodies(out *model.Model, parts []Part) error {
	bodies := false
	for _, p := range parts {
		bodies = bodies || p.Model.Body != nil || p.Model.Radius != nil
	}
	if !bodies {
		return nil
	}
	out.Body = make([]uint16, out.MassCount())
	first, at := 0, 0 // the number of the part's first body, and of its first mass
	for _, p := range parts {
		last := first
		for i := range p.Model.MassCount() {
			body := first + int(p.Model.BodyOf(i))
			if last = max(last, body); last > math.MaxUint16 {
				return fmt.Errorf("mesh: merge: more than %d bodies that collide", math.MaxUint16+1)
			}
			out.Body[at+i] = uint16(body)
		}
		first, at = last+1, at+p.Model.MassCount()
	}
	return nil
}

// UniteBodies makes bodies that springs join one, with the number of the lowest one, and
// closes up the numbers. A model of one body has no numbers then. It changes m.
func UniteBodies(m *model.Model) {
	if m.Body == nil {
		return
	}
	most := 0
	for _, b := range m.Body {
		most = max(most, int(b))
	}
	with := make([]uint16, most+1) // of each body one of a lower number that it is one with, or itself
	for b := range with {
		with[b] = uint16(b)
	}
	root := func(b uint16) uint16 {
		for with[b] != b {
			with[b] = with[with[b]]
			b = with[b]
		}
		return b
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] == model.Removed {
			continue
		}
		a, b := root(m.Body[ends[0]]), root(m.Body[ends[1]])
		with[max(a, b)] = min(a, b)
	}
	number, count := make([]uint16, most+1), 0
	for b := range with {
		if r := root(uint16(b)); int(r) == b {
			number[b] = uint16(count)
			count++
		} else {
			number[b] = number[r] // r is below b, so it has its number
		}
	}
	if count == 1 {
		m.Body = nil
		return
	}
	for i, b := range m.Body {
		m.Body[i] = number[b]
	}
}
