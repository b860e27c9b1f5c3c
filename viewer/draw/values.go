package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

// values are the numbers by which springs and the surface are colored. On the device they
// take 4 bytes per mass, and 8 per spring once another coloring than strain was asked
// for.
type values struct {
	ctx      *glx.Context
	springs  *glx.Program
	surface  *glx.Program
	ofMass   *glx.Buffer
	ofSpring *glx.Buffer // nil until a coloring needs it
	masses   int64
	count    int64          // number of springs
	holds    color.Coloring // ByGroup or ByMetric: which of both the buffers hold; Plain: neither
	metric   *color.Metric  // nil: none
	sample   valueSample
	whole    Whole                   // whose springs strains are of; nil: those of the buffers
	floor    float64                 // smaller strains are rounding
	seen     [color.Count]color.Seen // the values in the last picture of each coloring
	together *color.Ranges           // ranges that several pictures share; nil where each picture has its own
}

// make prepares for a scene whose buffers have the given number of springs.
func (v *values) make(ctx *glx.Context, scene Drawable, springs int, strainFloor float64) (err error) {
	v.ctx, v.masses, v.count, v.floor, v.holds = ctx, int64(scene.MassCount()), int64(springs), strainFloor, color.Plain
	if err = v.sample.make(ctx); err != nil {
		return err
	}
	if v.springs, err = newCompute(ctx, shaders.SpringValue); err != nil {
		return err
	}
	if v.surface, err = newCompute(ctx, shaders.SurfaceValue); err != nil {
		return err
	}
	if v.ofMass, err = ctx.NewBuffer("values of masses", 4*v.masses); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

// ready makes the buffers that a coloring needs, where they do not exist yet.
func (v *values) ready(c color.Coloring, scene Drawable, s Subject) (err error) {
	if c == color.ByStrain || c == color.Plain {
		return nil
	}
	if v.ofSpring == nil {
		if v.ofSpring, err = v.ctx.NewBuffer("values of springs", 4*v.count); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
	}
	if c == color.ByGroup && v.holds != c {
		v.uploadGroups(scene, s)
		v.holds = c
	}
	if c == color.ByMetric && v.holds != c {
		v.uploadMetric(scene, s)
		v.holds = c
	}
	return nil
}

// uploadMetric writes the number of each mass, and for each spring that of its first end.
func (v *values) uploadMetric(scene Drawable, s Subject) {
	ofMass, springs := make([]float32, v.masses), make([]float32, v.count)
	if s.Metric != nil && s.Model != nil {
		copy(ofMass, s.Metric.OfMass)
		for k, ends := range s.Model.Ends {
			springs[k] = ofMass[ends[0]]
		}
	}
	v.upload(scene, ofMass, springs)
}

// upload hands numbers of masses, in the model's order, and of springs to the device.
func (v *values) upload(scene Drawable, ofMass, springs []float32) {
	if order := scene.MassOrder(); order != nil {
		ordered := make([]float32, v.masses)
		for k, i := range order {
			ordered[k] = ofMass[i]
		}
		ofMass = ordered
	}
	glx.Upload(v.ofMass, 0, ofMass)
	glx.Upload(v.ofSpring, 0, springs)
}

// uploadGroups writes the number of its group for each mass, and for each spring whose
// ends are both in one group.
func (v *values) uploadGroups(scene Drawable, s Subject) {
	group := make([]float32, v.masses) // in the model's order
	springs := make([]float32, v.count)
	if s.Model != nil {
		for g, list := range s.Model.Groups {
			for _, i := range list.Masses {
				group[i] = color.OfName(g + 1)
			}
		}
		for k, ends := range s.Model.Ends {
			springs[k] = min(group[ends[0]], group[ends[1]])
		}
	}
	v.upload(scene, group, springs)
}

// ofSprings returns the buffer of the springs' values for a coloring.
func (v *values) ofSprings(c color.Coloring, scene Drawable) *glx.Buffer {
	if c == color.ByStrain || c == color.Plain {
		return scene.StrainBuffer()
	}
	return v.ofSpring
}

// look samples the values of all springs or masses, to choose a range. The view block
// must be bound.
func (v *values) look(c color.Coloring, scene Drawable) (err error) {
	if !c.Ranged() {
		return nil
	}
	if c == color.ByStrain && v.whole != nil {
		least, most, sample := v.whole.Strains(mostSampled)
		v.seen[c] = color.SeenOf(float64(least), float64(most), sample)
		return nil
	}
	v.seen[c], err = v.sample.take(c, scene, v.ofSprings(c, scene))
	return err
}

// automatic returns the range of a coloring unless one was chosen.
func (v *values) automatic(c color.Coloring) float64 {
	own := c.RangeOf(v.seen[c], v.floor)
	if t := v.together; t != nil {
		if t.Whole && t.Of(c) > 0 {
			return t.Of(c)
		}
		return max(own, t.Of(c))
	}
	return own
}

// widen widens the range that several pictures share to that of the present picture.
func (v *values) widen(c color.Coloring) {
	if t := v.together; t != nil && !t.Whole && c.Ranged() {
		t.Widen(c, c.RangeOf(v.seen[c], v.floor))
	}
}

// bounds returns the values at both ends of the color map.
func (v *values) bounds(l Look) (low, high float64) {
	c := l.Color
	if c == color.ByMetric && v.metric != nil {
		return v.metric.Ends()
	}
	if !c.Ranged() {
		return 0, color.NameCount
	}
	high = v.automatic(c)
	if l.Range > 0 {
		high = l.Range
	}
	if c.Signed() {
		return -high, high
	}
	return 0, high
}

// update queues the passes that a coloring needs. The view block must be bound.
func (v *values) updateSprings(c color.Coloring, scene Drawable) error {
	if c == color.ByStrain || c == color.Plain || c == color.ByGroup || c == color.ByMetric {
		return nil
	}
	v.holds = color.Plain // the pass overwrites them
	if what, ok := c.Measured(); ok {
		if err := scene.Measure(what, v.ofSpring); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
		return nil
	}
	v.ctx.BindStorage(uint32(shaders.BindVelocity), scene.VelocityBuffer())
	v.ctx.BindStorage(uint32(shaders.BindEnds), scene.EndsBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSpring), scene.SpringBuffer())
	v.ctx.BindStorage(uint32(shaders.BindValue), v.ofSpring)
	return v.dispatch(v.springs, v.count)
}

// updateSurface queues the pass of the surface's values. It comes after that of the
// springs' values.
func (v *values) updateSurface(c color.Coloring, scene Drawable, skinAt *glx.Buffer) error {
	if c == color.Plain || c == color.ByGroup || c == color.ByMetric {
		return nil
	}
	v.ctx.BindStorage(uint32(shaders.BindVelocity), scene.VelocityBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSpring), scene.SpringBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSkinAt), skinAt)
	v.ctx.BindStorage(uint32(shaders.BindValue), v.ofSprings(c, scene))
	v.ctx.BindStorage(uint32(shaders.BindMassValue), v.ofMass)
	v.holds = color.Plain // the pass overwrites them
	return v.dispatch(v.surface, v.masses)
}

func (v *values) dispatch(p *glx.Program, count int64) error {
	x, y, err := v.ctx.Limits.Groups(count, groupSize)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if x == 0 {
		return nil
	}
	v.ctx.Use(p)
	v.ctx.Dispatch(x, y)
	v.ctx.Barrier(glx.ByShader | glx.ByVertex) // the draws read values
	return nil
}

func (v *values) close() {
	for _, b := range []*glx.Buffer{v.ofMass, v.ofSpring} {
		b.Release()
	}
	v.sample.close()
	v.springs.Release()
	v.surface.Release()
}

// Extent returns the box around the masses [m]: its middle and size are estimated from a
// sample, as the last pictures saw it.
func (r *Renderer) Extent() Bounds { return moved(bounds(r.extent.sample), r.placed) }
