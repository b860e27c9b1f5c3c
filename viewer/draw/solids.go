package draw

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw/color"
)

// solidVertex is a corner of a shape. 28 bytes.
type solidVertex struct {
	Corner, Outward [3]float32
	Tint            [4]uint8
}

const solidVertexSize = 28

// solids are the triangles of the shapes that masses bump into. They are made anew when
// the contacts change.
type solids struct {
	ctx      *glx.Context
	array    *glx.VertexArray
	buffer   *glx.Buffer
	vertices []solidVertex
	made     []model.Contact
	around   Bounds
	theme    color.Theme
	smallest float64 // size of the smallest shape [m]; +Inf without shapes
	box      Bounds  // around the bounded shapes
	seen     bool    // whether box holds any shape
}

func (s *solids) make(ctx *glx.Context) (err error) {
	s.ctx = ctx
	s.array, err = ctx.NewVertexArray("solids")
	return err
}

// update makes the triangles of contacts where they are at a time [s]; it draws planes about
// the given box. It leaves out the highest level ground, which is drawn as a ground.
func (s *solids) update(given []model.Contact, time float64, around Bounds, theme color.Theme) error {
	contacts := (model.Params{Contacts: given}).ContactsAt(time) // others than before where any moves
	if slices.Equal(s.made, contacts) && s.theme == theme && s.near(around) {
		return nil
	}
	if s.made != nil || !s.near(around) { // otherwise they come from a memory, about its box
		s.around = around
	}
	s.made, s.theme = append([]model.Contact{}, contacts...), theme
	s.vertices, s.smallest, s.seen = s.vertices[:0], math.Inf(1), false
	drawn := drawnSolids(given)
	tint := color.Opaque(theme.Solid()).Bytes()
	for k, c := range contacts {
		if !drawn[k] {
			continue
		}
		trajectory := given[k].Trajectory
		m := shapeMesh{vertices: s.vertices, tints: [2][4]uint8{tint, tint}, inside: c.Inside, turn: trajectory.Turn(time)}
		if trajectory.Moves() { // a pattern shows it
			m.tints[1], m.moves, m.run, m.anchor = color.Opaque(theme.Marked()).Bytes(), true, trajectory.Belt.Mul(time), *c.Trajectory.Pivot
		}
		s.smallest = min(s.smallest, m.add(c.Shape, s.around))
		if !endless(c.Shape) && !c.Inside {
			s.enclose(m.vertices[len(s.vertices):])
		}
		s.vertices = m.vertices
	}
	return s.upload()
}

// drawnSolids says which contacts are drawn as solids: all but the highest level ground.
func drawnSolids(given []model.Contact) []bool {
	out := make([]bool, len(given))
	ground, level := (model.Params{Contacts: given}).GroundHeight()
	for k, c := range given {
		plane, ok := c.Shape.(model.Plane)
		out[k] = !(ok && level && !c.Inside && !c.Trajectory.Moves() && plane.UnitNormal() == (model.Vec3{0, 0, 1}) && plane.Offset == ground)
	}
	return out
}

// SolidsOf returns a function that gives the corners of the triangles of contacts' shapes at a time [s], three of each,
// where planes and terrains are cut around a box. Their number is the same at all times. moves says whether any shape moves;
// nil: there are no shapes apart from a level ground.
func SolidsOf(given []model.Contact) (corners func(time float64, around Bounds) []model.Vec3, moves bool) {
	drawn := drawnSolids(given)
	if !slices.Contains(drawn, true) {
		return nil, false
	}
	for _, c := range given {
		moves = moves || c.Trajectory.Moves()
	}
	return func(time float64, around Bounds) (out []model.Vec3) {
		for k, c := range (model.Params{Contacts: given}).ContactsAt(time) {
			if !drawn[k] {
				continue
			}
			m := shapeMesh{turn: given[k].Trajectory.Turn(time)}
			m.add(c.Shape, around)
			for _, v := range m.vertices {
				out = append(out, model.Vec3{float64(v.Corner[0]), float64(v.Corner[1]), float64(v.Corner[2])})
			}
		}
		return out
	}, moves
}

// enclose widens the box to hold corners.
func (s *solids) enclose(corners []solidVertex) {
	for _, v := range corners {
		x := model.Vec3{float64(v.Corner[0]), float64(v.Corner[1]), float64(v.Corner[2])}
		if !s.seen {
			s.box, s.seen = Bounds{Lo: x, Hi: x}, true
		}
		s.box = s.box.Union(Bounds{Lo: x, Hi: x})
	}
}

// near reports whether the planes that were made about another box still suit this one.
func (s *solids) near(around Bounds) bool {
	size := s.around.Diagonal()
	return around.Center().Sub(s.around.Center()).Len() < 0.5*size && around.Diagonal() < 1.5*size && around.Diagonal() > size/3
}

func (s *solids) upload() error {
	count := int64(len(s.vertices))
	if s.buffer == nil || count*solidVertexSize > s.buffer.Bytes() {
		s.buffer.Release()
		var err error
		if s.buffer, err = s.ctx.NewBuffer("solids", max(count, 1)*solidVertexSize); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
		s.array.Attribute(glx.Attribute{Location: 0, Components: 3, Type: glx.Float32, Stride: solidVertexSize}, s.buffer)
		s.array.Attribute(glx.Attribute{Location: 1, Components: 3, Type: glx.Float32, Stride: solidVertexSize, Offset: 12}, s.buffer)
		s.array.Attribute(glx.Attribute{Location: 2, Components: 4, Type: glx.UnitUint8, Stride: solidVertexSize, Offset: 24}, s.buffer)
	}
	glx.Upload(s.buffer, 0, s.vertices)
	return nil
}

// draw queues the triangles. A program that takes them must be in use.
func (s *solids) draw() { s.ctx.DrawTriangles(s.array, int64(len(s.vertices))) }

func (s *solids) close() {
	s.array.Release()
	s.buffer.Release()
}

// shapeMesh collects the triangles of shapes.
type shapeMesh struct {
	vertices []solidVertex
	tints    [2][4]uint8 // of the two parts of the pattern of a contact that moves; the same for others
	part     int         // of the pattern, of the triangles that follow
	inside   bool        // normals point in: a container is seen from its inside

	moves  bool       // whether the contact moves
	turn   mgl64.Quat // by which it has turned
	run    model.Vec3 // how far its belt has run, in axes that turn with it [m]
	anchor model.Vec3 // the point about which it turns [m]
}

// These are the numbers of facets of round shapes, around the axis and from pole to pole. Each ball end
// of a capsule has half of the latter.
const (
	facetsAround = 64
	facetsDown   = 32
)

// add appends a shape and returns its size [m].
func (m *shapeMesh) add(shape model.Shape, around Bounds) (size float64) {
	switch s := shape.(type) {
	case model.Sphere:
		m.ball(s.Center, s.Center, m.turn.Rotate(model.Vec3{0, 0, 1}), s.Radius)
		return 2 * s.Radius
	case model.Capsule:
		axis := s.B.Sub(s.A)
		if axis.Len() == 0 {
			axis = model.Vec3{0, 0, 1}
		}
		m.ball(s.B, s.A, axis.Normalize(), s.Radius)
		return 2 * s.Radius
	case model.Box:
		m.block(s)
		return 2 * min(s.Half[0], s.Half[1], s.Half[2])
	case model.Plane:
		m.plate(s, around)
		return around.Diagonal()
	case model.Terrain:
		return m.terrain(s, around)
	case model.Field:
		return m.field(s)
	}
	return math.Inf(1)
}

func (m *shapeMesh) triangle(p, n [3]model.Vec3) {
	for k := range 3 {
		v := solidVertex{Tint: m.tints[m.part]}
		for axis := range 3 {
			v.Corner[axis] = float32(p[k][axis])
			v.Outward[axis] = float32(n[k][axis])
			if m.inside {
				v.Outward[axis] = -v.Outward[axis]
			}
		}
		m.vertices = append(m.vertices, v)
	}
}

func (m *shapeMesh) quad(p, n [4]model.Vec3) {
	m.triangle([3]model.Vec3{p[0], p[1], p[2]}, [3]model.Vec3{n[0], n[1], n[2]})
	m.triangle([3]model.Vec3{p[0], p[2], p[3]}, [3]model.Vec3{n[0], n[2], n[3]})
}

// ball appends a ball that is cut in two across the axis, with its halves pulled apart to
// top and bottom: a capsule. For a ball, top equals bottom.
func (m *shapeMesh) ball(top, bottom, axis model.Vec3, radius float64) {
	u := m.turn.Rotate(model.Capsule{B: m.turn.Conjugate().Rotate(axis)}.Side()) // it turns with the shape
	w := axis.Cross(u)
	ring := func(row, column int) (p, n model.Vec3) {
		// The equator appears twice, once for each half.
		center, down := top, row
		if row > facetsDown/2 {
			center, down = bottom, row-1
		}
		sinT, cosT := math.Sincos(math.Pi * float64(down) / facetsDown)
		sinP, cosP := math.Sincos(2 * math.Pi * float64(column) / facetsAround)
		n = axis.Mul(cosT).Add(u.Mul(sinT * cosP)).Add(w.Mul(sinT * sinP))
		return center.Add(n.Mul(radius)), n
	}
	for row := range facetsDown + 1 {
		for column := range facetsAround {
			m.part = column / (facetsAround / 8) % 2
			p0, n0 := ring(row, column)
			p1, n1 := ring(row+1, column)
			p2, n2 := ring(row+1, column+1)
			p3, n3 := ring(row, column+1)
			m.quad([4]model.Vec3{p0, p1, p2, p3}, [4]model.Vec3{n0, n1, n2, n3})
		}
	}
}

func (m *shapeMesh) block(b model.Box) {
	turn := b.Rotation()
	run := turn.Conjugate().Rotate(m.turn.Rotate(m.run)) // along the axes of the box
	for axis := range 3 {
		for _, sign := range []float64{-1, 1} {
			var n, u, w model.Vec3
			n[axis] = sign
			u[(axis+1)%3], w[(axis+2)%3] = b.Half[(axis+1)%3], b.Half[(axis+2)%3]
			middle := n.Mul(b.Half[axis])
			normal := turn.Rotate(n)
			along, stretch := (axis+1)%3, b.Half.Len()/stripes
			if math.Abs(run[(axis+2)%3]) > math.Abs(run[along]) { // stripes run along u
				along, u, w = (axis+2)%3, w, u.Mul(-1)
			}
			ends := stripe(b.Half[along], run[along], stretch)
			for k := range len(ends) - 1 {
				from, to := ends[k]/b.Half[along], ends[k+1]/b.Half[along]
				m.part = 0
				if run != (model.Vec3{}) {
					m.part = int(math.Floor((ends[k]+ends[k+1])/2/stretch-run[along]/stretch)) & 1
				}
				var corners [4]model.Vec3
				for i, s := range [4][2]float64{{from, -1}, {to, -1}, {to, 1}, {from, 1}} {
					corners[i] = b.Center.Add(turn.Rotate(middle.Add(u.Mul(s[0])).Add(w.Mul(s[1]))))
				}
				m.quad(corners, [4]model.Vec3{normal, normal, normal, normal})
			}
		}
	}
	m.part = 0
}
