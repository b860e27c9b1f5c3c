package page

import "hooke/model"

// solids are the shapes that a body touches, as a thing without springs and values.
type solids struct {
	corners func(time float64) []model.Vec3
	first   []uint32 // the first corner at each point
	moves   bool
}

// addSolids adds the shapes of all bodies, around the boxes of these.
func (m *film) addSolids() {
	for _, t := range m.things[:len(m.page.Bodies)] {
		b := t.body
		if b.Solids == nil {
			continue
		}
		lo, hi := t.box.lo.Sub(b.Move), t.box.hi.Sub(b.Move)
		s := &solids{moves: b.SolidsMove, corners: func(time float64) []model.Vec3 { return b.Solids(time, lo, hi) }}
		of := &thing{body: b, solids: s}
		point := map[model.Vec3]uint32{}
		for k, x := range s.corners(m.times[0]) {
			i, known := point[x]
			if !known {
				i = uint32(len(s.first))
				point[x] = i
				s.first = append(s.first, uint32(k))
			}
			of.triangles = append(of.triangles, i)
		}
		known := false
		for _, time := range m.times {
			for _, x := range of.placeAt(time) {
				known = of.box.add(x, !known)
			}
			if !s.moves {
				break
			}
		}
		if known {
			m.things = append(m.things, of)
		}
	}
}

// placeAt returns the positions of the points of shapes at a time [m].
func (t *thing) placeAt(time float64) (out []model.Vec3) {
	corners := t.solids.corners(time)
	for _, k := range t.solids.first {
		out = append(out, corners[k].Add(t.body.Move))
	}
	return out
}

// still reports whether a thing's positions are those of the first frame.
func (t *thing) still() bool { return t.solids != nil && !t.solids.moves }
