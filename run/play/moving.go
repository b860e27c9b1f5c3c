package play

import (
	"math"
	"slices"

	"hooke/machine/memory"
	"hooke/mesh"
	"hooke/model"
	"hooke/run/export"
	"hooke/shaders"
	"hooke/viewer/draw"
	"hooke/viewer/draw/surface"
)

// Moving returns the shown form of the structure as a mesh that moves, with the given states as key
// frames. It has the surface that pictures show: a mesh that was filled and follows the masses
// inside, cloth, or the surface that springs make; beside it, or instead, springs as lines, as show
// says. Notes tell what the mesh lacks. It reads states as its frames are asked for.
func (x *Record) Moving(states []int, show draw.Show) (m *mesh.Moving, notes []string, err error) {
	if err := memory.Ask(movingMass*int64(x.Scene.Model.MassCount())+movingSpring*int64(x.Scene.Model.SpringCount()), "vertices of the surface of %s", x.Scene.Name); err != nil {
		return nil, nil, err
	}
	of := newMovingOf(x.Scene.Model, x.Scene.Start.Position, show)
	if of.solid && of.triangles == nil {
		notes = append(notes, "springs are written as lines; --show surface writes the surface that they make")
	}
	m = &mesh.Moving{Name: x.Scene.Name, Vertices: of.vertices(), Triangles: of.triangles, Lines: of.lines, Width: of.width}
	for _, k := range states {
		m.Times = append(m.Times, x.Time(k))
	}
	var f export.Frame
	if err := x.Read(states[0], &f); err != nil {
		return nil, nil, err
	}
	m.Origin = f.Origin
	var shown [][3]float32
	m.At = func(k int) ([][3]float32, error) {
		if err := x.Read(states[k], &f); err != nil {
			return nil, err
		}
		if by := f.Origin.Sub(m.Origin); by != (model.Vec3{}) {
			for i := range f.Position {
				for axis := range 3 {
					f.Position[i][axis] = float32(by[axis] + float64(f.Position[i][axis]))
				}
			}
		}
		shown = of.positions(shown, f.Position)
		return shown, nil
	}
	if x.Scene.Model.Changing() && len(states) > 1 {
		notes = append(notes, "the file has the elements of the first state: where springs tear, the mesh stays whole")
	}
	return m, notes, nil
}

// Memory for each mass and spring while the shown form is found [bytes]: positions, directions and
// partners of masses; ends of springs, their lengths, and their place among lines or at masses.
const movingMass, movingSpring = 100, 24

// movingOf is the shown form of a model: the vertices of its skin, if it has one, and then masses.
type movingOf struct {
	skin      *model.Skin // nil: none is shown
	mass      []uint32
	triangles [][3]uint32
	lines     [][2]uint32
	width     float64 // of lines [m]
	solid     bool    // whether its springs make a surface, shown or not

	number []uint32 // of each mass among the vertices, plus 1
}

// newMovingOf decides as pictures do which parts are shown, with the masses at a start.
func newMovingOf(m *model.Model, start []model.Vec3, show draw.Show) *movingOf {
	of := &movingOf{number: make([]uint32, m.MassCount())}
	ends, width := liveEnds(m, start)
	of.width = width
	if show != draw.Springs && m.Skin.VertexCount() > 0 && len(m.Skin.Triangles) > 0 {
		of.skin, of.triangles = m.Skin, slices.Clone(m.Skin.Triangles)
	}
	found := surface.Find(placed(start), ends, surface.Cloth(m, nil))
	dense, sheet, thread := found.Looks()
	of.solid = !thread && show == draw.Auto
	covered := make([]bool, m.MassCount())
	if show == draw.Surface || show == draw.Both || show == draw.Auto && (dense || sheet || of.skin != nil || len(m.Triangles) > 0) {
		made := surface.SkinOf(found)
		if of.skin != nil {
			covered = made.Uncover(surface.Hung(of.skin, nil, m.MassCount()), ends, found.Partner)
		}
		for _, t := range made.Triangles {
			of.triangles = append(of.triangles, [3]uint32{of.vertex(t[0]), of.vertex(t[1]), of.vertex(t[2])})
		}
		for i, p := range found.Partner {
			covered[i] = covered[i] || of.number[i] != 0 || p.Kind == shaders.SurfaceInside
		}
	}
	if of.triangles == nil || thread {
		covered = make([]bool, m.MassCount())
	}
	for _, e := range ends {
		hidden := covered[e[0]] && covered[e[1]] || show == draw.Surface && of.triangles != nil
		if show == draw.Both || !hidden {
			of.lines = append(of.lines, [2]uint32{of.vertex(e[0]), of.vertex(e[1])})
		}
	}
	if of.vertices() == 0 { // free masses, as points
		for i := range m.MassCount() {
			of.vertex(uint32(i))
		}
	}
	of.number = nil
	return of
}

// liveEnds returns the ends of the springs that are drawn, and a width for them as lines [m]: a
// twentieth of the median length.
func liveEnds(m *model.Model, start []model.Vec3) (ends []shaders.Ends, width float64) {
	var lengths []float64
	m.EachSprings(func(first int, some model.Springs) bool {
		for k, e := range some.Ends {
			if first+k >= m.StructuralCount() {
				return false
			}
			if some.MaterialOf[k] != model.Removed {
				ends, lengths = append(ends, shaders.Ends(e)), append(lengths, start[e[0]].Sub(start[e[1]]).Len())
			}
		}
		return true
	})
	if len(lengths) == 0 {
		return nil, 0
	}
	slices.Sort(lengths)
	return ends, lengths[len(lengths)/2] / 20
}

// placed returns positions as the finder of surfaces takes them, from the middle of their box.
func placed(start []model.Vec3) []shaders.Position {
	lo, hi := model.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, model.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, x := range start {
		for axis := range 3 {
			lo[axis], hi[axis] = min(lo[axis], x[axis]), max(hi[axis], x[axis])
		}
	}
	out := make([]shaders.Position, len(start))
	for i, x := range start {
		for axis := range 3 {
			out[i].Xyz[axis] = float32(x[axis] - 0.5*(lo[axis]+hi[axis]))
		}
	}
	return out
}

// vertex returns the number of a mass among the vertices; it becomes one with the first call.
func (of *movingOf) vertex(mass uint32) uint32 {
	if of.number[mass] == 0 {
		of.mass = append(of.mass, mass)
		of.number[mass] = uint32(len(of.mass))
	}
	return uint32(of.skin.VertexCount()) + of.number[mass] - 1
}

// vertices returns the number of vertices.
func (of *movingOf) vertices() int { return of.skin.VertexCount() + len(of.mass) }

// positions returns the positions of the vertices for those of the masses, in the memory of dst.
func (of *movingOf) positions(dst, masses [][3]float32) [][3]float32 {
	dst = dst[:0]
	if of.skin != nil {
		dst = of.skin.PositionsOf(dst, masses)
	}
	for _, i := range of.mass {
		dst = append(dst, masses[i])
	}
	return dst
}
