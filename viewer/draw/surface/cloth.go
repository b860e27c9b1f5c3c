package surface

import (
	"slices"

	"hooke/model"
	"hooke/shaders"
)

// Cloth returns the triangles of the model's cloths; nil for a nil model and for one
// without cloth. number gives the index of each mass in the buffers; nil means that
// masses have the model's numbers there. The picture shows the triangles on which wind
// blows. Springs alone do not tell them: springs against bending cross the edges of
// irregular triangles, and the rings of three among them overlap in one place and leave
// holes in another. A triangle is cut, and left out, when all springs along one of its
// sides are removed.
func Cloth(m *model.Model, number []uint32) [][3]uint32 {
	if m == nil || len(m.Triangles) == 0 {
		return nil
	}
	cuts := m.Cuts()
	out := make([][3]uint32, 0, len(m.Triangles))
	for _, t := range m.Triangles {
		if cuts.Through(t) {
			continue
		}
		if number != nil {
			t = [3]uint32{number[t[0]], number[t[1]], number[t[2]]}
		}
		out = append(out, t)
	}
	return out
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
