package page

import (
	"slices"

	"hooke/engine/origin"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/surface"
)

// thing is the drawn part of a body: which masses are points of the page, and what is drawn between
// them. Vertices of an embedded surface are points behind the masses.
type thing struct {
	body   *Body
	mass   []uint32    // of each point that is a mass, ascending
	skin   *model.Skin // whose vertices are points; nil: none
	spring []uint32    // the springs that are drawn, ascending

	ends, triangles, wires, dots []uint32 // points: two of each spring, three of each triangle, two of each of its sides that is a spring

	sides [][3]uint32  // masses of the triangles between masses
	edges [][2]uint32  // masses of wires
	tears *model.Tears // that cut these; nil: no spring tears in the film

	length float64 // of a typical spring [m]; 0 without springs
	inner  bool    // whether leaving out what the surface hides makes it smaller
	paint  *paint  // nil: solids, which have one color
	solids *solids // nil: a body
	box    box
	sight  *box // that the camera shows, of a live page; nil: all of box
}

// points returns the number of points.
func (t *thing) points() int {
	if t.solids != nil {
		return len(t.solids.first)
	}
	return len(t.mass) + t.skin.VertexCount()
}

// newThing chooses what is drawn of a body, by the rules of the window. With bare, of a structure that has
// a surface nothing else is drawn.
func newThing(b *Body, show Show, c color.Coloring, bare bool) *thing {
	m := b.Model
	t := &thing{body: b}
	if m.Skin.VertexCount() > 0 {
		t.skin = m.Skin
	}
	position, ends := atStart(b)
	cloth := surface.Cloth(m, nil)
	hung := surface.Hung(t.skin, nil, m.MassCount())
	found := surface.FindIn(surface.Excerpt{Masses: m.MassCount(), Springs: len(ends), Hung: hung}, position, ends, cloth)
	skin := surface.SkinOf(found)
	if hung != nil {
		skin.Uncover(hung, ends, found.Partner)
	}
	dense, sheet, thread := found.Looks()
	t.length = float64(surface.MedianLength(position, ends))
	has := t.skin != nil || len(skin.Triangles) > 0
	seen := has && show != Springs && (show != Auto || t.skin != nil || dense || sheet)
	springs := !seen || show == Both || thread
	if t.inner = has && springs; bare && has {
		seen, springs = true, false
	}
	if !seen {
		skin, t.skin, hung = surface.Skin{}, nil, nil
	}
	drawn := make([]bool, m.MassCount())
	for _, corners := range skin.Triangles {
		for _, i := range corners {
			drawn[i] = true
		}
	}
	for s, e := range ends {
		if springs && e[0] != e[1] {
			t.spring = append(t.spring, uint32(s))
			drawn[e[0]], drawn[e[1]] = true, true
		}
	}
	t.sides = skin.Triangles
	free := len(t.spring) == 0 && len(skin.Triangles) == 0 && t.skin == nil
	t.number(skin, ends, drawn, free)
	t.paint = newPaint(t, c, hung, skin.Triangles, float64(surface.Farthest(position)))
	return t
}

// number gives the drawn masses the numbers of points, and writes the lists by these. A structure of free masses is
// drawn as dots; else those are pins.
func (t *thing) number(skin surface.Skin, ends []shaders.Ends, drawn []bool, free bool) {
	m := t.body.Model
	point := make([]uint32, m.MassCount())
	for i := range point {
		if !drawn[i] && !free {
			continue
		}
		point[i] = uint32(len(t.mass))
		t.mass = append(t.mass, uint32(i))
		if free || m.PinOf(i) != 0 {
			t.dots = append(t.dots, point[i])
		}
	}
	for _, s := range t.spring {
		t.ends = append(t.ends, point[ends[s][0]], point[ends[s][1]])
	}
	for _, corners := range skin.Triangles {
		for _, i := range corners {
			t.triangles = append(t.triangles, point[i])
		}
	}
	for _, e := range skin.Wires {
		if t.spring == nil { // else they are drawn as springs
			t.wires = append(t.wires, point[e[0]], point[e[1]])
			t.edges = append(t.edges, e)
		}
	}
	if t.skin == nil {
		return
	}
	for _, corners := range t.skin.Triangles {
		for _, v := range corners {
			t.triangles = append(t.triangles, uint32(len(t.mass))+v)
		}
	}
}

// atStart returns the positions in which the surface is looked for, counted as engines do, and the ends of
// springs; both ends of a removed one are the same.
func atStart(b *Body) ([]shaders.Position, []shaders.Ends) {
	m := b.Model
	start := b.Start
	if start == nil {
		start = m.Start()
	}
	from := origin.At(start)
	position := make([]shaders.Position, m.MassCount())
	for i := range position {
		for axis, x := range start.Position[i].Sub(from) {
			position[i].Xyz[axis] = float32(x)
		}
	}
	ends := make([]shaders.Ends, m.StructuralCount())
	for s, e := range m.StructuralEnds() {
		if ends[s] = shaders.Ends(e); m.MaterialOf[s] == model.Removed {
			ends[s][1] = ends[s][0]
		}
	}
	return position, ends
}

// place writes the positions of all points of a frame [m].
func (t *thing) place(f *frame) []model.Vec3 {
	out := slices.Grow(f.place[:0], t.points())
	for _, i := range t.mass {
		out = append(out, f.Place(int(i)).Add(t.body.Move))
	}
	if t.skin != nil {
		f.vertex = t.skin.PositionsOf(f.vertex, f.Position)
		for _, x := range f.vertex {
			out = append(out, model.InWorld(f.Origin, x).Add(t.body.Move))
		}
	}
	f.place = out
	return out
}

// cutColumns is the number of columns of cut.
func (t *thing) cutColumns() int { return len(t.triangles)/3 + len(t.edges) }

// cuts appends 1 for each triangle and each wire that torn springs of a frame have cut, else 0.
func (t *thing) cuts(row []uint32, f *frame) []uint32 {
	t.tears.Follow(t.body.Model, f.Changes)
	add := func(cut bool) {
		v := uint32(0)
		if cut {
			v = 1
		}
		row = append(row, v)
	}
	for _, corners := range t.sides {
		add(t.tears.Through(corners))
	}
	for range len(t.triangles)/3 - len(t.sides) { // those of a skin stay whole
		add(false)
	}
	for _, e := range t.edges {
		add(t.tears.Between(e[0], e[1]))
	}
	return row
}

// reading returns the laws of the springs of a body.
func reading(b *Body) *measure.Springs { return measure.Of(b.Model, b.Params) }
