package draw

import (
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// extent is the box that shadows are cast from. It is found from some of the masses,
// now and then, and changes in leaps, so that shadows stand still on what does.
type extent struct {
	box    Box
	known  bool
	sample []shaders.Position
	frames int
}

// follow looks at the positions when it is time to.
func (e *extent) follow(ctx *glx.Context, scene Scene) {
	if e.frames%sampleFrames == 0 {
		ctx.Barrier(glx.ByTransfer) // the sample is a download
		e.take(scene)
		e.adapt(bounds(e.sample))
	}
	e.frames++
}

// take reads positions from a few runs that are spread over the buffer.
func (e *extent) take(scene Scene) {
	const runs, runLength = 64, 64
	masses := scene.MassCount()
	if size := min(masses, runs*runLength); len(e.sample) != size {
		e.sample = make([]shaders.Position, size)
	}
	if masses <= runs*runLength {
		glx.Download(scene.PositionBuffer(), 0, e.sample)
		return
	}
	for k := range runs {
		first := int64(masses-runLength) * int64(k) / (runs - 1)
		glx.Download(scene.PositionBuffer(), first, e.sample[k*runLength:][:runLength])
	}
}

// adapt takes a new box when the old one is too small or much too large.
func (e *extent) adapt(seen Box) {
	const margin, slack = 0.12, 1.6
	inside := e.known
	for axis := range 3 {
		inside = inside && seen.Lo[axis] >= e.box.Lo[axis] && seen.Hi[axis] <= e.box.Hi[axis]
	}
	if inside && e.box.Diagonal() < slack*(1+2*margin)*seen.Diagonal() {
		return
	}
	grow := seen.Diagonal() * margin
	e.box = Box{Lo: seen.Lo.Sub(model.Vec3{grow, grow, grow}), Hi: seen.Hi.Add(model.Vec3{grow, grow, grow})}
	e.known = true
}
