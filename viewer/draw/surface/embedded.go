package surface

import (
	"hooke/model"
	"hooke/shaders"
)

// Hung returns for each mass of the buffers whether a vertex of the skin hangs on it; nil
// without a skin. number gives the index of each of the model's masses in the buffers;
// nil means the model's numbers.
func Hung(s *model.Skin, number []uint32, masses int) []bool {
	if s == nil {
		return nil
	}
	hung := make([]bool, masses)
	for v, weights := range s.Weights {
		for j, w := range weights {
			if i := s.Masses[v][j]; w != 0 && number != nil {
				hung[number[i]] = true
			} else if w != 0 {
				hung[i] = true
			}
		}
	}
	return hung
}

// Anchors returns the skin's weights, with the masses by their numbers in the buffers.
// number gives these numbers; nil means the model's numbers.
func Anchors(s *model.Skin, number []uint32) []shaders.Anchor {
	out := make([]shaders.Anchor, s.VertexCount())
	for v, w := range s.Weights {
		i := s.Masses[v]
		if number != nil {
			for j := range i {
				i[j] = number[i[j]]
			}
		}
		out[v] = shaders.Anchor{
			Mass0: i[0], Mass1: i[1], Mass2: i[2], Mass3: i[3], Mass4: i[4], Mass5: i[5], Mass6: i[6], Mass7: i[7],
			Weight0: w[0], Weight1: w[1], Weight2: w[2], Weight3: w[3], Weight4: w[4], Weight5: w[5], Weight6: w[6], Weight7: w[7],
		}
	}
	return out
}

// TrianglesAt lists the triangles at each of the given number of vertices, in the form that
// shaders.SkinAt describes.
func TrianglesAt(triangles [][3]uint32, vertices int) []shaders.SkinAt {
	out := make([]shaders.SkinAt, vertices+1+3*len(triangles))
	for _, corners := range triangles { // counts, one place late
		for _, v := range corners {
			out[v+1].Entry++
		}
	}
	out[0].Entry = uint32(vertices + 1)
	for v := range vertices {
		out[v+1].Entry += out[v].Entry
	}
	next := make([]uint32, vertices)
	for v := range next {
		next[v] = out[v].Entry
	}
	for t, corners := range triangles {
		for _, v := range corners {
			out[next[v]].Entry = uint32(t)
			next[v]++
		}
	}
	return out
}

// Uncover removes the triangles and wires that an embedded surface covers, and returns the masses
// that it covers: the solids to which the masses of hung belong, but not the sheets and threads
// that are tied to them.
func (s *Skin) Uncover(hung []bool, ends []shaders.Ends, partner []shaders.Partner) (covered []bool) {
	covered = spreadOver(hung, ends, func(i uint32) bool {
		return partner[i].Kind == shaders.SurfaceInside || partner[i].Kind == shaders.SurfaceSolid
	})
	triangles := s.Triangles[:0]
	for _, t := range s.Triangles {
		if !(covered[t[0]] && covered[t[1]] && covered[t[2]]) {
			triangles = append(triangles, t)
		}
	}
	wires := s.Wires[:0]
	for _, w := range s.Wires {
		if !(covered[w[0]] && covered[w[1]]) {
			wires = append(wires, w)
		}
	}
	s.Triangles, s.Wires = triangles, wires
	return covered
}

// spreadOver returns the masses of from, together with the masses that springs join to
// them, directly or over others. It follows only springs between two masses for which
// part is true.
func spreadOver(from []bool, ends []shaders.Ends, part func(uint32) bool) []bool {
	parent := make([]uint32, len(from))
	for i := range parent {
		parent[i] = uint32(i)
	}
	root := func(i uint32) uint32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, e := range ends {
		if part(e[0]) && part(e[1]) {
			parent[root(e[0])] = root(e[1])
		}
	}
	reached := make([]bool, len(from))
	for i, is := range from {
		if is {
			reached[root(uint32(i))] = true
		}
	}
	out := make([]bool, len(from))
	for i := range out {
		out[i] = from[i] || reached[root(uint32(i))]
	}
	return out
}
