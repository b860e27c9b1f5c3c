package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// drawShadow draws the things that cast shadows into the shadow map.
func (r *Renderer) drawShadow(surface bool) {
	r.shadow.Begin()
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, LineWidth: 2})
	r.ctx.Use(r.programs.shadow)
	if surface {
		r.ctx.DrawIndexedTriangles(r.arrays.skin, r.structure.triangles)
		r.embedded.draw()
	} else {
		if r.embedded.triangles > 0 || r.structure.dense || r.structure.sheet {
			r.embedded.draw()
			r.ctx.DrawIndexedTriangles(r.arrays.skin, r.structure.triangles)
		} else if r.tubes() {
			r.ctx.Use(r.programs.tubeShadow)
			r.ctx.DrawStrips(r.arrays.tubes, int64(r.scene.SpringCount()))
			r.ctx.Use(r.programs.shadow)
		} else {
			r.ctx.DrawIndexedLines(r.arrays.springs, int64(r.scene.SpringCount()))
		}
		r.ctx.DrawPoints(r.arrays.masses, int64(r.scene.MassCount()))
	}
	r.solids.draw()
	r.shadow.Bind(shaders.UnitShadow)
}

// drawScene draws everything but text: first solid things, then the backdrop elsewhere, then
// things over both.
func (r *Renderer) drawScene(target *glx.Framebuffer, f Frame, surface bool) error {
	view := &r.view[0]
	target.Begin(view.SkyBottom[0], view.SkyBottom[1], view.SkyBottom[2])
	if !f.Look.NoGrid {
		r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1})
		r.ctx.Use(r.programs.solid)
		r.solids.draw()
	}
	pointsPerMeter := float64(view.PointsPerMeter) / f.Camera.Distance
	if surface {
		r.drawSurface(target)
		r.queued("surface")
	}
	if r.showsSprings(f.Look.Show, surface) {
		r.drawSprings(f.Look.PixelsPerPoint(), pointsPerMeter)
		r.queued("springs")
	}
	r.drawMasses(f, surface)
	r.queued("masses and pins")
	r.drawBackdrop(f)
	r.queued("background")
	if surface {
		r.drawWires(f, pointsPerMeter)
		r.queued("springs on the surface")
	}
	if view.Water[3] > 0 {
		r.ctx.SetDrawState(glx.DrawState{DepthTest: true, Blend: true})
		r.ctx.Use(r.programs.water)
		r.ctx.DrawTriangles(r.arrays.nothing, 6*waterSquares*waterSquares)
		r.queued("water")
	}
	if r.fetchable() {
		r.marks.update(f.Params, f.Time, f.Camera.Size, f.Look.Marks, f.Picked, f.Arrows)
		if f.Spring != nil {
			r.marks.line(f.Spring[0], r.inBuffer(f.Spring[1]))
		}
		r.marks.join(f.Lines)
		if err := r.marks.upload(); err != nil {
			return err
		}
		r.ctx.SetDrawState(glx.DrawState{Blend: true})
		r.ctx.Use(r.programs.mark)
		r.marks.draw()
	}
	return nil
}

// showsSprings reports whether springs are drawn as lines or tubes, with or without a
// surface.
func (r *Renderer) showsSprings(show Show, surface bool) bool {
	return !surface || r.structure.thread || show == Both && r.embedded.triangles > 0
}

// drawBackdrop draws the background, and the ground with its grid, where nothing is drawn
// yet. It comes after the solid things, since lighting pixels that are hidden later would
// cost as much as lighting visible ones.
func (r *Renderer) drawBackdrop(f Frame) {
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true})
	r.ctx.Use(r.programs.background)
	r.ctx.DrawTriangles(r.arrays.nothing, 3)
	if f.Ground != nil && !f.Look.NoGrid {
		r.ctx.SetDrawState(glx.DrawState{DepthTest: true, Blend: true})
		r.ctx.Use(r.programs.grid)
		r.ctx.DrawTriangles(r.arrays.nothing, 6)
	}
}

// Springs on a surface fade in with their length: they are drawn from the first number of
// points on, and in full from the second on. Closer lines would look gray. Of a coarse picture these are
// pixels: one sample in each makes bands of closer lines, which are not there.
const (
	wireFrom = 5.0
	wireFull = 14.0
)

// pixelsPerTriangle is the size of triangles [pixels] from which on it pays to find first
// which parts of a surface are visible: lighting a pixel costs about as much as a corner.
const pixelsPerTriangle = 8

// drawSurface draws the surface. Where its triangles are large, it draws their depth
// first, so that only the visible part is lit.
func (r *Renderer) drawSurface(target *glx.Framebuffer) {
	draw := func(p *glx.Program, s glx.DrawState) {
		r.ctx.SetDrawState(s)
		r.ctx.Use(p)
		r.drawTriangles(r.arrays.skin, &r.chunks.skin)
		r.drawTriangles(r.embedded.array, &r.chunks.embedded)
	}
	lit := glx.DrawState{DepthTest: true, DepthWrite: true}
	if pixelsPerTriangle*(r.structure.triangles+r.embedded.triangles) < int64(target.Width)*int64(target.Height) {
		draw(r.programs.depth, lit)
		lit = glx.DrawState{DepthTest: true, DepthEqual: true}
	}
	draw(r.programs.skin, lit)
}

// drawTriangles draws a list of triangles with the program in use, or only the part that
// is in sight.
func (r *Renderer) drawTriangles(v *glx.VertexArray, l *chunkList) {
	if l.chosen {
		r.ctx.DrawIndexedTriangleCommands(v, l.commands, l.pieces)
	} else {
		r.ctx.DrawIndexedTriangles(v, int64(l.record[0].Count))
	}
}

// drawLines draws a list of lines with the program in use, or the visible part of it.
func (r *Renderer) drawLines(v *glx.VertexArray, l *chunkList) {
	if l.chosen {
		r.ctx.DrawIndexedLineCommands(v, l.commands, l.pieces)
	} else {
		r.ctx.DrawIndexedLines(v, int64(l.record[0].Count))
	}
}

// drawWires draws the springs on the surface where they are far enough apart. Of coarse pictures f has the scale of those.
func (r *Renderer) drawWires(f Frame, pointsPerMeter float64) {
	apart := float64(r.structure.springLength) * pointsPerMeter
	if f.Coarse != nil {
		apart *= f.Look.PixelsPerPoint()
	}
	share := float32(min(max((apart-wireFrom)/(wireFull-wireFrom), 0), 1))
	if f.Look.Show == Both && f.Coarse == nil {
		share = max(share, 0.8)
	}
	if f.Look.NoWires || share == 0 {
		return
	}
	r.view[0].WireColor[3] *= share
	glx.Upload(r.viewBlock, 0, r.view)
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, Blend: true, ClipDistances: 1, LineWidth: float32(f.Look.PixelsPerPoint())})
	r.ctx.Use(r.programs.wire)
	r.drawLines(r.arrays.wires, &r.chunks.wires)
}

// mostTubes is the largest number of springs that are drawn as tubes. A software renderer
// has a number of its own.
const (
	mostTubes         = 200_000
	mostTubesSoftware = 20_000
)

// tubes reports whether springs are drawn as tubes: when they are few, and near.
func (r *Renderer) tubes() bool {
	most := mostTubes
	if r.software {
		most = mostTubesSoftware
	}
	return r.scene.SpringCount() <= most && r.fetchable()
}

// leastTube is the diameter [points] from which on a spring is drawn as a tube.
const leastTube = 1.6

// drawSprings draws lines over the positions, with the ends of the springs as indices;
// both stay where the engine keeps them. Springs near the camera are drawn as tubes.
func (r *Renderer) drawSprings(scale, pointsPerMeter float64) {
	if r.tubes() && !(r.structure.dense && r.view[0].Interior == 0) && float64(r.view[0].TubeDiameter)*pointsPerMeter >= leastTube {
		r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true})
		r.ctx.Use(r.programs.tube)
		r.ctx.DrawStrips(r.arrays.tubes, int64(r.scene.SpringCount()))
		return
	}
	width := r.structure.lineWidth(pointsPerMeter) * float32(scale)
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1, LineWidth: width})
	if r.detail.stride == 1 {
		r.ctx.Use(r.programs.spring)
		r.drawLines(r.arrays.springs, &r.chunks.springs)
		return
	}
	r.ctx.Use(r.programs.sample)
	if l := &r.chunks.springs; l.chosen {
		r.ctx.DrawLineCommands(r.arrays.nothing, l.commands, l.pieces)
	} else {
		stride := int64(r.detail.stride)
		r.ctx.DrawLines(r.arrays.nothing, 2*((int64(r.scene.SpringCount())+stride-1)/stride))
	}
}

// crowded is the diameter of masses, in lengths of springs, from which on masses would
// hide the springs, as they do in a thread that is seen from afar.
const crowded = 0.6

// drawMasses draws masses where all springs are drawn, and pinned masses always.
func (r *Renderer) drawMasses(f Frame, surface bool) {
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1})
	r.ctx.Use(r.programs.mass)
	if !surface && !f.Look.NoMasses && r.detail.stride == 1 && r.view[0].MassDiameter < crowded*r.structure.springLength {
		if l := &r.chunks.masses; l.chosen {
			r.ctx.DrawPointCommands(r.arrays.masses, l.commands, l.pieces)
		} else {
			r.ctx.DrawPoints(r.arrays.masses, int64(r.scene.MassCount()))
		}
	} else {
		r.ctx.DrawIndexedPoints(r.arrays.pins, r.structure.pinned)
	}
}

// Places returns the places of text and panels in the last picture that had text.
func (r *Renderer) Places() hud.Places { return r.places }

func (r *Renderer) drawText(target *glx.Framebuffer, f Frame) error {
	scale := f.Look.PixelsPerPoint()
	page, err := r.text.begin(target.Width, target.Height, scale, f.Look.Theme.Inks())
	if err != nil {
		return err
	}
	var l *hud.Legend
	if f.Look.Color != color.Plain {
		of := r.legend(f.Look)
		l = &of
	}
	r.places = f.Overlay.Write(page, l, float32(scale))
	r.ctx.SetDrawState(glx.DrawState{Blend: true})
	r.ctx.Use(r.programs.hud)
	return r.text.draw(shaders.UnitGlyphs)
}

// legend returns the legend of the values that were computed last.
func (r *Renderer) legend(look Look) hud.Legend {
	l := hud.Legend{Coloring: look.Color, Fixed: look.Range > 0}
	l.Low, l.High = r.values.bounds(look)
	l.Seen, l.Whole = r.values.seen[look.Color], r.values.together != nil && r.values.together.Whole
	if r.subject.Model == nil {
		return l
	}
	switch look.Color {
	case color.ByMetric:
		if m := r.subject.Metric; m != nil {
			l.Title, l.Unit, l.Fixed, l.Whole = m.Name, m.Unit, false, false
		}
	case color.ByMaterial:
		for _, m := range r.subject.Model.Materials[1:] {
			l.Names = append(l.Names, m.Name)
		}
	case color.ByGroup:
		for _, g := range r.subject.Model.Groups {
			l.Names = append(l.Names, g.Name)
		}
	case color.ByActuator:
		for k, a := range r.subject.Params.Actuators {
			name := a.Name
			if name == "" {
				name = fmt.Sprintf("actuator %d", k)
			}
			l.Names = append(l.Names, name)
		}
	}
	return l
}
