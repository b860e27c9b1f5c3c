package draw

import (
	"math"

	"hooke/gpu/glx"
	"hooke/shaders"
	"hooke/viewer/draw/hud"
)

// leastOutside is the share of the masses that must lie beyond an edge for the edge to
// have a mark.
const leastOutside = 0.05

// Outside returns the marks for parts of the structure outside a camera's view, in a picture
// of an aspect (width / height): one for each edge beyond which there is some. It uses a
// sample of the masses from the last pictures.
func (r *Renderer) Outside(c Camera, aspect float64) []hud.EdgeMark {
	var beyond [4]int // left, right, above, below
	var along [4]float64
	seen, count := 0, 0
	c.Target = c.Target.Sub(r.placed)
	right, up, forward := c.Axes()
	eye, tan := c.Eye(), math.Tan(c.Field/2)
	for _, p := range r.latest() {
		d := widen(p.Xyz)
		for axis := range d {
			d[axis] -= eye[axis]
		}
		dot := func(a [3]float64) float64 { return d[0]*a[0] + d[1]*a[1] + d[2]*a[2] }
		depth := dot(forward)
		x, y := dot(right)/(2*tan*aspect), -dot(up)/(2*tan) // times the depth; the edges are at ±0.5
		if math.IsNaN(x+y+depth) || math.IsInf(x+y+depth, 0) {
			continue
		}
		count++
		behind := !(depth > 0)
		if depth = math.Abs(depth); depth > 0 {
			x, y = x/depth, y/depth
		}
		switch {
		case !behind && math.Abs(x) <= 0.5 && math.Abs(y) <= 0.5:
			seen++
			continue
		case math.Abs(x) >= math.Abs(y):
			k := 0
			if x > 0 {
				k = 1
			}
			beyond[k]++
			along[k] += min(max(y, -0.45), 0.45)
		default:
			k := 2
			if y > 0 {
				k = 3
			}
			beyond[k]++
			along[k] += min(max(x, -0.45), 0.45)
		}
	}
	var list []hud.EdgeMark
	for k, n := range beyond {
		if n == 0 || float64(n) < leastOutside*float64(count) {
			continue
		}
		m := hud.EdgeMark{Along: along[k] / float64(n), All: seen == 0}
		m.X, m.Y = [4]float64{-1, 1, 0, 0}[k], [4]float64{0, 0, -1, 1}[k]
		list = append(list, m)
	}
	return list
}

// ExtentNow returns Extent at this moment; Outside uses it until the next picture looks at
// positions. It waits for the device.
func (r *Renderer) ExtentNow() Bounds {
	r.ctx.Barrier(glx.ByTransfer)
	r.place(Frame{})
	r.recent.take(r.scene)
	r.recentAt = r.extent.frames
	return r.inWorld(bounds(r.recent.sample))
}

// latest returns the newer sample of positions.
func (r *Renderer) latest() []shaders.Position {
	const since = sampleFrames // pictures from one look at positions to the next
	if len(r.recent.sample) > 0 && r.extent.frames-r.recentAt < since {
		return r.recent.sample
	}
	return r.extent.sample
}
