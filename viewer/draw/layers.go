package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// drawShadow draws what casts shadows into the shadow map.
func (r *Renderer) drawShadow(surface bool) {
	r.shadow.Begin()
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, LineWidth: 2})
	r.ctx.Use(r.programs.shadow)
	if surface {
		r.ctx.DrawIndexedTriangles(r.arrays.skin, r.structure.triangles)
		r.drape.draw()
	} else {
		if r.drape.triangles > 0 || r.structure.dense || r.structure.sheet {
			r.drape.draw()
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

// drawScene draws everything but text, from the back to the front.
func (r *Renderer) drawScene(target *glx.Framebuffer, f Frame, surface bool) {
	view := &r.view[0]
	target.Begin(view.SkyBottom[0], view.SkyBottom[1], view.SkyBottom[2])
	r.ctx.SetDrawState(glx.DrawState{})
	r.ctx.Use(r.programs.background)
	r.ctx.DrawTriangles(r.arrays.nothing, 3)
	if f.Ground != nil && !f.Look.NoGrid {
		r.drawGround()
	}
	if !f.Look.NoGrid {
		r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1})
		r.ctx.Use(r.programs.solid)
		r.solids.draw()
	}
	r.queued("background")
	pointsPerMeter := float64(view.PointsPerMeter) / f.Camera.Distance
	if surface {
		r.drawSurface(f, pointsPerMeter)
		r.queued("surface")
	}
	if !surface || r.structure.thread || f.Look.Show == Both && r.drape.triangles > 0 {
		r.drawSprings(f.Look.scale(), pointsPerMeter)
		r.queued("springs")
	}
	r.drawMasses(f, surface)
	r.queued("masses and pins")
	if r.fetchable() {
		r.marks.update(f.Params, f.Time, f.Camera.Size, f.Look.Marks, f.Picked)
		if f.Spring != nil {
			r.marks.line(f.Spring[0], r.Place(f.Spring[1]))
		}
		r.marks.upload()
		r.ctx.SetDrawState(glx.DrawState{Blend: true})
		r.ctx.Use(r.programs.mark)
		r.marks.draw()
	}
}

// drawGround draws the ground and its grid. It comes before the structure and leaves
// no depth: the ground is a backdrop, and what has sunk into it a little, as all that
// rests on it has, is still seen.
func (r *Renderer) drawGround() {
	r.ctx.SetDrawState(glx.DrawState{Blend: true})
	r.ctx.Use(r.programs.grid)
	r.ctx.DrawTriangles(r.arrays.nothing, 6)
}

// Springs on a surface are drawn from so many points of their length on, in full
// from the second number on: closer lines would be gray.
const (
	wireFrom = 5.0
	wireFull = 14.0
)

// drawSurface draws the surface, and the springs on it where they are far enough
// apart.
func (r *Renderer) drawSurface(f Frame, pointsPerMeter float64) {
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true})
	r.ctx.Use(r.programs.skin)
	r.ctx.DrawIndexedTriangles(r.arrays.skin, r.structure.triangles)
	r.drape.draw()

	apart := float64(r.structure.springLength) * pointsPerMeter
	share := float32(min(max((apart-wireFrom)/(wireFull-wireFrom), 0), 1))
	if f.Look.Show == Both {
		share = max(share, 0.8)
	}
	if f.Look.NoWires || share == 0 {
		return
	}
	r.view[0].WireColor[3] *= share
	glx.Upload(r.viewBlock, 0, r.view)
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, Blend: true, ClipDistances: 1, LineWidth: float32(f.Look.scale())})
	r.ctx.Use(r.programs.wire)
	r.ctx.DrawIndexedLines(r.arrays.wires, r.structure.wires)
}

// leastTube is the diameter [points] from which on a spring is drawn as a tube.
const leastTube = 1.6

// drawSprings draws the ends of the springs as the indices of lines over the
// positions, both where the engine keeps them; near ones as tubes.
func (r *Renderer) drawSprings(scale, pointsPerMeter float64) {
	if r.tubes() && !(r.structure.dense && r.view[0].Interior == 0) && float64(r.view[0].TubeDiameter)*pointsPerMeter >= leastTube {
		r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true})
		r.ctx.Use(r.programs.tube)
		r.ctx.DrawStrips(r.arrays.tubes, int64(r.scene.SpringCount()))
		return
	}
	width := r.structure.lineWidth(pointsPerMeter) * float32(scale)
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1, LineWidth: width})
	r.ctx.Use(r.programs.spring)
	r.ctx.DrawIndexedLines(r.arrays.springs, int64(r.scene.SpringCount()))
}

// crowded is the diameter of masses, in lengths of springs, from which on they would
// hide the springs: as in a thread seen from afar.
const crowded = 0.6

// drawMasses draws masses where springs are drawn, and pins always.
func (r *Renderer) drawMasses(f Frame, surface bool) {
	r.ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1})
	r.ctx.Use(r.programs.mass)
	if !surface && !f.Look.NoMasses && r.view[0].MassDiameter < crowded*r.structure.springLength {
		r.ctx.DrawPoints(r.arrays.masses, int64(r.scene.MassCount()))
	} else {
		r.ctx.DrawIndexedPoints(r.arrays.pins, r.structure.pinned)
	}
}

func (r *Renderer) drawText(target *glx.Framebuffer, f Frame) error {
	scale := f.Look.scale()
	page, err := r.text.begin(target.Width, target.Height, scale)
	if err != nil {
		return err
	}
	page.inks = f.Look.Theme.colors().inks
	f.Overlay.write(page, float32(scale))
	if f.Look.Color != Plain {
		l := r.legend(f.Look)
		if len(f.Overlay.Rows) > 0 || f.Overlay.Energy != nil {
			l.aside = float32((rowsWidth + panelMargin) * scale)
			if f.Overlay.Energy != nil && !f.Overlay.stacked(page, float32(scale)) {
				l.aside += float32((plotWidth + plotGap) * scale)
			}
		}
		l.write(page, float32(scale))
	}
	f.Overlay.writePanels(page, float32(scale))
	f.Overlay.writeBadge(page, float32(scale))
	r.ctx.SetDrawState(glx.DrawState{Blend: true})
	r.ctx.Use(r.programs.hud)
	return r.text.draw(shaders.UnitGlyphs)
}

// legend is that of the last values.
func (r *Renderer) legend(look Look) legend {
	l := legend{coloring: look.Color, fixed: look.Range > 0}
	l.low, l.high = r.values.bounds(look)
	if r.subject.Model == nil {
		return l
	}
	switch look.Color {
	case ByMaterial:
		for _, m := range r.subject.Model.Materials[1:] {
			l.names = append(l.names, m.Name)
		}
	case ByGroup:
		for _, g := range r.subject.Model.Groups {
			l.names = append(l.names, g.Name)
		}
	case ByActuator:
		for k, a := range r.subject.Params.Actuators {
			name := a.Name
			if name == "" {
				name = fmt.Sprintf("actuator %d", k)
			}
			l.names = append(l.names, name)
		}
	}
	return l
}
