package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// Watch sets a function that is called with the name of each part of a picture after that
// part was queued, so that parts can be timed. nil ends it.
func (r *Renderer) Watch(queued func(pass string)) { r.watch = queued }

// queued reports that a part of the picture was queued.
func (r *Renderer) queued(pass string) {
	if r.watch != nil {
		r.watch(pass)
	}
}

// Draw queues one picture of the scene in its current state. If only the view has changed, it
// uses results computed for the last picture. Coarse pictures may show shadows, and colors of
// large structures, of one of the last few pictures. It returns an error if a pass or the
// device fails.
func (r *Renderer) Draw(target *glx.Framebuffer, f Frame) error {
	if err := r.tear(); err != nil {
		return err
	}
	f = r.place(f)
	surface := r.hasSurface(f.Look.Show)
	same, whole := r.drawn && r.last == f.Look, f
	in := target
	if f.Coarse != nil {
		in = f.Coarse
		f.Look.Scale = f.Look.PixelsPerPoint() * float64(in.Height) / float64(target.Height)
	}
	if err := r.prepare(in, f, surface, same); err != nil {
		return err
	}
	r.drawn, r.last = true, whole.Look
	if err := r.drawScene(in, f, surface); err != nil {
		return err
	}
	if f.Coarse != nil {
		f = whole
		in.Stretch(target)
		r.uploadView(target, f) // for text, and for picks in this picture
	}
	if !f.Look.NoText {
		if err := r.drawText(target, f); err != nil {
			return err
		}
		r.queued("text")
	}
	return r.ctx.Err("draw: picture")
}

// mostLate is how many coarse pictures in a row use the colors and shadows of an earlier
// one. These are the larger part of the cost of a picture of a moving scene.
const mostLate = 3

// prepare queues the scene's data for a picture; same means that the look is that of the last
// picture.
func (r *Renderer) prepare(target *glx.Framebuffer, f Frame, surface, same bool) error {
	r.values.together = f.Ranges
	late := same && f.Coarse != nil && r.late < mostLate && !f.Fresh
	if still := same && f.Still && (r.late == 0 || f.Coarse != nil); !still {
		if err := r.update(target, f, surface, late); err != nil {
			return err
		}
		if r.late++; !late {
			r.late = 0
		}
	}
	r.values.widen(f.Look.Color)
	r.uploadView(target, f)
	r.chooseChunks(f, surface)
	r.bind(f)
	r.shadow.Bind(shaders.UnitShadow)
	return nil
}

// update queues data that depend on the scene: strains, values, normals and the shadow. If
// late is set, it queues only data that depend on the position of the scene, and the values
// of a structure that is sampled as a whole: they cost little, and the legend then agrees
// with histogram and panel.
func (r *Renderer) update(target *glx.Framebuffer, f Frame, surface, late bool) error {
	lateValues := late && sampledOf(f.Look.Color, r.scene) > mostSampled
	if lateValues {
		r.uploadView(target, f)
	} else if err := r.updateValues(target, f); err != nil {
		return err
	}
	r.structure.updateNormals(r.scene.PositionBuffer())
	r.queued("normals")
	if surface {
		if !lateValues {
			if err := r.values.updateSurface(f.Look.Color, r.scene, r.structure.skinAt); err != nil {
				return err
			}
			r.queued("values of masses")
		}
		r.embedded.update(r.scene.PositionBuffer(), r.values.ofMass)
		r.queued("embedded surface")
	}
	r.chunks.moved()
	if !late {
		r.bind(f)
		r.drawShadow(surface)
		r.queued("shadow")
	}
	return nil
}

// updateValues queues strains and the values of springs, and leaves the view block with
// the range.
func (r *Renderer) updateValues(target *glx.Framebuffer, f Frame) error {
	if err := r.scene.UpdateStrain(); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	r.queued("strain")
	if err := r.values.ready(f.Look.Color, r.scene, r.subject); err != nil {
		return err
	}
	r.extent.follow(r.ctx, r.scene, f.Fresh)
	if err := r.solids.update(f.Params.Contacts, f.Time, r.extent.box, f.Look.Theme); err != nil {
		return err
	}
	r.uploadView(target, f) // for the passes
	if err := r.values.updateSprings(f.Look.Color, r.scene); err != nil {
		return err
	}
	if err := r.values.look(f.Look.Color, r.scene); err != nil {
		return err
	}
	r.uploadView(target, f) // with the range
	r.queued("values")
	return nil
}

// hasSurface reports whether a surface is shown. An embedded surface is always shown, unless
// springs are asked for.
func (r *Renderer) hasSurface(show Show) bool {
	return r.structure.hasSurface(show) || r.embedded.triangles > 0 && show != Springs
}

// bind binds the buffers where the programs look for them.
func (r *Renderer) bind(f Frame) {
	r.ctx.BindStorage(uint32(shaders.BindSpring), r.scene.SpringBuffer())
	r.ctx.BindStorage(uint32(shaders.BindValue), r.values.ofSprings(f.Look.Color, r.scene))
	colors := r.maps[1]
	if f.Look.Color.Named() {
		colors = r.maps[2]
	} else if f.Look.Color.Signed() {
		colors = r.maps[0]
	}
	r.ctx.BindTexture(shaders.UnitColorMap, colors)

	position := r.scene.PositionBuffer()
	a := r.arrays
	for _, array := range []*glx.VertexArray{a.masses, a.springs, a.skin, a.wires, a.pins} {
		array.Attribute(vertexRecord(0), position)
		array.Attribute(vertexRecord(1), r.structure.normal)
	}
	a.skin.Attribute(glx.Attribute{Location: 2, Components: 1, Type: glx.Float32, Stride: 4}, r.values.ofMass)
	a.springs.Attribute(glx.Attribute{Location: 2, Components: 1, Type: glx.Uint32, Stride: 4, Instances: true}, r.chunks.first)
	a.springs.Indices(r.scene.EndsBuffer())
	a.skin.Indices(r.structure.skin)
	a.wires.Indices(r.structure.wire)
	a.pins.Indices(r.structure.pins)
	a.tubes.Attribute(glx.Attribute{Location: 0, Components: 2, Type: glx.Uint32, Stride: 8, Instances: true}, r.scene.EndsBuffer())
	if r.fetchable() {
		position.ShowVectors()
		r.ctx.BindTexels(shaders.UnitPosition, position)
	}
	if r.detail.stride > 1 {
		ends := r.scene.EndsBuffer()
		ends.ShowPairs()
		r.structure.normal.ShowVectors()
		r.ctx.BindTexels(shaders.UnitEnds, ends)
		r.ctx.BindTexels(shaders.UnitNormal, r.structure.normal)
	}
}

// fetchable reports whether shaders can fetch positions as texels.
func (r *Renderer) fetchable() bool { return int64(r.scene.MassCount()) <= r.ctx.Limits.Texels }

// vertexRecord returns the layout of the engine's positions and of the normals.
func vertexRecord(location uint32) glx.Attribute {
	return glx.Attribute{Location: location, Components: 4, Type: glx.Float32, Stride: 16}
}
