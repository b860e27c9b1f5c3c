package draw

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/shaders"
)

// detail is how much of the structure a picture draws.
type detail struct {
	cut    bool   // whether pieces out of sight are left out
	stride uint32 // one spring in stride is drawn and represents the others; 1 draws all
	enough float32
}

const (
	// enoughSprings is the number of springs a pixel beyond which an eye cannot tell them
	// apart.
	enoughSprings = 2
	// leastSample is the smallest number of springs in a sample, if the model has them.
	leastSample = 4096
)

// detailOf decides how much is drawn, from the position of the structure in the picture.
func (r *Renderer) detailOf(f Frame, width, height int) detail {
	d := detail{stride: 1}
	share, inside := placeOf(r.extent.seen, f.Camera.Matrix(float64(width)/float64(height)))
	d.cut = !inside
	if f.Budget <= 0 || !r.sampled() {
		return d
	}
	d.enough = enoughSprings
	budget := max(f.Budget, leastSample)
	if inside {
		budget = min(budget, max(int(enoughSprings*share*float64(width)*float64(height)), leastSample))
	}
	for d.stride < shaders.ChunkSize && r.scene.SpringCount() > budget*int(d.stride) {
		d.stride *= 2
	}
	return d
}

// sampled reports whether springs can be drawn as samples.
func (r *Renderer) sampled() bool {
	return r.fetchable() && int64(r.scene.SpringCount()) <= r.ctx.Limits.Texels
}

// placeOf returns the share of a picture that the projection of a box covers, and whether all
// of it is in the picture, with a margin for parts that may stick out of it.
func placeOf(b Bounds, projection mgl64.Mat4) (share float64, inside bool) {
	const margin = 0.98
	lo, hi, ok := ProjectBounds(b, projection)
	if !ok {
		return 1, false
	}
	inside = lo[2] > -1 && hi[2] < 1
	for axis := range 2 {
		inside = inside && lo[axis] > -margin && hi[axis] < margin
	}
	return 0.25 * (hi[0] - lo[0]) * (hi[1] - lo[1]), inside
}

// chooseChunks queues the passes that choose the pieces to draw. It comes before buffers are
// bound for the draws. The view block must be bound.
func (r *Renderer) chooseChunks(f Frame, surface bool) {
	c := &r.chunks
	c.whole()
	if !r.detail.cut && !c.uncut {
		return
	}
	scale := float32(f.Look.PixelsPerPoint())
	position := r.scene.PositionBuffer()
	line := mostLineWidth*scale + 1
	if surface {
		c.cut(&c.skin, position, 1, 1, 0, 0)
		c.cut(&c.embedded, r.embedded.place, 1, 1, 0, 0)
		c.cut(&c.wires, position, 1, line, 0, 0)
	}
	if r.showsSprings(f.Look.Show, surface) {
		c.cut(&c.springs, position, r.detail.stride, line, 0, r.detail.enough)
	}
	if !surface && !f.Look.NoMasses {
		c.cut(&c.masses, position, 1, largestPoint*scale+1, r.view[0].MassDiameter, 0)
	}
	r.queued("chunks")
}

// largestPoint is the largest diameter of a mass [points]; see mass.vert.
const largestPoint = 40
