package draw

import (
	"hooke/gpu/glx"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

// These are the sizes of drawn things, in median spring lengths.
const (
	massSize   = 0.15  // diameter of a mass
	tubeSize   = 0.06  // diameter of a spring as a tube
	threadSize = 0.006 // diameter of a thread, as a share of the size of the structure
	sinkSize   = 0.50  // how far behind their true position shapes are drawn
)

// uploadView writes the view block and binds it.
func (r *Renderer) uploadView(target *glx.Framebuffer, f Frame) {
	view := f.view(target.Width, target.Height)
	low, high := r.values.bounds(f.Look)
	view.ValueLow, view.ValueHigh = float32(low), float32(high)
	view.MassDiameter, view.TubeDiameter = r.thickness()
	if r.structure.pinned <= fewPins {
		view.PinColor[3] = pinPoints
	}
	view.SinkDepth = float32(min(sinkSize*float64(r.structure.springLength), 0.3*r.solids.smallest))
	if !r.structure.dense {
		view.Interior = 1
	}
	r.detail = r.detailOf(f, target.Width, target.Height)
	if r.detail.stride > 1 {
		view.SpringStride = r.detail.stride
	}
	box := r.extent.box
	if r.solids.seen {
		box = box.Union(r.solids.box)
	}
	radius := 0.5 * box.Diagonal()
	put(&view.LightProjection, sunMatrix(box.Center(), radius, f.behindSun(box.Center(), radius)))
	view.ShadowBias = float32(2.5 * 2 * radius / shadowSide)
	r.bindView(view, f.Look.Color)
}

// bindView uploads and binds the view block of a picture of a coloring, with the numbers
// of things.
func (r *Renderer) bindView(view shaders.View, c color.Coloring) {
	view.ColorBy = c.Shader()
	view.MassCount, view.SpringCount = uint32(r.scene.MassCount()), uint32(r.scene.SpringCount())
	view.SampleCount = sampleCount(sampledOf(c, r.scene))
	r.view[0] = view
	glx.Upload(r.viewBlock, 0, r.view)
	r.ctx.BindUniform(uint32(shaders.BindView), r.viewBlock)
}

// If few masses are pinned, they are drawn at least this many points wide, so that they
// are visible from afar.
const (
	fewPins   = 64
	pinPoints = 7
)

// thickness returns the diameters of masses and of tubes [m]. A thread of many masses is
// drawn thicker than its springs are long.
func (r *Renderer) thickness() (mass, tube float32) {
	mass, tube = massSize*r.structure.springLength, tubeSize*r.structure.springLength
	if r.structure.thread {
		tube = max(tube, float32(threadSize*r.extent.box.Diagonal()))
		mass = max(mass, 1.25*tube)
	}
	return mass, tube
}
