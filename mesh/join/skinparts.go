package join

import "hooke/model"

// appendSkin adds the skin of a part to that of out: mass i of the part is mass
// number(i) there. Triangles whose vertices follow a removed mass are removed.
func appendSkin(out *model.Model, part *model.Skin, number func(i uint32) (uint32, bool)) {
	if part == nil {
		return
	}
	if out.Skin == nil {
		out.Skin = &model.Skin{}
	}
	s := out.Skin
	vertex := make([]uint32, part.VertexCount()) // vertex number in out, plus 1; 0: the vertex is removed
	for v, masses := range part.Masses {
		kept := true
		for j, i := range masses {
			to, ok := number(i)
			masses[j], kept = to, kept && (ok || part.Weights[v][j] == 0)
		}
		if kept {
			s.Masses, s.Weights = append(s.Masses, masses), append(s.Weights, part.Weights[v])
			vertex[v] = uint32(len(s.Masses))
		}
	}
	for _, t := range part.Triangles {
		if a, b, c := vertex[t[0]], vertex[t[1]], vertex[t[2]]; a != 0 && b != 0 && c != 0 {
			s.Triangles = append(s.Triangles, [3]uint32{a - 1, b - 1, c - 1})
		}
	}
}
