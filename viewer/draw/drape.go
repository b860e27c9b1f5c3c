package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// drape is the surface that hangs on the masses of a filled or tetrahedral model,
// model.Skin, and is drawn in place of what springs span. On the device it takes 120
// bytes per vertex and 24 per triangle. The zero value is empty.
type drape struct {
	ctx       *glx.Context
	placing   *glx.Program
	facing    *glx.Program
	anchors   *glx.Buffer // per vertex, written once
	corners   *glx.Buffer // three vertices for each triangle: also an index buffer
	at        *glx.Buffer // triangles at each vertex
	place     *glx.Buffer // per vertex, written by the pass drape-place
	normal    *glx.Buffer // per vertex, written by the pass drape-normal
	array     *glx.VertexArray
	groups    [2]uint32
	triangles int64 // 0: the model has no such surface
}

// skinOf is the embedded surface of what is drawn; nil: it has none.
func skinOf(scene Scene, s Subject) *model.Skin {
	if s.Model == nil || s.Model.MassCount() != scene.MassCount() || s.Model.Skin.VertexCount() == 0 {
		return nil
	}
	return s.Model.Skin
}

// numbers are where the model's masses are in the buffers; nil: where they are in
// the model.
func numbers(scene Scene) []uint32 {
	order := scene.MassOrder()
	if order == nil {
		return nil
	}
	number := make([]uint32, len(order))
	for k, i := range order {
		number[i] = uint32(k)
	}
	return number
}

// hungMasses says of each mass of the buffers whether a vertex hangs on it; nil
// without a skin.
func hungMasses(s *model.Skin, number []uint32, masses int) []bool {
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

// anchorsOf are the skin's weights with the masses by the buffers' numbers.
func anchorsOf(s *model.Skin, number []uint32) []shaders.Anchor {
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

// trianglesAt lists the triangles at each vertex, as shaders.SkinAt says.
func trianglesAt(triangles [][3]uint32, vertices int) []shaders.SkinAt {
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

// make uploads a skin; nil leaves the drape empty.
func (d *drape) make(ctx *glx.Context, s *model.Skin, number []uint32) (err error) {
	d.ctx = ctx
	if s == nil {
		return nil
	}
	if d.placing, err = newCompute(ctx, shaders.DrapePlace); err != nil {
		return err
	}
	if d.facing, err = newCompute(ctx, shaders.DrapeNormal); err != nil {
		return err
	}
	vertices := int64(s.VertexCount())
	if d.groups[0], d.groups[1], err = ctx.Limits.Groups(vertices, groupSize); err != nil {
		return fmt.Errorf("draw: embedded surface: %w", err)
	}
	if d.anchors, err = list(ctx, "drape anchors", anchorsOf(s, number)); err != nil {
		return err
	}
	if d.corners, err = list(ctx, "drape", s.Triangles); err != nil {
		return err
	}
	if d.at, err = list(ctx, "drape lists", trianglesAt(s.Triangles, s.VertexCount())); err != nil {
		return err
	}
	for _, want := range []struct {
		buffer **glx.Buffer
		label  string
	}{{&d.place, "drape places"}, {&d.normal, "drape normals"}} {
		if *want.buffer, err = ctx.NewBuffer(want.label, 16*vertices); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
	}
	if d.array, err = ctx.NewVertexArray("drape"); err != nil {
		return err
	}
	d.array.Attribute(vertexRecord(0), d.place)
	d.array.Attribute(vertexRecord(1), d.normal)
	d.array.Attribute(glx.Attribute{Location: 2, Components: 1, Type: glx.Float32, Stride: 16, Offset: 12}, d.place)
	d.array.Indices(d.corners)
	d.triangles = int64(len(s.Triangles))
	return nil
}

// update queues the passes that follow the masses, after that of their values. The
// view block must be bound.
func (d *drape) update(position, massValue *glx.Buffer) {
	if d.triangles == 0 {
		return
	}
	d.ctx.BindStorage(uint32(shaders.BindPosition), position)
	d.ctx.BindStorage(uint32(shaders.BindAnchor), d.anchors)
	d.ctx.BindStorage(uint32(shaders.BindSkinAt), d.at)
	d.ctx.BindStorage(uint32(shaders.BindMassValue), massValue)
	d.ctx.BindStorage(uint32(shaders.BindPlace), d.place)
	d.ctx.Use(d.placing)
	d.ctx.Dispatch(d.groups[0], d.groups[1])
	d.ctx.Barrier(glx.ByShader) // the next pass reads places

	d.ctx.BindStorage(uint32(shaders.BindSkin), d.corners)
	d.ctx.BindStorage(uint32(shaders.BindNormal), d.normal)
	d.ctx.Use(d.facing)
	d.ctx.Dispatch(d.groups[0], d.groups[1])
	d.ctx.Barrier(glx.ByVertex) // the draws read both as attributes
}

// draw draws the triangles with the program in use.
func (d *drape) draw() {
	if d.triangles > 0 {
		d.ctx.DrawIndexedTriangles(d.array, d.triangles)
	}
}

func (d *drape) close() {
	d.array.Release()
	for _, b := range []*glx.Buffer{d.normal, d.place, d.at, d.corners, d.anchors} {
		b.Release()
	}
	d.facing.Release()
	d.placing.Release()
}

// uncovered leaves of the triangles and wires that springs span those that no
// embedded surface stands for: it covers the solids that its masses are part of, and
// not the sheets and threads that are tied to them.
func (s *skin) uncovered(hung []bool, ends []shaders.Ends, partner []shaders.Partner) {
	covered := spreadOver(hung, ends, func(i uint32) bool {
		return partner[i].Kind == shaders.SurfaceInside || partner[i].Kind == shaders.SurfaceSolid
	})
	triangles := s.triangles[:0]
	for _, t := range s.triangles {
		if !(covered[t[0]] && covered[t[1]] && covered[t[2]]) {
			triangles = append(triangles, t)
		}
	}
	wires := s.wires[:0]
	for _, w := range s.wires {
		if !(covered[w[0]] && covered[w[1]]) {
			wires = append(wires, w)
		}
	}
	s.triangles, s.wires = triangles, wires
}

// spreadOver are the masses of from, and those that springs between masses that are
// part of something join to them.
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
