package surface

import (
	"cmp"
	"slices"

	"hooke/model"
	"hooke/shaders"
)

// Cloth returns the triangles of the model's cloths; nil for a nil model and for one
// without cloth. number gives the place of each mass in the buffers; nil means that
// masses have the model's numbers there. The picture shows the triangles on which wind
// blows. Springs alone do not tell them: springs against bending cross the edges of
// irregular triangles, and the rings of three among them overlap in one place and leave
// holes in another. A triangle is cut, and left out, when all springs along one of its
// sides are removed.
func Cloth(m *model.Model, number []uint32) [][3]uint32 {
	if m == nil || len(m.Triangles) == 0 {
		return nil
	}
	cut := cutPairs(m)
	out := make([][3]uint32, 0, len(m.Triangles))
	for _, t := range m.Triangles {
		if isCut(cut, t[0], t[1]) || isCut(cut, t[1], t[2]) || isCut(cut, t[2], t[0]) {
			continue
		}
		if number != nil {
			t = [3]uint32{number[t[0]], number[t[1]], number[t[2]]}
		}
		out = append(out, t)
	}
	return out
}

// cutPairs returns, in ascending order, the pairs of masses that only removed springs
// join. The lower mass comes first in each pair.
func cutPairs(m *model.Model) (cut [][2]uint32) {
	removed := func(spring int) bool { return m.MaterialOf[spring] == model.Removed }
	for s := range m.StructuralEnds() {
		if removed(s) {
			cut = append(cut, pairOf(m.Ends[s][0], m.Ends[s][1]))
		}
	}
	if len(cut) == 0 {
		return nil
	}
	slices.SortFunc(cut, comparePairs)
	cut = slices.Compact(cut)
	var held [][2]uint32 // the pairs that another spring still joins
	for s, ends := range m.StructuralEnds() {
		if pair := pairOf(ends[0], ends[1]); !removed(s) && isCut(cut, pair[0], pair[1]) {
			held = append(held, pair)
		}
	}
	slices.SortFunc(held, comparePairs)
	return slices.DeleteFunc(cut, func(pair [2]uint32) bool { return isCut(held, pair[0], pair[1]) })
}

func pairOf(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

func comparePairs(p, q [2]uint32) int {
	return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
}

func isCut(cut [][2]uint32, a, b uint32) bool {
	_, is := slices.BinarySearchFunc(cut, pairOf(a, b), comparePairs)
	return is
}

// markCloth notes which masses are at corners of cloth.
func (f *Found) markCloth(triangles [][3]uint32) {
	if len(triangles) == 0 {
		return
	}
	f.ofCloth, f.given = make([]bool, len(f.position)), triangles
	for _, t := range triangles {
		for _, i := range t {
			f.ofCloth[i] = true
		}
	}
}

// showCloth makes masses of cloth part of a sheet where they are inside or in a thread: the cloth is folded
// around the mass, or is a strip, and is seen all the same.
func (f *Found) showCloth() {
	for i, is := range f.ofCloth {
		if p := &f.Partner[i]; is && (p.Kind == shaders.SurfaceInside || p.Kind == shaders.SurfaceThread) {
			p.Kind = shaders.SurfaceSheet
		}
	}
}

// takeCloth replaces the triangles that springs make between masses of cloth by the
// triangles of the cloth.
func (b *skinner) takeCloth(f *Found) {
	if f.given == nil {
		return
	}
	b.triangles = slices.DeleteFunc(b.triangles, func(t [3]uint32) bool {
		return f.ofCloth[t[0]] && f.ofCloth[t[1]] && f.ofCloth[t[2]]
	})
	b.triangles = append(b.triangles, f.given...)
}
